"""Where the solution of a task can be, beside or before its base."""

import os

from repository import EXECUTABLE, REGULAR, SYMLINK
from task_repository import (
    BUG,
    FIXED,
    MODULE,
    OTHER_BUG,
    OTHER_FIXED,
    fix,
    lines_of,
    task_case,
)

PATH = "pkg/mod.py"
GOLD_OFF = ["exact", "contained", "revert", "solved", "similar"]
SIDE, MERGE, OWN = "backport", "merge of the fix", "own pull request"
DONE = {PATH: fix()}


def gold_of(r, base, changes=None):
    """The patch of a commit that is made only for it, and removed with all of its objects."""
    there = r.loose()
    name = r.commit("Gold", changes or DONE, parents=[base], ref=None)
    text = r.diff(base, name)
    for path in r.loose() - there:
        os.remove(path)
    del r.parents[name]
    return text


def simple(r, changes=None, message="Repair the value", **options):
    """A commit with the fix on main, and its gold."""
    base = r.tips["refs/heads/main"]
    name = r.commit(message, changes or DONE, **options)
    return base, name, r.diff(base, name)


# ---- Pull requests and branches ----


@task_case
def own_pull_request(make):
    """The task's own pull request, forked before the base and merged after it."""
    r = make()
    fork = r.begin()
    base = r.work()
    pull = r.commit("Repair the value", DONE, parents=[fork], ref="refs/pull/12/head")
    merge = r.merge("Merge pull request #12 from ada/fix", [base, pull], DONE)
    found = f"exact solved, {OWN}"
    r.task(base, r.diff(fork, pull), {pull: found, merge: found})


@task_case
def own_pull_request_by_its_merge(make):
    """The same, but only the subject of the merge has the number. A later merge that brings the fix
    to another branch is none of it."""
    r = make()
    fork = r.begin()
    base = r.work()
    pull = r.commit("Repair the value", DONE, parents=[fork], ref=None)
    merge = r.merge("Merge pull request #12 from ada/fix", [base, pull], DONE)
    old = r.work(parents=[fork], ref="refs/heads/old")
    later = r.merge("Merge main into old", [old, merge], DONE, ref="refs/heads/old")
    found = f"exact solved, {OWN}"
    r.task(base, r.diff(fork, pull), {pull: found, merge: found, later: f"exact solved, {MERGE}"})


@task_case
def squashed_pull_request(make):
    """One commit with the number of the pull request in its subject; 120 is another one."""
    r = make()
    r.begin()
    base, name, gold = simple(r, message="Repair the value (#12)")
    r.task(base, gold, {name: f"exact solved, {OWN}"})
    r.task(base, gold, {name: "exact solved"}, number=120, twin=0)


@task_case
def pull_reference_only(make):
    """Only refs/pull/12/head has the fix: a clone does not get it."""
    r = make()
    base = r.begin()
    name = r.commit("Repair it", DONE, parents=[base], ref="refs/pull/12/head")
    r.task(base, r.diff(base, name), {name: f"exact solved, {OWN}"})


@task_case
def backport(make):
    """A cherry-pick of the merged commit, with the same subject, to a branch of a release; another
    with a number of its own."""
    r = make()
    fork = r.begin()
    base = r.work()
    name = r.commit("Repair the value (#12)", DONE)
    gold = r.diff(base, name)
    old = r.work(parents=[fork], ref="refs/heads/1.x")
    picked = r.commit("Repair the value (#12)", DONE, parents=[old], ref="refs/heads/1.x")
    other = r.commit("[2.x] Repair (#12) (#14)", DONE, parents=[fork], ref="refs/heads/2.x")
    found = f"exact solved, {SIDE}"
    r.task(base, gold, {name: f"exact solved, {OWN}", picked: found, other: found})


@task_case
def evil_merge(make):
    """The fix is only in the merge itself."""
    r = make()
    base = r.begin()
    side = r.work(parents=[base], ref=None)
    main = r.work()
    merge = r.merge("Merge side", [main, side], DONE)
    r.task(base, r.diff(main, merge, PATH), {merge: "exact solved"})


