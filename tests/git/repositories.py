"""Makes small git repositories to test the mining of git histories, and says what is in them.

  repositories.py OUT           makes the folder OUT with a folder for each repository. OUT must be
                                empty or not exist
  repositories.py OUT --big N   makes only OUT/big, of N commits. Each modifies one file, and every
                                tenth is a single-token fix

OUT/expected.json has for each repository what a right miner finds with its default options:

  {"NAME": {"pairs": [{"commit", "parent", "path", "before", "after", "category", "language"}],
            "may": [PAIR], "rejects": {REASON: COUNT}}}

- `may`: pairs of a damaged repository that a miner may report, if it comes so far.
- merge, root, shallow_boundary, revert, too_many_files and no_keyword count commits; the other
  reasons count files. A commit with a keyword that modifies no file of a known language counts
  nowhere.
- too_many_files: the commit changes more than one file of code, added and deleted ones included,
  that is no test or documentation; or none and more than one other file.

Nothing that a miner does to these repositories may create the file OUT/pwned. The ids of commits
are the same everywhere, but some files contain the path of OUT, so that it cannot be moved."""

import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # the source tree stays clean
# ruff: noqa: E402, F401 (the cases register themselves)
import damaged
import histories
import hostile
import odd
from repository import CASES, FIRST_DATE, Repository, environment


class Maker:
    """What a case makes its repositories with."""

    def __init__(self, out):
        self.out, self.expected, self.name = out, {}, None

    def __call__(self, name=None, **options):
        repository = Repository(self.out, name or self.name, **options)
        self.expected[repository.name] = repository
        return repository

    def folder(self, name, files):
        """A folder in which no repository is found, and its path."""
        self.expected[name] = None
        folder = os.path.join(self.out, name)
        os.makedirs(folder)
        for path, content in files.items():
            path = os.path.join(folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)
        return folder


def make_all(out):
    maker = Maker(out)
    for function in CASES:
        maker.name = function.__name__.replace("_", "-")
        function(maker)
    expected = {
        name: {"pairs": r.pairs, "may": r.may, "rejects": r.rejects}
        if r else {"pairs": [], "may": [], "rejects": {}}
        for name, r in maker.expected.items()
    }
    with open(os.path.join(out, "expected.json"), "w", encoding="utf-8") as file:
        json.dump(expected, file, indent=1, sort_keys=True)


# ---- The big one ----

# Ten and this number have no common divisor, so that all files get fixes.
N_FILES = 997


def program(number, limit, n_lines):
    """A file of about a kilobyte."""
    functions = (f"def f{number}_{i}(a, b):\n    return a + b * {i}\n" for i in range(20))
    lines = (f"x{i} = {i}\n" for i in range(n_lines))
    return "".join([f"LIMIT = {limit}\n", *functions, *lines]).encode()


def stream_of(n_commits):
    """For git fast-import. The first commit adds all files, and each other one modifies one of
    them."""
    limits, n_lines = [0] * N_FILES, [0] * N_FILES
    for commit in range(n_commits):
        is_fix = commit % 10 == 0
        message = b"Fix the limit" if is_fix else b"Work on it"
        yield b"commit refs/heads/main\ncommitter Ada Lovelace <ada@example.org> "
        yield b"%d +0000\ndata %d\n%s\n" % (FIRST_DATE + commit, len(message), message)
        changed = range(N_FILES)
        if commit > 0:
            changed = [commit % N_FILES]
            (limits if is_fix else n_lines)[changed[0]] += 1
        for number in changed:
            text = program(number, limits[number], n_lines[number])
            # small folders, because each commit makes a tree anew
            path = b"src/%02d/%02d.py" % divmod(number, 32)
            yield b"M 644 inline %s\ndata %d\n%s\n" % (path, len(text), text)


def make_big(out, n_commits):
    folder, env = os.path.join(out, "big"), environment(out)
    command = ["git", "init", "-q", "--bare", "--template=", "-b", "main", folder]
    subprocess.run(command, env=env, check=True)
    command = ["git", "-C", folder, "fast-import", "--quiet"]
    with subprocess.Popen(command, env=env, stdin=subprocess.PIPE) as git:
        for part in stream_of(n_commits):
            git.stdin.write(part)
    return git.returncode


def main():
    out, *big = sys.argv[1:]
    out = os.path.abspath(out)
    os.makedirs(out, exist_ok=True)
    if big:
        return make_big(out, int(big[1]))
    if os.listdir(out):
        sys.exit(f"'{out}' is not empty")
    make_all(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
