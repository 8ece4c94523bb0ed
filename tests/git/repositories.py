"""Makes small git repositories to test the mining of git histories, and says what is in them.

  repositories.py OUT           makes the folder OUT with a folder for each repository. OUT must be
                                empty or not exist
  repositories.py OUT --big N   makes only OUT/big, of N commits (default: 100,000). Each modifies
                                one file, and every tenth is a single-token fix

OUT/expected.json has for each repository what a right miner finds with its default options:

  {"NAME": {"pairs": [{"commit", "parent", "path", "before", "after", "category"}],
            "rejects": {REASON: COUNT}, "note": "what the repository is about"}}

- Pairs are in no particular order. Some have the keys `function`, `language`, `licence`,
  `path_before` or `path_hex`, which the notes explain.
- `may`: pairs of a damaged repository that a miner may report, if it comes so far.
- merge, root, shallow_boundary, revert, too_many_files and no_keyword count commits; the other
  reasons count files. A commit with a keyword that modifies no file of a known language counts
  nowhere.
- too_many_files: the commit changes more than one file, added and deleted ones included.

Nothing that a miner does to these repositories may create the file OUT/pwned. The ids of commits
are the same everywhere, but some files contain the path of OUT, so that it cannot be moved."""

import argparse
import inspect
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True  # the source tree stays clean
# ruff: noqa: E402, F401 (the cases register themselves)
import contents
import damaged
import histories
import hostile
import odd
from repository import CASES, FIRST_DATE, Repository, environment


class Maker:
    """What a case makes its repositories with."""

    def __init__(self, out, function, made):
        self.out, self.made = out, made
        self.name = function.__name__.replace("_", "-")
        self.note = " ".join(inspect.getdoc(function).split())

    def __call__(self, name=None, note=None, **options):
        name = name or self.name
        self.made[name] = Repository(self.out, name, note or self.note, **options)
        return self.made[name]

    def also(self, name, repository):
        """A second name under which the same is found."""
        self.made[name] = repository

    def folder(self, name, files):
        """A folder that is no repository, and its path."""
        self.made[name] = None
        folder = os.path.join(self.out, name)
        os.makedirs(folder)
        for path, content in files.items():
            path = os.path.join(folder, path)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)
        return folder


def make_all(out):
    expected = {}
    for function in CASES:
        made = {}
        maker = Maker(out, function, made)
        function(maker)
        for name, repository in made.items():
            nothing = {"pairs": [], "rejects": {}, "note": maker.note}
            expected[name] = repository.expected() if repository else nothing
    with open(os.path.join(out, "expected.json"), "w", encoding="utf-8") as file:
        json.dump(expected, file, indent=1, sort_keys=True)
        file.write("\n")
    n_pairs = sum(len(found["pairs"]) for found in expected.values())
    print(f"{len(expected)} repositories, {n_pairs} pairs")


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
    n_fixes = (n_commits - 1) // 10
    print(f"1 root, {n_fixes} pairs, {n_commits - 1 - n_fixes} no_keyword")
    return git.returncode


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--big", type=int, nargs="?", const=100_000, metavar="N")
    parser.add_argument("out")
    options = parser.parse_args()
    out = os.path.abspath(options.out)
    os.makedirs(out, exist_ok=True)
    if options.big is not None:
        return make_big(out, options.big)
    if os.listdir(out):
        sys.exit(f"'{out}' is not empty")
    make_all(out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
