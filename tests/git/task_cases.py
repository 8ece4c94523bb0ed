"""Histories in which the solution of a task is beside or before its base.

Each is a list of its commits, oldest first: ("NAME < PARENTS @REF", changes, finding, subject,
days).

- Without PARENTS, the parent is the last commit of REF. Without REF, that is main; `@-` is none.
- The changes are made to the files of the first parent: {path: content, (mode, content) or None}.
- The finding is what tokfix says of a commit that has the solution: EVIDENCE [solved][, ROLE].
- The days are those from the first date to that of the commit.

A name alone is a commit that has nothing to do with the task. The first commit is `start`; unless
it is there, it adds pkg/mod.py.

A dict is a task; without one, {} is the task. Its keys, with what they are without it:

- base: the name of a commit (`base`, or `start` if there is none);
- gold: the changes of the solution (those of the commit `fix`, or FIX);
- onto: the commit to whose files the gold is made (the base);
- number: of the pull request (12, 13, ...);
- finds: {commit: finding} (those of all commits);
- off: evidence that cannot be given ([]); applies (True); decision (drop if the solution is before
  the base, or keep); n_unread, missing files (0).

A function is called with the repository and its commits by name, when all are made."""

from repository import EXECUTABLE, REGULAR, SYMLINK


def lines_of(first, n):
    """Python of n functions, of which no two lines are the same."""
    return "".join(
        f"def f{i}(a, b):\n    value{i} = a * {i}\n    return value{i} + b\n\n\n"
        for i in range(first, first + n)
    )


def repaired(n):
    """150 functions, of the first n of which every other one is repaired."""
    texts = (lines_of(i, 1) for i in range(150))
    return "".join(
        text.replace(" + b", " - b") if i < n and i % 2 == 0 else text
        for i, text in enumerate(texts)
    )


PATH, COPY, ODD_PATH = "pkg/mod.py", "vendor/mod.py", 'grö ß"e/数 x.py'
MODULE = lines_of(0, 12)
# The fix of most cases: one line is replaced, and one is added.
BUG = "    return value5 + b\n"
FIXED = "    if b is None:\n        return value5\n    return value5 - b\n"
OTHER_BUG, OTHER_FIXED = "    return value9 + b\n", "    return value9 / (b or 1)\n"


def fixed(text=MODULE, bug=BUG, by=FIXED):
    if text.count(bug) != 1:
        raise ValueError(f"{bug!r} is not once in the text")
    return text.replace(bug, by)


BOTH_FIXED = fixed(fixed(), OTHER_BUG, OTHER_FIXED)
START, FIX, BOTH = {PATH: MODULE}, {PATH: fixed()}, {PATH: BOTH_FIXED}
WINDOWS, WINDOWS_FIX = ({PATH: files[PATH].replace("\n", "\r\n")} for files in (START, FIX))
MORE, MORE_FIXED = lines_of(30, 5), lines_of(30, 5).replace("value32 + b", "value32 - b")
DONOR = "def clone(b, value5):\n" + FIXED
TWIN = "def twin(a, b):\n    value5 = b\n" + BUG
PRINT = "    print(value5)\n"

FOUND = "exact solved"
OWN, BACKPORT, MERGE = (
    f"{FOUND}, {role}" for role in ("own pull request", "backport", "merge of the fix")
)
GOLD_OFF = ["exact", "contained", "revert", "solved", "similar"]
UNSEEN = {"off": GOLD_OFF, "decision": "review", "finds": {}}


def made_files(version):
    rows = [f'"name{i}": {{"version": "{version}.{i}", "n": {i}}},\n' for i in range(40)]
    return {
        "package-lock.json": "".join(rows[:10]),
        "third_party/lib.js": "".join(rows[10:20]),
        "dist/all.js": "".join(rows[20:30]),
        "src/parser.c": "/* A Bison parser, made by GNU Bison 3.8.2.  */\n" + "".join(rows[30:]),
    }


