"""Makes a small git repository for each history of task_cases.py, and a list of tasks for them, to
test the search for solutions.

  make_tasks.py OUT   makes a folder for each repository in OUT/made, OUT/tasks.jsonl, and
                      OUT/expected.json: {ID: {SIGHT: {"findings": [...], "decision", ...}}}, what
                      the report of tokfix has, without what is not about the graph or the kind"""

import json
import os
import re
import sys

sys.dont_write_bytecode = True  # the source tree stays clean
# ruff: noqa: E402
from repository import FIRST_DATE, MAIN, PERSON, Repository
from task_cases import FIX, HISTORIES, START

DAY = 86400
NUMBER = 12  # of the pull request of a repository's first task, unless given
SIGHTS = {"clone": ("refs/heads/", "refs/tags/"), "refs": "refs/", "all": "refs/", "ancestors": ()}


class TaskRepository(Repository):
    def __init__(self, out, name, history):
        super().__init__(os.path.join(out, "made"), name)
        self.gold_objects = os.path.join(out, "gold")  # where no search finds them
        self.commits, self.parents, self.changes, self.finds, self.tasks = {}, {}, {}, {}, []
        history = [(row,) if isinstance(row, str) else row for row in history]
        rows = [row for row in history if isinstance(row, tuple)]
        self.add_commit("root", {"README": "A module\n"})
        if not rows or rows[0][0] != "start":
            self.add_commit("start", START)
        for row in rows:
            self.add_commit(*row)
        for function in filter(callable, history):
            function(self, self.commits)
        for row in [row for row in history if isinstance(row, dict)] or [{}]:
            self.add_task(**row)

    def add_commit(self, graph, changes=None, finding="", subject=None, days=None):
        name, parents, ref = re.fullmatch(r"(\S+)(?: < ([^@]+?))?(?: @(\S+))?", graph).groups()
        ref = {None: MAIN, "-": None}.get(ref, ref)
        tip = [self.tips[ref]] if ref in self.tips else []
        parents = [self.commits[word] for word in parents.split()] if parents else tip
        if changes is None:
            changes = {f"notes/{self.n_commits}": "note\n"}
        header = {}
        if days is not None:
            line = PERSON + b" %d +0000" % (FIRST_DATE + days * DAY)
            header = {"author": line, "committer": line}
        commit = self.commit(subject or f"Make {name}", changes, parents, ref, **header)
        self.commits[name], self.parents[commit], self.changes[name] = commit, parents, changes
        if finding:
            self.finds[name] = finding

    def add_task(self, base=None, gold=None, onto=None, number=None, finds=None, **expected):
        base = self.commits[base] if base else self.commits.get("base", self.commits["start"])
        changes = gold or self.changes.get("fix", FIX)
        patch = self.gold_of(self.commits[onto] if onto else base, changes)
        row = {
            "instance_id": f"made__{self.name}-{number or NUMBER + len(self.tasks)}",
            "repo": f"made/{self.name}",
            "base_commit": base,
            "patch": patch,
        }
        self.tasks.append((row, self.finds if finds is None else finds, expected))

    def gold_of(self, base, changes):
        """The patch of changes to a commit, whose objects are not in the repository."""
        own, self.objects = self.objects, self.gold_objects
        tree = self.tree_of(self.changed(self.files[base], changes))
        self.objects = own
        environment = {"GIT_ALTERNATE_OBJECT_DIRECTORIES": self.gold_objects}
        return self.run("diff", "-M", base, tree, **environment).decode()

    # ---- What is expected ----

    def past(self, commit):
        """A commit and its ancestors."""
        found, left = set(), [commit]
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += self.parents.get(name, [])
        return found

    def finding(self, commit, text, base, seen):
        words, _, role = text.partition(", ")
        evidence, *solved = words.split()
        past, own = self.past(base), self.past(commit)
        if commit in past:
            relation = "before"
        elif commit not in seen:
            relation = "unreachable"
        else:
            relation = "after" if base in own else "side"
        return {
            "commit": commit,
            "evidence": evidence,
            "is_solved": bool(solved) or evidence == "solved",
            "relation": relation,
            "role": role or ("earlier fix" if relation == "before" else ""),
            "distance": len(past - own) if relation == "before" else len(own - past),
        }

    def expected_of(self, sight, row, finds, expected):
        base = row["base_commit"]
        tips = [tip for ref, tip in self.tips.items() if ref.startswith(SIGHTS[sight])]
        seen, past = set().union(*map(self.past, tips)), self.past(base)
        visible = (set(self.parents) if sight == "all" else seen) | past
        found = [
            self.finding(self.commits[name], text, base, seen)
            for name, text in finds.items()
            if self.commits[name] in visible
        ]
        solving = ("exact", "contained", "solved")
        is_drop = any(f["relation"] == "before" and f["evidence"] in solving for f in found)
        applies = expected.get("applies", True)
        decision = "drop" if is_drop else "keep" if applies else "review"
        twins = [r["instance_id"] for r, _, _ in self.tasks if r["patch"] == row["patch"]]
        return {
            "findings": found,
            "is_sealed": visible == past,
            "applies": applies,
            "decision": expected.get("decision", decision),
            "off": expected.get("off", []),
            "n_unread": 0 if sight == "ancestors" else expected.get("n_unread", 0),
            "same_fix_as": twins[0] if twins[0] != row["instance_id"] else None,
        }


def main():
    out, expected = os.path.abspath(sys.argv[1]), {}
    os.makedirs(out)
    with open(os.path.join(out, "tasks.jsonl"), "w") as file:
        for name, history in HISTORIES.items():
            repository = TaskRepository(out, name.partition(":")[0], history)
            for row, finds, more in repository.tasks:
                file.write(json.dumps(row) + "\n")
                expected[row["instance_id"]] = {
                    sight: repository.expected_of(sight, row, finds, more) for sight in SIGHTS
                }
    with open(os.path.join(out, "expected.json"), "w") as file:
        json.dump(expected, file, indent=1)
    return 0


if __name__ == "__main__":
    sys.exit(main())