@task_case
def octopus(make):
    """A merge of three, of which the last has the fix."""
    r = make()
    fork = r.begin()
    base = r.work()
    one = r.work(parents=[fork], ref=None)
    two = r.commit("Repair it", DONE, parents=[fork], ref=None)
    merge = r.merge("Merge two branches", [base, one, two], DONE)
    found = f"exact solved, {SIDE}"
    r.task(base, r.diff(fork, two), {two: found, merge: f"exact solved, {MERGE}"})


@task_case
def reverts(make):
    """The fix is merged, reverted, and made again."""
    r = make()
    r.begin()
    base, name, gold = simple(r, message="Repair the value (#12)")
    revert = r.commit('Revert "Repair the value (#12)"', {PATH: MODULE})
    again = r.commit('Revert "Revert "Repair the value (#12)""', DONE)
    finds = {name: f"exact solved, {OWN}", revert: "revert", again: "exact solved"}
    r.task(base, gold, finds)


@task_case
def split_on_a_branch(make):
    """Two commits of a branch have the fix together; so has the merge."""
    r = make()
    base = r.begin()
    half = fix()
    whole = fix(half, OTHER_BUG, OTHER_FIXED)
    one = r.commit("Half", {PATH: half}, parents=[base], ref=None)
    two = r.commit("Rest", {PATH: whole}, parents=[one], ref=None)
    main = r.work()
    merge = r.merge("Merge", [main, two], {PATH: whole})
    expected = {one: "similar", two: "solved", merge: f"exact solved, {MERGE}"}
    r.task(base, r.diff(base, two), expected)


# ---- Before the base ----


@task_case
def lost_in_a_merge(make):
    """The fix is on a side branch, and the merge before the base drops it."""
    r = make()
    fork = r.begin()
    side = r.commit("Repair the value", DONE, parents=[fork], ref=None)
    main = r.work()
    r.merge("Merge side", [main, side])
    base = r.work(3)
    r.task(base, r.diff(fork, side), {side: "exact solved"})


@task_case
def removed_by_refactoring(make):
    """The fix was there, and was removed along with other changes before the base."""
    r = make()
    start = r.begin()
    name = r.commit("Repair the value", DONE)
    removed = r.commit("Refactor", {PATH: MODULE + lines_of(20, 2)})
    base = r.work(2)
    r.task(base, r.diff(start, name), {name: "exact solved", removed: "revert"})


@task_case
def bug_is_introduced(make):
    """The gold undoes an earlier commit: the first version has the solution."""
    r = make()
    first = r.begin({PATH: fix()})
    bug = r.commit("Simplify", {PATH: MODULE})
    base = r.work()
    r.task(base, r.diff(bug, first), {first: "solved", bug: "revert"})


@task_case
def base_has_the_fix(make):
    """The base is the fix, or later: the patch does not apply."""
    r = make()
    r.begin()
    before, name, gold = simple(r)
    later = r.work()
    off = ["contained", "solved"]
    r.task(name, gold, {}, applies=False, off=off)
    r.task(later, gold, {name: "exact"}, applies=False, off=off, twin=0)


@task_case
def base_without_a_reference(make):
    """Nothing reaches the base. What is in its past is found all the same."""
    r = make()
    start = r.begin()
    name = r.commit("Repair the value", DONE, ref=None, parents=[start])
    back = r.commit("Back", {PATH: MODULE}, ref=None, parents=[name])
    base = r.work(parents=[back], ref=None)
    r.work()
    r.task(base, r.diff(start, name), {name: "exact solved", back: "revert"})


# ---- Changes of other shapes ----


@task_case
def moved_file(make):
    """The file is moved, and fixed there; or both at once."""
    r = make()
    base = r.begin()
    r.commit("Move", {PATH: None, "lib/mod.py": MODULE})
    name = r.commit("Repair it", {"lib/mod.py": fix()})
    both = r.commit("Both", {PATH: None, "lib/x/mod.py": fix()}, [base], "refs/heads/x")
    finds = {name: "exact solved", both: "exact solved"}
    r.task(base, gold_of(r, base), finds)


