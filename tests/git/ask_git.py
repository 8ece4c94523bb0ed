"""Asks git what it thinks of the findings of `tokfix tasks --json`.

  ask_git.py REPOSITORIES TASKS REPORT [N]

REPOSITORIES is a folder with the repositories as NAME or OWNER+NAME/repo. Compared are:

- the relation of each finding with `git merge-base --is-ancestor`, its distance with `git rev-list
  --count`;
- `solved` with `git apply --check -R` of the gold, at each finding and at N commits of each task
  that change its files (default: all), and at their first parents. git applies a patch only to the
  paths that it names, and compares white space, so tokfix may find more: then the files with the
  same names must have the lines without white space, which is searched for here, too;
- `applies` with `git apply --check` at the base, which asks for the same white space, too;
- `exact` with `git patch-id --stable` of each commit's change of the gold's files, compared with
  the first parent.

The report must be of --visible refs or all. Prints what differs, and ends with 1 if something
does."""

import codecs
import collections
import json
import os
import random
import re
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True  # the source tree stays clean
# ruff: noqa: E402
from repository import environment


class Git:
    def __init__(self, folder, scratch):
        self.folder, self.index = folder, os.path.join(scratch, "index")
        self.env = environment(scratch) | {"GIT_INDEX_FILE": self.index}
        self.texts = {}

    def run(self, *arguments, stdin=b""):
        command = ["git", "-c", "safe.directory=*", "--git-dir", self.folder, *arguments]
        done = subprocess.run(command, env=self.env, input=stdin, capture_output=True)
        return done.returncode, done.stdout.decode(errors="replace")

    def lines(self, *arguments, stdin=b""):
        status, text = self.run(*arguments, stdin=stdin)
        if status:
            raise ValueError(f"{self.folder}: git {' '.join(arguments)} failed")
        return text.removesuffix("\n").split("\n") if text else []

    def applies(self, commit, patch, *options):
        """Whether git can apply a patch to the tree of a commit."""
        self.lines("read-tree", commit)
        arguments = ("apply", "--cached", "--check", *options, "-")
        return self.run(*arguments, stdin=patch.encode())[0] == 0

    def text_of(self, blob):
        """The lines of a file without white space, in one text."""
        if blob not in self.texts:
            self.texts[blob] = bare(self.run("cat-file", "blob", blob)[1].split("\n"))
        return self.texts[blob]

    def has_images(self, commit, images, names):
        """Whether a file with one of the names has each image."""
        texts = []
        for entry in self.run("ls-tree", "-r", "-z", commit)[1].split("\0"):
            head, _, path = entry.partition("\t")
            if path.rpartition("/")[2] in names and head.startswith("100"):
                texts.append(self.text_of(head.split()[2]))
        return [any(image in text for text in texts) for image in images]

    def is_new(self, commit, has_it):
        """Whether a tree has something that that of its first parent has not."""
        parents = self.lines("rev-parse", commit + "^@")
        return has_it(commit) and not (parents and has_it(parents[0]))


TEXT_OR_SPACE = re.compile(r"""("(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*')|\s+""")


def bare(lines):
    """Lines without white space, except that in quotes, and without blank lines."""
    lines = [TEXT_OR_SPACE.sub(lambda found: found[1] or "", line) for line in lines]
    return "\n" + "".join(line + "\n" for line in lines if line)


def images_of(patch):
    """The lines after each hunk."""
    images, n = [], 0
    for line in patch.split("\n"):
        if start := re.match(r"@@ -\d+(?:,\d+)? \+\d+(?:,(\d+))? @@", line):
            n = int(start[1] or 1)
            images.append([])
        elif n and line[:1] in ("+", " ", ""):
            images[-1].append(line[1:])
            n -= 1
    return [image for image in map(bare, images) if image != "\n"]


def paths_of(patch):
    found = re.findall(r'^(?:---|\+\+\+) ("?)[ab]/([^\t\n]*?)"?\t?$', patch, re.M)
    return sorted(
        {codecs.escape_decode(path)[0].decode() if quote else path for quote, path in found}
    )


