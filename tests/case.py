#!/usr/bin/env -S python3 -I -S
"""case.py FILE JOBS: runs a case, a text file with commands and what they print, for tests/run.sh.

A line that begins with `  $ ` is a command, and `  > ` continues it. Then follows what it prints,
each line after two blanks (and a backslash, if it begins as a command does): standard output and
standard error as they come, and `  [STATUS]` unless that is 0. All other lines are prose.

The commands of a file run in one bash, in an empty folder, after those of prelude.sh, which has
words that many cases use. $CASE is a folder with the case's data, $CASES that of all cases; a tree
of files is one text there, from which unpack.sh makes it. What is printed must be the same for
every number of JOBS. BLESS=1 writes it into the file.

A case that ends with status 77 is skipped; the last line that it printed says why.
"""
# Starting Python takes longer than many cases, so this imports little: not signal, and not re.
import os
import sys
from _signal import SIGPIPE, SIGXFSZ

MARK = "--- the end of what a command printed:"


def read(lines):
    """Returns the prose and the commands of a case, in their order: (lines, expected lines), where
    the first lines are prose if the second are None."""
    parts = []
    for line in lines:
        if line.startswith("  $ "):
            parts.append(([line], []))
        elif line.startswith("  > ") and parts[-1][1] == []:
            parts[-1][0].append(line)
        elif line.startswith("  ") and parts[-1][1] is not None:
            parts[-1][1].append(line)
        else:
            parts.append(([line], None))
    return parts


def run(commands, folder, name, jobs):
    """Returns what each command printed, as lines, and the status of the shell. A command that the
    shell did not come to has None."""
    script = ['cd "$SCRATCH/work"', '. "$CASES/prelude.sh"']
    for lines in commands:
        script += [line[4:] for line in lines]
        script.append(f'echo "{MARK} $?"')
    work = os.path.join(os.environ["SCRATCH"], "work")
    os.mkdir(work)
    with open(f"{work}.sh", "w", encoding="utf-8") as file:
        file.write("\n".join(script) + "\n")
    output, end = os.pipe()
    shell = os.posix_spawnp(
        "bash", ["bash", f"{work}.sh"],
        {**os.environ, "JOBS": jobs, "CASES": folder, "CASE": os.path.join(folder, name)},
        setsigdef=[SIGPIPE, SIGXFSZ],  # which Python ignores
        file_actions=[(os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
                      (os.POSIX_SPAWN_DUP2, end, 1), (os.POSIX_SPAWN_DUP2, end, 2)])
    os.close(end)
    with open(output, "rb") as file:
        text = file.read().decode("utf-8", "backslashreplace")
    status = os.waitstatus_to_exitcode(os.waitpid(shell, 0)[1])
    printed = []
    part, *rest = text.split(f"{MARK} ")
    for following in rest:
        lines = part.split("\n")
        if lines[-1]:
            lines[-1] += " (no end of line)"
        else:
            lines.pop()
        # not every machine allows a cgroup
        lines = ["  " + ("\\" if line.lstrip("\\")[:2] in ("$ ", "> ") else "") + line
                 for line in lines if ": no cgroup can be made here" not in line]
        result, _, part = following.partition("\n")
        printed.append(lines + ([f"  [{result}]"] if result != "0" else []))
    return printed + [None] * (len(commands) - len(printed)), status, part.split("\n")


def main():
    path, jobs = os.path.realpath(sys.argv[1]), sys.argv[2]
    name = os.path.basename(path)[:-len(".case")]
    with open(path, encoding="utf-8", newline="") as file:
        old = file.read().removesuffix("\n").split("\n")
    parts = read(old)
    printed, status, rest = run([lines for lines, expected in parts if expected is not None],
                                os.path.dirname(path), name, jobs)
    if status == 77:
        print("\n".join(line for line in rest if line))
        print("[  PASSED  ] 0 test(s).\n[  SKIPPED ] 1 test(s).")
        return 0
    new, answers = [], iter(printed)
    for lines, expected in parts:
        new += lines
        if expected is not None:
            answer = next(answers)
            new += ["  (the shell ended before this)"] if answer is None else answer
    if os.environ.get("BLESS"):
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write("\n".join(new) + "\n")
        old = new
    if old == new and status == 0:
        print(f"[  PASSED  ] {len(printed)} test(s).")
        return 0
    import difflib  # here, because it is slow
    print("\n".join(difflib.unified_diff(old, new, path, f"printed, {jobs} jobs", lineterm="")))
    print("\n".join(rest))
    print("[  FAILED  ] 1 test(s).")
    return 1


if __name__ == "__main__":
    sys.exit(main())