@task_case
def renamed_file(make):
    """The file gets another name while it is fixed. A fix under the other name is not found."""
    r = make()
    base = r.begin()
    both = r.commit("Both", {PATH: None, "pkg/core.py": fix()}, [base], "refs/heads/x")
    r.commit("Rename", {PATH: None, "pkg/core.py": MODULE})
    r.commit("Repair it", {"pkg/core.py": fix()})
    r.task(base, gold_of(r, base), {both: "exact"})


@task_case
def gold_renames(make):
    """The gold itself renames the file."""
    r = make()
    base = r.begin()
    name = r.commit("Repair it", {PATH: None, "pkg/core.py": fix()})
    r.task(base, r.diff(base, name), {name: "exact solved"})


@task_case
def split(make):
    """Two commits have the fix together, with another one between."""
    r = make()
    base = r.begin()
    half = fix()
    whole = fix(half, OTHER_BUG, OTHER_FIXED)
    one = r.commit("Half", {PATH: half})
    r.work()
    name = r.commit("Rest", {PATH: whole})
    r.task(base, r.diff(base, name, PATH), {one: "similar", name: "solved"})


@task_case
def two_files(make):
    """The gold changes two files, and two commits make it."""
    r = make()
    start = r.begin()
    base = r.commit("More", {"pkg/more.py": lines_of(30, 5)})
    more = lines_of(30, 5).replace("value32 + b", "value32 - b")
    one = r.commit("One", DONE)
    name = r.commit("Two", {"pkg/more.py": more})
    assert start != base
    r.task(base, r.diff(base, name), {one: "similar", name: "solved"})


@task_case
def tangled(make):
    """The fix is squashed together with other changes, of the same file or of others."""
    r = make()
    base = r.begin()
    other = fix(fix(), OTHER_BUG, OTHER_FIXED)
    same = r.commit("Several", {PATH: other}, [base], "refs/heads/x")
    apart = r.commit("Several", {PATH: fix(), "pkg/other.py": "x = 1\n"})
    r.task(base, gold_of(r, base), {same: "contained solved", apart: "exact solved"})


@task_case
def deletion_only(make):
    """The gold deletes a line."""
    r = make()
    r.begin()
    base, name, gold = simple(r, {PATH: fix(fixed="")})
    r.task(base, gold, {name: "exact solved"})


@task_case
def deletion_at_the_end(make):
    """The gold deletes the last lines: what is left is in the base too."""
    r = make()
    r.begin()
    base, name, gold = simple(r, {PATH: lines_of(0, 11)})
    r.task(base, gold, {name: "exact"}, off=["solved"])


@task_case
def new_file(make):
    """The gold is a new file."""
    r = make()
    r.begin()
    base, name, gold = simple(r, {"pkg/new.py": lines_of(50, 3)})
    r.task(base, gold, {name: "exact solved"})


@task_case
def deleted_file(make):
    """The gold deletes the file."""
    r = make()
    r.begin()
    base, name, gold = simple(r, {PATH: None})
    r.task(base, gold, {name: "exact"}, off=["solved", "similar"])


@task_case
def line_ends(make):
    """The fix has CRLF where the base has not; or the base has it and the gold has not."""
    r = make()
    base = r.begin()
    windows = r.commit("Repair it", {PATH: fix().replace("\n", "\r\n")})
    back = r.commit("Convert", {PATH: MODULE.replace("\n", "\r\n")}, [base], "refs/heads/x")
    gold = gold_of(r, base)
    name = r.commit("Repair it", {PATH: fix().replace("\n", "\r\n")}, [back], "refs/heads/x")
    finds = {windows: "exact solved", name: "exact solved"}
    r.task(base, gold, finds)
    r.task(back, gold, {name: "exact solved", windows: f"exact solved, {SIDE}"}, twin=0)


