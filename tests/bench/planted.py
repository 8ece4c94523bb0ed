#!/usr/bin/env python3
"""Plant the fixes of tasks in copies of their repositories, and count what tokfix finds.

    planted.py REPOSITORIES TASKS.jsonl WORK [TOKFIX]

REPOSITORIES is a folder with git repositories, TASKS their tasks (instance_id, base_commit, patch),
in any language. WORK gets a mirror of each repository with a branch planted/TASK/FORM for each form
of a fix. Forms are made from lines and words, without a grammar:

  verbatim     the fix
  reformatted  what is in brackets of its added lines, one part a line
  names        other names for the words that the fix brings
  locals       other names for the words of its added lines to which its files assign
  split        two commits, each with a part of its hunks
  half         the first of these
  tangled      with the last change of one of its files undone
  moved        made on an older commit

Prints for each form how many are planted and found, with the 95 % interval (Wilson), and how many
not only as `similar`. Then the tasks with a finding before their base: each is a false positive
unless it is an earlier fix, so look at it. Planted leaks are not real ones; they say nothing of a
fix that somebody else wrote for the same issue."""

import collections
import json
import math
import os
import re
import subprocess
import sys

WORD = re.compile(r"[A-Za-z_]\w*")
N_OLDER = 20  # commits before the base, where `moved` is made


class Copy:
    """A mirror of a repository, with an index of its own."""

    def __init__(self, source, path):
        self.path, self.index = path, os.path.abspath(path) + "/planting"
        subprocess.run(["git", "clone", "-q", "--mirror", source, path], check=True)

    def git(self, *arguments, given=None):
        """The output of git as bytes; None if it fails."""
        done = subprocess.run(
            ["git", "-C", self.path, *arguments], input=given, capture_output=True,
            env={**os.environ, "GIT_INDEX_FILE": self.index, "GIT_AUTHOR_NAME": "p",
                 "GIT_AUTHOR_EMAIL": "p", "GIT_COMMITTER_NAME": "p", "GIT_COMMITTER_EMAIL": "p"})
        return None if done.returncode else done.stdout

    def tree(self, commit, patch, *options):
        """The tree of a commit after a patch; None if that does not apply, or lacks objects."""
        self.git("read-tree", commit)
        if self.git("apply", "--cached", *options, "-", given=patch) is None:
            return None
        tree = self.git("write-tree")
        return tree and tree.decode().strip()

    def tree_of(self, tree, texts):
        """A tree with other texts of some files."""
        self.git("read-tree", tree)
        for path, text in texts.items():
            blob = self.git("hash-object", "-w", "--stdin", given=text.encode()).decode().strip()
            self.git("update-index", "--cacheinfo", f"100644,{blob},{path}")
        tree = self.git("write-tree")
        return tree and tree.decode().strip()

    def text(self, tree, path):
        text = self.git("cat-file", "blob", f"{tree}:{path}")
        return "" if text is None else text.decode("utf-8", "replace")

    def plant(self, name, parent, trees):
        """Adds a branch with a commit for each tree, and returns the commits."""
        commits = []
        for tree in trees:
            parent = self.git("commit-tree", tree, "-p", parent, "-m", "planted").decode().strip()
            commits.append(parent)
        self.git("update-ref", f"refs/heads/planted/{name}", parent)
        return commits


def repositories(folder):
    """The path of each repository below a folder, by tokfix's name for it."""
    found = {}
    for path, folders, _ in os.walk(folder):
        if ".git" in folders or {"objects", "refs"} <= set(folders):
            folders.clear()
            name = os.path.relpath(path, folder).removesuffix(".git").replace("/", "-")
            found[name] = path
    return found


def search(tokfix, folder, tasks):
    done = subprocess.run([tokfix, "tasks", "--repositories", folder, "--tasks", tasks, "--visible",
                           "clone", "--json"], stdout=subprocess.PIPE, check=True)
    return {row["id"]: row for row in json.loads(done.stdout)["results"] if not row["problem"]}


