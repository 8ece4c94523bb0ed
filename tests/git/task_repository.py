"""Small repositories for tasks of benchmarks: each with a base commit, a gold patch, and where the
solution is."""

import json
import os

from repository import FIRST_DATE, MAIN, PERSON, Repository

DAY = 86400
NUMBER = 12  # of the pull request of each task, unless given


def lines_of(first, n):
    """Python of n functions, of which no two lines are the same."""
    return "".join(
        f"def f{i}(a, b):\n    value{i} = a * {i}\n    return value{i} + b\n\n\n"
        for i in range(first, first + n)
    )


MODULE = lines_of(0, 12)
# The fix of most cases: one line is replaced, and one is added.
BUG = "    return value5 + b\n"
FIXED = "    if b is None:\n        return value5\n    return value5 - b\n"
OTHER_BUG, OTHER_FIXED = "    return value9 + b\n", "    return value9 / (b or 1)\n"


def fix(text=MODULE, bug=BUG, fixed=FIXED):
    if text.count(bug) != 1:
        raise ValueError(f"{bug!r} is not once in the text")
    return text.replace(bug, fixed)


class TaskRepository(Repository):
    def __init__(self, out, name, note, **options):
        super().__init__(out, name, note, **options)
        self.parents, self.tasks = {}, []

    def commit(self, message="Work", changes=None, parents=None, ref=MAIN, date=None, **header):
        """`date`: days after the first commit; otherwise a minute after the commit before."""
        if date is not None:
            line = PERSON + b" %d +0000" % (FIRST_DATE + int(date * DAY))
            header |= {"author": line, "committer": line}
        changes = {
            path: content.encode() if isinstance(content, str) else content
            for path, content in (changes or {}).items()
        }
        if parents is None:
            parents = [self.tips[ref]] if ref in self.tips else []
        name = super().commit(message, changes, parents, ref, **header)
        self.parents[name] = parents
        return name

    def begin(self, files=None, **options):
        """Two commits, so that the base is not a root."""
        self.commit("Start", {"README": "A module\n"}, **options)
        return self.commit("Add the module", files or {"pkg/mod.py": MODULE})

    def work(self, n=1, **options):
        """Commits that have nothing to do with any task."""
        for i in range(n):
            name = self.commit(f"Work {i}", {f"notes/{self.n_commits}": "note\n"}, **options)
        return name

    def merge(self, message, parents, changes=None, **options):
        """Files are those of the first parent, with changes."""
        return self.commit(message, changes, parents=parents, **options)

    def link(self, ref, commit):
        self.tips[ref] = commit
        self.write(ref, commit + "\n")

    def unlink(self, ref):
        del self.tips[ref]
        os.remove(os.path.join(self.git, ref))

    def loose(self):
        """The paths of all loose objects."""
        folders = (os.path.join(self.objects, name) for name in os.listdir(self.objects))
        return {os.path.join(f, name) for f in folders for name in os.listdir(f)}

    def diff(self, before, after, *paths, options=()):
        return self.run("diff", "-M", *options, before, after, "--", *paths).decode()

    def past(self, commit):
        """A commit and its ancestors."""
        found, left = set(), [commit]
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += self.parents.get(name, [])
        return found

    def task(self, base, gold, finds=None, **expected):
        """`finds`: for commits that have the solution, what is said of them: EVIDENCE [solved]
        [, ROLE]. Others: off, the evidence that cannot be given; applies; decision; twin, an
        earlier task with the same fix; number, of the pull request; n_unread, missing files."""
        self.tasks.append((base, gold, finds or {}, expected))

    # ---- What is expected ----

    def relation_of(self, commit, base, seen):
        if commit in self.past(base):
            return "before"
        if commit not in seen:
            return "unreachable"
        return "after" if base in self.past(commit) else "side"

    def seen_by(self, sight):
        """The commits that references reach."""
        kinds = ("refs/heads/", "refs/tags/") if sight == "clone" else ("refs/",)
        tips = [tip for ref, tip in self.tips.items() if ref.startswith(kinds)]
        return set().union(*map(self.past, tips)) if tips else set()

    def finding(self, commit, text, base, seen):
        words, _, role = text.partition(", ")
        past, own = self.past(base), self.past(commit)
        relation = self.relation_of(commit, base, seen)
        evidence, *solved = words.split()
        return {
            "commit": commit,
            "evidence": evidence,
            "is_solved": bool(solved) or evidence == "solved",
            "relation": relation,
            "role": role or ("earlier fix" if relation == "before" else ""),
            "distance": len(past - own) if relation == "before" else len(own - past),
        }

    def expect_task(self, number):
        base, gold, finds, expected = self.tasks[number]
        past, known = self.past(base), set(self.parents)
        sights = {}
        for sight in ("clone", "refs", "all", "ancestors"):
            seen = self.seen_by("refs" if sight == "all" else sight) if sight != "ancestors" else ()
            visible = (known if sight == "all" else set(seen)) | past
            found = [
                self.finding(commit, text, base, seen)
                for commit, text in finds.items()
                if commit in visible and text
            ]
            is_drop = any(
                f["relation"] == "before" and f["evidence"] in ("exact", "contained", "solved")
                for f in found
            )
            applies = expected.get("applies", True)
            decision = "drop" if is_drop else "keep" if applies else "review"
            n_unread = 0 if sight == "ancestors" else expected.get("n_unread", 0)
            sights[sight] = {
                "n_unread": n_unread,
                "findings": found,
                "is_sealed": visible == past,
                "applies": applies,
                "decision": expected.get("decision", decision),
                "off": expected.get("off", []),
            }
        twin = self.id_of(expected["twin"]) if "twin" in expected else None
        return {"note": self.note, "sights": sights, "twin_id": twin}

    def id_of(self, number):
        expected = self.tasks[number][3]
        return f"made__{self.name}-{expected.get('number', NUMBER + number)}"

    def rows(self):
        for i, (base, gold, _, _) in enumerate(self.tasks):
            row = {"instance_id": self.id_of(i), "repo": f"made/{self.name}"}
            yield row | {"base_commit": base, "patch": gold}


TASK_CASES = []


def task_case(function):
    """A case makes repositories with make(name=None). Its comment says what it is about."""
    TASK_CASES.append(function)
    return function


def write_lists(out, made):
    """Writes OUT/tasks.jsonl and OUT/expected.json, and OUT/lists/NAME.jsonl for each repository.
    The repositories are in OUT/made."""
    expected, rows = {}, []
    os.makedirs(os.path.join(out, "lists"))
    for repository in made:
        own = [json.dumps(row) + "\n" for row in repository.rows()]
        for i, row in enumerate(own):
            expected[json.loads(row)["instance_id"]] = repository.expect_task(i)
        with open(os.path.join(out, "lists", repository.name + ".jsonl"), "w") as file:
            file.writelines(own)
        rows += own
    with open(os.path.join(out, "tasks.jsonl"), "w") as file:
        file.writelines(rows)
    with open(os.path.join(out, "expected.json"), "w") as file:
        json.dump(expected, file, indent=1)
    return len(rows)