def compare_graph(git, base, finding):
    commit = finding["commit"]
    is_before = git.run("merge-base", "--is-ancestor", commit, base)[0] == 0
    is_after = git.run("merge-base", "--is-ancestor", base, commit)[0] == 0
    relation = finding["relation"]
    wanted = "before" if is_before else "after" if is_after else "side"
    if relation != "unreachable" and relation != wanted:
        yield f"is {relation}, and for git {wanted}"
    ends = (commit, base) if is_before else (base, commit)
    distance = int(git.lines("rev-list", "--count", f"{ends[0]}..{ends[1]}")[0])
    if distance != finding["distance"]:
        yield f"is {finding['distance']} commits from the base, and for git {distance}"


def ids_of(git, text):
    """Commits by patch id."""
    found = collections.defaultdict(set)
    for line in git.lines("patch-id", "--stable", stdin=text.encode(errors="replace")):
        found[line.split()[0]].add(line.split()[1])
    return found


def compare_task(git, row, task, sample, counts):
    base, patch = row["base"], task["patch"]
    found = {finding["commit"]: finding for finding in row["findings"]}
    paths = paths_of(patch)
    applies = git.applies(base, patch)
    counts["applies"] += applies
    counts["applies for tokfix only"] += row["applies"] and not applies
    if applies and not row["applies"]:
        yield "the patch applies to the base for git only"
    for commit, finding in found.items():
        for line in compare_graph(git, base, finding):
            yield f"{commit[:10]} {line}"
    arguments = ["--all", "--full-history", "--diff-merges=first-parent", "-M"]
    status, text = git.run("log", *arguments, "-p", "--format=commit %H", "--", *paths)
    roots = set(git.lines("rev-list", "--all", "--max-parents=0"))
    gold = next(iter(ids_of(git, patch)), None)
    for commit in sorted(ids_of(git, text).get(gold, set()) - roots - {base}):
        counts["patch ids"] += 1
        if "exact" not in row["off"] and found.get(commit, {}).get("evidence") != "exact":
            yield f"{commit[:10]} has the patch id of the gold, and is not exact"
    if "solved" in row["off"]:
        return
    changing = sorted(set(re.findall(r"^commit (\w{40})", text, re.M)) - {base})
    drawn = set(sample(changing))
    names = {path.rpartition("/")[2] for path in paths}
    images = images_of(patch)
    in_base = git.has_images(base, images, names)
    images = [image for image, is_there in zip(images, in_base) if not is_there]
    for commit in sorted(drawn | found.keys()):
        is_solved = found.get(commit, {}).get("is_solved", False)
        for_git = git.is_new(commit, lambda it: git.applies(it, patch, "-R"))
        by_lines = git.is_new(commit, lambda it: all(git.has_images(it, images, names)))
        if is_solved != by_lines:
            yield f"{commit[:10]} is {'' if is_solved else 'not '}solved, and by its lines not so"
        counts["trees"] += 1
        counts["solved"] += for_git
        counts["solved for tokfix only"] += is_solved and not for_git
        if for_git and not is_solved:
            yield f"{commit[:10]} is solved for git only"


def folder_of(repositories, name):
    owner, _, last = name.partition("/")
    for folder in (f"{owner}+{last}/repo", last):
        folder = os.path.join(repositories, folder)
        if os.path.isdir(folder):
            return folder
    return None


def main():
    repositories, tasks, report, *n = sys.argv[1:]
    draw = random.Random(1)

    def sample(items):
        return draw.sample(items, min(int(n[0]), len(items))) if n else items

    with open(report) as file:
        rows = {row["id"]: row for row in json.load(file)["results"]}
    counts, n_bad = collections.Counter(), 0
    with open(tasks) as file, tempfile.TemporaryDirectory() as scratch:
        for task in map(json.loads, file):
            row, name = rows[task["instance_id"]], task["instance_id"]
            folder = folder_of(repositories, task["repo"])
            if row.get("problem") or not folder:
                continue
            counts["tasks"] += 1
            for line in compare_task(Git(folder, scratch), row, task, sample, counts):
                n_bad += 1
                print(f"{name} {line}")
    print(", ".join(f"{name}: {n}" for name, n in counts.items()))
    return n_bad > 0


if __name__ == "__main__":
    sys.exit(main())