@task_case
def no_newline_at_the_end(make):
    """The last line has no end, before and after the fix, or only after it."""
    r = make()
    r.begin({PATH: MODULE + "last = 1"})
    base, name, gold = simple(r, {PATH: MODULE + "last = 2"})
    other = r.commit("Same", {PATH: MODULE + "last = 2\n"}, [base], "refs/heads/x")
    found = {name: "exact solved", other: "exact solved"}
    r.task(base, gold, found, off=["similar"])  # a change of few tokens


@task_case
def white_space_only(make):
    """The gold changes the indentation: no measure can see it."""
    r = make()
    r.begin()
    base, name, gold = simple(r, {PATH: fix(fixed=BUG.replace("    ", "        "))})
    r.task(base, gold, {}, off=GOLD_OFF, decision="review")


@task_case
def moved_lines(make):
    """The gold moves lines: nothing is added or removed."""
    r = make()
    r.begin()
    moved = fix(fix(fixed=""), OTHER_BUG, OTHER_BUG + BUG)
    base, name, gold = simple(r, {PATH: moved})
    r.task(base, gold, {name: "solved"}, off=GOLD_OFF[:3])


@task_case
def mode_only(make):
    """The gold makes a file executable."""
    r = make()
    r.begin()
    base, name, gold = simple(r, {PATH: (EXECUTABLE, MODULE.encode())})
    r.task(base, gold, {}, off=GOLD_OFF, decision="review")


@task_case
def binary_file(make):
    """The gold changes a binary file, alone or beside the other."""
    r = make()
    r.begin({PATH: MODULE, "a.png": b"\0PNG1"})
    base, name, gold = simple(r, DONE | {"a.png": b"\0PNG2"})
    r.task(base, gold, {name: "exact solved"})
    only = r.commit("Picture", {"a.png": b"\0PNG2"}, [base], "refs/heads/x")
    r.task(base, r.diff(base, only), {}, off=GOLD_OFF, decision="review")


@task_case
def donor(make):
    """All lines that the gold adds are elsewhere in the base."""
    r = make()
    more = "def clone(b, value5):\n" + FIXED
    r.begin({PATH: MODULE + more})
    base = r.work()
    name = r.commit("Several", {PATH: fix(fix(), OTHER_BUG, OTHER_FIXED) + more})
    alone = r.commit("Repair it", {PATH: fix() + more}, [base], "refs/heads/x")
    gold = r.diff(base, alone)
    r.task(base, gold, {name: "solved", alone: "exact solved"}, off=["contained"])


@task_case
def repeated_lines(make):
    """The gold adds a line twice, and the commit only once."""
    r = make()
    base = r.begin()
    line = "    print(value5)\n"
    half = r.commit("Half", {PATH: fix(fixed=line + BUG)})
    gold = gold_of(r, base, {PATH: fix(fixed=line + line + BUG)})
    r.task(base, gold, {half: "similar"})


@task_case
def copies(make):
    """A copy of the file in another folder gets the fix, or both do, or both and more."""
    r = make()
    copy = "vendor/mod.py"
    base = r.begin({PATH: MODULE, copy: MODULE})
    one = r.commit("Copy", {copy: fix()}, [base], "refs/heads/x")
    both = r.commit("Both", {PATH: fix(), copy: fix()})
    more = fix(fix(), OTHER_BUG, OTHER_FIXED)
    more = r.commit("More", {PATH: more, copy: more}, [base], "refs/heads/y")
    finds = {one: "exact solved", both: "exact solved", more: "contained solved"}
    r.task(base, gold_of(r, base), finds)


@task_case
def many_hunks(make):
    """More hunks than are followed at a time."""
    r = make()
    text = lines_of(0, 150)
    base = r.begin({PATH: text})
    half = whole = text
    for i in range(0, 150, 2):
        whole = whole.replace(f"return value{i} + b", f"return value{i} - b")
        if i < 100:
            half = whole
    most = r.commit("Most", {PATH: half}, [base], "refs/heads/x")
    rest = r.commit("Rest", {PATH: whole}, ref="refs/heads/x")
    name = r.commit("Repair all", {PATH: whole})
    found = {name: "exact solved", most: "similar", rest: "solved"}
    r.task(base, r.diff(base, name), found)