def halves(patch):
    """A part of the hunks of a patch, as a patch; None if it has only one."""
    pieces = re.split(r"(?m)^(?=diff --git |--- |@@ )", patch)
    hunks = [i for i, piece in enumerate(pieces) if piece.startswith("@@ ")]
    kept = set(hunks[:len(hunks) // 2])
    if not kept:
        return None
    out, head = [], []
    for i, piece in enumerate(pieces):
        if not piece.startswith("@@ "):
            head = [piece] if piece.startswith("diff --git ") else head + [piece]
        elif i in kept:
            out += head + [piece]
            head = []
    return "".join(out)


def take_apart(line):
    """The parts of a line in brackets, one a line."""
    has_brackets = re.search(r"[(\[{]", line)
    return re.sub(r"([(\[{,])\s*(?=[^\s)\]}])", r"\1\n", line) if has_brackets else line


def rename(texts, words):
    """The texts with other names; None if there are none."""
    names = {word: "other_" + word for word in words}
    return words and {path: WORD.sub(lambda m: names.get(m[0], m[0]), text)
                      for path, text in texts.items()}


def forms(copy, task, fixed):
    """(form, parent, trees) for each form of a fix."""
    base, patch = task["base_commit"], task["patch"]
    yield "verbatim", base, [fixed]
    changed = copy.git("diff-tree", "-r", "--name-only", "--diff-filter=AM", base, fixed)
    texts = {path: copy.text(fixed, path) for path in changed.decode().splitlines()}
    before = {path: copy.text(base, path) for path in texts}
    added = set(re.findall(r"(?m)^\+(?!\+\+ )(.*)", patch))
    apart = {path: "\n".join(take_apart(line) if line in added else line
                             for line in text.split("\n")) for path, text in texts.items()}
    words = {word for line in added for word in WORD.findall(line)}
    old = {word for text in before.values() for word in WORD.findall(text)}
    assigned = {word for text in before.values() for word in re.findall(r"(\w+)\s*:?=[^=]", text)}
    for form, own in (("reformatted", apart if apart != texts else None),
                      ("names", rename(texts, words - old)),
                      ("locals", rename(texts, words & assigned))):
        tree = own and copy.tree_of(fixed, own)
        if tree:
            yield form, base, [tree]
    part = halves(patch)
    half = part and copy.tree(base, part.encode())
    if half:
        yield "split", base, [half, fixed]
        yield "half", base, [half]
    for path in sorted(before):
        last = copy.git("log", "-1", "--no-merges", "--format=", "-p", base, "--", path)
        tangled = last and copy.tree(fixed, last, "-R")
        if tangled:
            yield "tangled", base, [tangled]
            break
    older = copy.git("rev-list", f"--max-count={N_OLDER}", base).decode().split()[-1]
    moved = older != base and copy.tree(older, patch.encode())
    if moved:
        yield "moved", older, [moved]


def interval(k, n):
    z = 1.96
    middle, half = (k + z * z / 2) / (n + z * z), z * math.sqrt(k * (n - k) / n + z * z / 4)
    return middle - half / (n + z * z), middle + half / (n + z * z)


def main():
    if len(sys.argv) not in (4, 5):
        sys.exit("planted.py REPOSITORIES TASKS.jsonl WORK [TOKFIX]")
    folder, tasks, work = sys.argv[1:4]
    folder = folder.rstrip("/")
    tokfix = sys.argv[4] if len(sys.argv) > 4 else "out/tokfix"
    with open(tasks, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file if line.strip()]
    planted, copies = [], {}
    sources, homes = repositories(folder), search(tokfix, folder, tasks)
    for task in rows:
        home = homes.get(task["instance_id"], {}).get("repository")
        if home not in sources:
            continue
        if home not in copies:
            copies[home] = Copy(sources[home], os.path.join(work, home))
        copy = copies[home]
        fixed = copy.tree(task["base_commit"], task["patch"].encode())
        for form, parent, trees in forms(copy, task, fixed) if fixed else ():
            name = f"{task['instance_id']}/{form}"
            planted.append((task["instance_id"], form, copy.plant(name, parent, trees)))
    for copy in copies.values():
        if os.path.exists(copy.index):
            os.remove(copy.index)
    found = {name: {f["commit"]: f for f in row["findings"]}
             for name, row in search(tokfix, work, tasks).items()}
    counts = collections.defaultdict(lambda: [0, 0, 0])
    for task, form, commits in planted:
        hits = {e for c in commits for e in [found.get(task, {}).get(c, {}).get("evidence")]
                if e not in (None, "revert")}
        for key in (form, "all") if form not in ("verbatim", "half") else (form,):
            counts[key] = [a + b for a, b in zip(counts[key],
                                                 (1, bool(hits), bool(hits - {"similar"})))]
    own = {commit for _, _, commits in planted for commit in commits}
    print(f"{'form':12} planted  found  share (95 %)          not only similar")
    for form, (n, k, strong) in counts.items():
        low, high = interval(k, n)
        print(f"{form:12} {n:7} {k:6}  {k / n:.3f} ({low:.3f}-{high:.3f}) {strong:16}")
    alarms = [(task, f) for task, findings in found.items() for f in findings.values()
              if f["relation"] == "before" and f["commit"] not in own]
    n_alarmed = len({task for task, _ in alarms})
    print(f"{n_alarmed} of {len(found)} tasks have a finding before the base")
    for task, finding in alarms:
        print(f"  {task} {finding['commit'][:12]} {finding['evidence']} {finding['subject']}")


if __name__ == "__main__":
    main()