def cut_at_the_fix(r, commits):
    for gone in (commits["start"], commits["root"]):
        r.remove(gone)
        del r.parents[gone]
    r.parents[commits["fix"]] = []
    r.write("shallow", commits["fix"] + "\n")


def without(name, path):
    """A partial clone that lacks a file of a commit."""

    def lose(r, commits):
        r.remove(r.blob(path, commits[name]))
        r.configure('[remote "origin"]\n\tpromisor = true\n\tpartialclonefilter = blob:none\n')

    return lose


HISTORIES = {
    # ---- Pull requests and branches ----
    "own-pull-request: forked before the base, and merged after it": [
        "base",
        ("pull < start @refs/pull/12/head", FIX, OWN),
        ("merge < base pull", FIX, OWN, "Merge pull request #12 from ada/fix"),
    ],
    "own-by-its-merge: only its subject has the number; a later merge is none of it": [
        "base",
        ("pull < start @-", FIX, OWN),
        ("merge < base pull", FIX, OWN, "Merge pull request #12 from ada/fix"),
        "old < start @refs/heads/old",
        ("later < old merge @refs/heads/old", FIX, MERGE, "Merge main into old"),
    ],
    "squashed: the subject has the number; 120 is another one, and so is another fix": [
        ("fix", FIX, OWN, "Repair the value (#12)"),
        {},
        {"number": 120, "finds": {"fix": FOUND}},
        {"gold": {PATH: fixed(bug=OTHER_BUG, by=OTHER_FIXED)}, "finds": {}},
    ],
    "pull-reference-only: a clone does not get it": [
        ("fix < start @refs/pull/12/head", FIX, OWN),
    ],
    "backport: cherry-picks to branches, with the same subject and with another number": [
        "base",
        ("fix", FIX, OWN, "Repair the value (#12)"),
        "old < start @refs/heads/1.x",
        ("picked @refs/heads/1.x", FIX, BACKPORT, "Repair the value (#12)"),
        ("other < start @refs/heads/2.x", FIX, BACKPORT, "[2.x] Repair (#12) (#14)"),
    ],
    "evil-merge: the fix is only in the merge itself": [
        "side < start @-",
        "main",
        ("merge < main side", FIX, FOUND),
    ],
    "octopus: the last of three parents has the fix": [
        "base",
        "one < start @-",
        ("two < start @-", FIX, BACKPORT),
        ("merge < base one two", FIX, MERGE),
    ],
    "reverts: the fix is merged, reverted, and made again": [
        ("fix", FIX, OWN, "Repair the value (#12)"),
        ("revert", START, "revert", 'Revert "Repair the value (#12)"'),
        ("again", FIX, FOUND, 'Revert "Revert "Repair the value (#12)""'),
    ],
    "split-on-a-branch: two commits have the fix together; so has the merge": [
        ("one < start @-", FIX, "similar"),
        ("two < one @-", BOTH, "solved"),
        "main",
        ("merge < main two", BOTH, MERGE),
        {"gold": BOTH},
    ],
    # ---- Before the base ----
    "lost-in-a-merge: the fix is on a side branch, and the merge before the base drops it": [
        ("side < start @-", FIX, FOUND),
        "main",
        ("merge < main side", {}),
        "base",
    ],
    "removed-by-refactoring: along with other changes": [
        ("fix", FIX, FOUND),
        ("removed", {PATH: MODULE + lines_of(20, 2)}, "revert"),
        "base",
        {"onto": "start"},
    ],
    "bug-is-introduced: the gold undoes an earlier commit": [
        ("start", FIX, "solved"),
        ("bug", START, "revert"),
        "base",
    ],
    "reverted-only: the fix had other context; what adds lines shows no gold that deletes them": [
        ("start", {PATH: fixed().replace("a * 5", "5 * a")}),
        ("back", START, "revert"),
        {"base": "back", "decision": "review"},
        {"base": "back", "gold": {PATH: fixed(by="")}, "finds": {}},
    ],
    "elsewhere: the base has the lines at another place, where the same change was made": [
        ("start", {PATH: MODULE + TWIN}),
        ("other", {PATH: MODULE + fixed(TWIN)}, "exact"),
        "base",
        {"gold": {PATH: fixed() + fixed(TWIN)}, "off": ["contained"], "decision": "review"},
    ],
    "like-the-base: an earlier commit added such code, which is still there": [
        ("start", START | {COPY: MODULE}),
        ("other", {COPY: MODULE + DONOR.replace("b", "c").replace("value5", "it")}),
        "base",
        ("fix", {PATH: MODULE + DONOR}, FOUND),
    ],
    "lock-file: or another one that a program writes, by its path or by what its head says": [
        ("start", START | made_files("1")),
        ("other", {path: text + "{}\n" for path, text in made_files("2").items()}),
        {"gold": FIX | made_files("2"), "finds": {}},
    ],
    "base-has-the-fix: or is later, and the patch does not apply": [
        ("fix", FIX, "exact"),
        "later",
        {"base": "fix", "onto": "start", "applies": False, "off": ["contained", "solved"],
         "finds": {}},
        {"base": "later", "onto": "start", "applies": False, "off": ["contained", "solved"]},
    ],
    "base-without-a-reference: what is in its past is found all the same": [
        ("fix < start @-", FIX, FOUND),
        ("back < fix @-", START, "revert"),
        "base < back @-",
        "work",
    ],
    # ---- Changes of other shapes ----
    "moved-file: it is fixed there; or both at once": [
        ("moved", {PATH: None, "lib/mod.py": MODULE}),
        ("there", {"lib/mod.py": fixed()}, FOUND),
        ("both < start @refs/heads/x", {PATH: None, "lib/x/mod.py": fixed()}, FOUND),
    ],
    "renamed-file: with the fix; a fix after it, under another name, is not found": [
        ("both < start @refs/heads/x", {PATH: None, "pkg/core.py": fixed()}, "exact"),
        ("renamed", {PATH: None, "pkg/core.py": MODULE}),
        ("there", {"pkg/core.py": fixed()}),
    ],
    "gold-renames: the file, and changes it": [
        ("fix", {PATH: None, "pkg/core.py": fixed()}, FOUND),
    ],
    "two-files: two commits make the change of two files": [
        ("base", {"pkg/more.py": MORE}),
        ("one", FIX, "similar"),
        ("two", {"pkg/more.py": MORE_FIXED}, "solved"),
        {"gold": FIX | {"pkg/more.py": MORE_FIXED}},
    ],
    "tangled: with other changes, of the same file or of others": [
        ("same < start @refs/heads/x", BOTH, "contained solved"),
        ("apart", FIX | {"pkg/other.py": "x = 1\n"}, FOUND),
    ],
    "deletion-only: of a line": [("fix", {PATH: fixed(by="")}, FOUND)],
    "deletion-at-the-end: what is left is in the base, too": [
        ("fix", {PATH: lines_of(0, 11)}, "exact"),
        {"off": ["solved"]},
    ],
    "new-file: the base has not": [("fix", {"pkg/new.py": lines_of(50, 3)}, FOUND)],
    "deleted-file: nothing is left of it": [
        ("fix", {PATH: None}, "exact"),
        {"off": ["solved", "similar"]},
    ],
    "line-ends: the fix has CRLF where the base has not; or the base where the gold has not": [
        ("windows", WINDOWS_FIX, FOUND),
        ("back < start @refs/heads/x", WINDOWS),
        ("there @refs/heads/x", WINDOWS_FIX, FOUND),
        {},
        {"base": "back", "onto": "start", "finds": {"there": FOUND, "windows": BACKPORT}},
    ],
    "no-newline-at-the-end: before and after the fix, or only before; it has few tokens": [
        ("start", {PATH: MODULE + "last = 1"}),
        ("fix", {PATH: MODULE + "last = 2"}, FOUND),
        ("same < start @refs/heads/x", {PATH: MODULE + "last = 2\n"}, FOUND),
        {"off": ["similar"]},
    ],
    "white-space-only: no measure can see another indentation": [
        ("fix", {PATH: fixed(by=BUG.replace("    ", "        "))}),
        UNSEEN,
    ],
    "white-space-of-a-text: in quotes, it is code": [
        ("start", {PATH: MODULE + 'NAME = "{} {}"\n'}),
        ("fix", {PATH: MODULE + 'NAME = "{}{}"\n'}, FOUND),
        {"off": ["similar"]},
    ],
    "moved-lines: nothing is added or removed": [
        ("fix", {PATH: fixed(fixed(by=""), OTHER_BUG, OTHER_BUG + BUG)}, "solved"),
        {"off": GOLD_OFF[:3]},
    ],
    "mode-only: a file becomes executable": [("fix", {PATH: (EXECUTABLE, MODULE)}), UNSEEN],
    "binary-file: alone, or beside the other": [
        ("start", START | {"a.png": "\0PNG1"}),
        ("fix", FIX | {"a.png": "\0PNG2"}, FOUND),
        ("only < start @refs/heads/x", {"a.png": "\0PNG2"}),
        {},
        UNSEEN | {"gold": {"a.png": "\0PNG2"}},
    ],
    "donor: all lines that the gold adds are elsewhere in the base": [
        ("start", {PATH: MODULE + DONOR}),
        ("several", {PATH: BOTH_FIXED + DONOR}, "solved"),
        ("fix < start @refs/heads/x", {PATH: fixed() + DONOR}, FOUND),
        {"off": ["contained"]},
    ],
    "repeated-lines: the gold adds a line twice, and the commit only once": [
        ("half", {PATH: fixed(by=PRINT + BUG)}, "similar"),
        {"gold": {PATH: fixed(by=PRINT + PRINT + BUG)}},
    ],
    "copies: a copy of the file gets the fix, or both do, or both and more": [
        ("start", START | {COPY: MODULE}),
        ("one < start @refs/heads/x", {COPY: fixed()}, FOUND),
        ("both", FIX | {COPY: fixed()}, FOUND),
        ("more < start @refs/heads/y", BOTH | {COPY: BOTH_FIXED}, "contained solved"),
    ],
    "many-hunks: more than are followed at a time": [
        ("start", {PATH: repaired(0)}),
        ("most < start @refs/heads/x", {PATH: repaired(100)}, "similar"),
        ("rest @refs/heads/x", {PATH: repaired(150)}, "solved"),
        ("fix", {PATH: repaired(150)}, FOUND),
    ],
    "not-a-file: it becomes a symbolic link, and comes back with the fix": [
        ("link", {PATH: (SYMLINK, "other.py")}),
        ("back", {PATH: (REGULAR, fixed())}, "solved"),
    ],
    "odd-path: other alphabets, a quote and a space": [
        ("start", {ODD_PATH: MODULE}),
        ("fix", {ODD_PATH: fixed()}, FOUND),
    ],
    # ---- Where it can be seen ----
    "skewed-clocks: the fix is after the base, and its date is before that of all others": [
        ("base", {}, "", "Work", 200),
        ("fix", FIX, FOUND, "Repair it", -300),
        ("later", {}, "", "Work", 90),
    ],
    "older-tag: not in the past of the base, so that deleting later tags leaves it": [
        ("fix < start @refs/tags/v0.9.1", FIX, BACKPORT, "Repair it", 150),
        ("base", {}, "", "Work", 200),
    ],
    "no-reference: reaches the fix": [("fix < start @-", FIX, FOUND)],
    "shallow: cut off at the fix, which was removed again before the base": [
        ("fix", FIX, "solved"),
        ("removed", START, "revert"),
        "base",
        cut_at_the_fix,
    ],
    "partial: the fixed file is missing, and counted": [
        ("fix", FIX),
        without("fix", PATH),
        {"n_unread": 1},
    ],
    "partial-and-sealed: another file is missing; nothing beside the base is in it": [
        without("start", "README"),
    ],
}