@task_case
def not_a_file(make):
    """The file becomes a symbolic link, and comes back with the fix."""
    r = make()
    base = r.begin()
    r.commit("Link", {PATH: (SYMLINK, b"other.py")})
    name = r.commit("Back", {PATH: (REGULAR, fix().encode())})
    r.task(base, gold_of(r, base), {name: "solved"})


@task_case
def odd_path(make):
    """The path has letters of other alphabets, a quote and a space."""
    r = make()
    path = 'grö ß"e/数 x.py'
    r.begin({path: MODULE})
    base, name, gold = simple(r, {path: fix()})
    r.task(base, gold, {name: "exact solved"})


# ---- Where it can be seen ----


@task_case
def sealed(make):
    """Nothing but the base and its past."""
    r = make()
    base = r.begin()
    gold = gold_of(r, base)
    r.link("refs/tags/v1", r.parents[base][0])
    r.task(base, gold, {})


@task_case
def skewed_clocks(make):
    """The fix is after the base, and its date is before that of all others."""
    r = make()
    r.begin(date=100)
    base = r.work(date=200)
    name = r.commit("Repair it", DONE, date=-300)
    r.work(date=90)
    r.task(base, r.diff(base, name), {name: "exact solved"})


@task_case
def hole_of_the_recipe(make):
    """A tag is older than the base, and not in its past: deleting later tags leaves it."""
    r = make()
    fork = r.begin(date=100)
    name = r.commit("Repair it", DONE, [fork], None, date=150)
    r.link("refs/tags/v0.9.1", name)
    base = r.work(date=200)
    r.task(base, r.diff(fork, name), {name: f"exact solved, {SIDE}"})


@task_case
def no_reference(make):
    """No reference reaches the fix."""
    r = make()
    base = r.begin()
    name = r.commit("Repair it", DONE, [base], None)
    r.task(base, r.diff(base, name), {name: "exact solved"})


@task_case
def shallow(make):
    """The history is cut off at the fix, which was removed again before the base."""
    r = make()
    start = r.begin()
    name = r.commit("Repair it", DONE)
    gold = r.diff(start, name)
    removed = r.commit("Remove it", {PATH: MODULE})
    base = r.work()
    for gone in (start, *r.parents[start]):
        os.remove(r.path_of(gone))
        del r.parents[gone]
    r.parents[name] = []
    r.write("shallow", name + "\n")
    r.task(base, gold, {name: "solved", removed: "revert"})


@task_case
def partial(make):
    """A partial clone: the blob of the fixed file is missing, and counted."""
    r = make()
    r.begin()
    base, name, gold = simple(r)
    os.remove(r.path_of(r.files[name][PATH.encode()][1]))
    r.configure('[remote "origin"]\n\tpromisor = true\n\tpartialclonefilter = blob:none\n')
    r.task(base, gold, {}, n_unread=1)


@task_case
def partial_and_sealed(make):
    """A partial clone without a blob of another file: nothing beside the base is in it."""
    r = make()
    base = r.begin()
    gold = gold_of(r, base)
    os.remove(r.path_of(r.files[base][b"README"][1]))
    r.configure('[remote "origin"]\n\tpromisor = true\n\tpartialclonefilter = blob:none\n')
    r.task(base, gold, {})


@task_case
def two_tasks(make):
    """Two tasks with the same fix, and one with another."""
    r = make()
    first = r.begin()
    base = r.work()
    name = r.commit("Repair it", DONE)
    gold = r.diff(base, name)
    r.task(first, gold, {name: "exact solved"})
    r.task(base, gold, {name: "exact solved"}, twin=0)
    other = gold_of(r, base, {PATH: fix(bug=OTHER_BUG, fixed=OTHER_FIXED)})
    r.task(base, other, {})
