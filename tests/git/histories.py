"""Repositories with ordinary histories: which commits and files make pairs."""

import os

from repository import EXECUTABLE, MAIN, REGULAR, SHOP, SUBMODULE, SYMLINK, case


@case
def languages(make):
    """A fix in a file of each extension, and in files that are none of these languages."""
    code = b"// SPDX-License-Identifier: BSD-3-Clause\nint limit(int n) {\n    return n < 5;\n}\n"
    java = b"class Shop {\n    boolean limit(int n) {\n        return n < 5;\n    }\n}\n"
    known = ["shop.c", "shop.cpp", "shop.cc", "shop.cxx", "shop.hpp", "Shop.java"]
    others = ["shop.pyx", "shop.py3", "shop.txt", "shop", "Shop.java~"]
    r = make()
    r.start({path: java if "S" in path else code for path in known + others} | {"shop.py": SHOP})
    r.bump()
    for path in known:
        r.fix(path, "n {} 5", "<", "<=", "comparison_operator")
    for path in others:
        r.commit("Fix it", {path: r.text(path).replace(b"<", b"<=")})


@case
def headers(make):
    """Fixes in headers, whose language is that of most of the modified files, wherever they are.
    Files that no commit modifies do not count."""
    for name, others, language in (
        ("headers", ["c/a.c", "a.cc", "a.hpp"], "cpp"),
        ("headers-c", ["a.c", "b.c", "a.cpp"], "c"),
        ("headers-even", ["a.c", "a.cpp"], "cpp"),
        ("headers-alone", [], "c"),
    ):
        r = make(name)
        r.start({path: b"int LIMIT = 5;\n" for path in ["a.h", "c/a.h", "b.cxx", *others]})
        for path in others:
            r.bump(path=path)
        for path in ("a.h", "c/a.h"):
            r.bump(path=path, language=language)


@case
def file_numbers(make):
    """Commits that modify two files of code: too many. Then a file of code and one that does not
    count: a text, a test, documentation. Then the other one is new or deleted. Two files that do
    not count, and a test alone. A commit without a keyword that modifies two texts."""
    r = make()
    r.start({"shop.py": SHOP, "other.py": SHOP, "tests.py": SHOP, "README": b"1\n", "NEWS": b"1\n"})
    two = SHOP.replace(b"5", b"6")
    r.bump(others={"other.py": two}, reject="too_many_files")
    r.bump(others={"new.py": SHOP}, reject="too_many_files")
    r.bump(others={"README": b"2\n"})
    r.bump(others={"tests.py": two})
    r.bump(others={"notes.txt": b"1\n", "doc/conf.py": SHOP, "tests.py": None})
    r.rejects["renamed"] += 1
    r.commit("Fix tests", {"doc/conf.py": two, "README": b"2\n3\n"})
    r.rejects["too_many_files"] += 1
    r.bump(path="doc/conf.py")
    r.commit("Change the texts", {"README": b"3\n", "NEWS": b"2\n"})
    r.rejects["no_keyword"] += 1


@case
def nothing(make):
    """Commits that count nowhere, though their messages have keywords: one that changes nothing,
    and some that touch no file of a known language."""
    r = make()
    r.start({"README": b"1\n", "Makefile": b"all:\n"})
    r.commit("Fix nothing")
    r.commit("Fix the text", {"README": b"2\n"})
    r.commit("Fix the mode", {"README": (EXECUTABLE, b"2\n")})
    r.commit("Fix by a text", {"NEWS": b"1\n"})
    r.commit("Fix by removal", {"NEWS": None})


@case
def merges(make):
    """A fix on the main branch, one on a side branch, a merge of both, an octopus of three, and a
    merge with a change of its own, which is no parent's. Merges are counted and never pairs."""
    r = make()
    r.start({"shop.py": SHOP, "a.py": SHOP, "b.py": SHOP, "c.py": SHOP})
    root = r.tips[MAIN]
    sides = [
        r.bump(path=f"{name}.py", parents=[root], ref=f"refs/heads/{name}") for name in "abc"
    ]
    main = r.bump()
    fixed = {name: r.text(name, side) for name, side in zip(("a.py", "b.py", "c.py"), sides)}
    first = {"a.py": fixed.pop("a.py")}
    main = r.merge([main, sides[0]], "Merge the fix of a", changes=first)
    main = r.merge([main, *sides[1:]], "Merge the fixes of b and c", changes=fixed)
    side = r.bump(path="a.py", parents=[main], ref="refs/heads/a")
    own = r.text("shop.py").replace(b"LIMIT = 6", b"LIMIT = 7")
    changes = {"shop.py": own, "a.py": r.text("a.py", side)}
    r.merge([main, side], "Merge, and fix a bug", changes=changes)


@case
def renames(make):
    """Files that are renamed, with a change and without. Then commits that add or delete files in
    one language or two, a copy, and a link. None is a pair."""
    r = make()
    texts = {f"{i}.py": SHOP.replace(b"class Cart", b"class C%d" % i) for i in range(4)}
    r.start(texts | {"link.py": (SYMLINK, b"0.py"), "Shop.java": b"class Shop { int a = 1; }"})
    new = texts["0.py"].replace(b"5", b"6")
    r.commit("Fix by a new name", {"0.py": None, "store.py": new})
    r.commit("Fix by a folder", {"store.py": None, "a/b/store.py": new})
    r.bump(path="a/b/store.py")
    r.commit("Fix by a copy", {"copy.py": texts["3.py"].replace(b"5", b"8")})
    r.bump(path="copy.py")
    r.commit("Fix by less", {"copy.py": None})
    r.commit("Fix by a link", {"link.py": None, "other.py": (SYMLINK, b"1.py")})
    r.commit("Fix the language", {"Shop.java": None, "Shop.c": b"class Shop { int a = 2; }"})
    others = {"1.py": None, "one.py": texts["1.py"], "2.py": texts["2.py"] + b"#"}
    r.commit("Fix by a new name, and another file", others)
    r.rejects.update(renamed=4, too_many_files=1)


@case
def roots(make):
    """Two roots, one with a fix after it, that a merge joins."""
    r = make()
    r.start()
    first = r.bump()
    r.rejects["root"] += 1
    other = {"other.py": SHOP}
    second = r.commit("Start again: fix all", other, parents=[], ref="refs/heads/other")
    r.merge([first, second])


@case
def shallow(make):
    """A clone without the first commit. The second one, a fix, is at the boundary: its parent is
    not there. The third is a pair."""
    r = make()
    first = r.start()
    second = r.bump(reject="shallow_boundary")
    r.bump()
    del r.rejects["root"]
    r.remove(first, r.blob("shop.py", first))
    r.write("shallow", second + "\n")


@case
def shallow_with_parents(make):
    """The file `shallow` names a commit although its parent is there, and one that does not
    exist."""
    r = make()
    r.start()
    del r.rejects["root"]
    r.write("shallow", r.bump(reject="shallow_boundary") + "\n" + "1" * 40 + "\n")
    r.bump()


@case
def modes(make):
    """A file that becomes executable: alone, it has identical tokens; with a fix, it is a pair."""
    r = make()
    r.start()
    r.commit("Fix the mode", {"shop.py": (EXECUTABLE, SHOP)})
    r.rejects["identical"] += 1
    fixed = SHOP.replace(b"LIMIT = 5", b"LIMIT = 6")
    r.expect(r.commit("Fix the mode and the limit", {"shop.py": (REGULAR, fixed)}), "shop.py")


@case
def links(make):
    """Symbolic links and submodules in the place of Python files: changed, and in the place of a
    regular file before or after. (git calls the last two T, not M.)"""
    r = make()
    modules = [(SUBMODULE, f"{number}" * 40) for number in (1, 2, 3)]
    link = (SYMLINK, b"shop.py")
    r.start({"link.py": link, "module.py": modules[0], "module": modules[0], "shop.py": SHOP})
    for change in ((SYMLINK, b"store.py"), (REGULAR, SHOP), (SYMLINK, b"/etc/passwd")):
        r.commit("Fix the link", {"link.py": change})
        r.rejects["symlink"] += 1
    for change in (modules[1], (REGULAR, SHOP), modules[2]):
        r.commit("Fix the module", {"module.py": change})
        r.rejects["submodule"] += 1
    r.commit("Fix the module without extension", {"module": modules[1]})
    r.rejects["submodule"] += 1
    r.bump()


@case
def undone(make):
    """A fix that a commit undoes without a word, and one that undoes a part of a file."""
    r = make()
    r.start()
    r.bump()
    r.commit("Fix it again", {"shop.py": SHOP})
    r.rejects["revert"] += 1
    r.fix("shop.py", "LIMIT = {}", "5", "7")
    r.fix("shop.py", "amount {} LIMIT", ">", ">=", "comparison_operator")
    r.fix("shop.py", "LIMIT = {}", "7", "5")


@case
def fork(make):
    """Two repositories that share a commit with a fix, which is a pair of both, and have one more
    of their own."""
    for name in ("fork-upstream", "fork-copy"):
        r = make(name)
        r.start()
        r.bump()
        r.bump(f"Fix it in {name}")


@case
def refs(make):
    """Commits that only a tag of a tag, a remote branch, a stash, a detached HEAD, a reflog, or no
    ref reaches, and refs to a blob, to a tree, and to nothing. The last two commits are not found.
    A stash is a merge, and the commit of its index is a pair like any other."""
    r = make()
    base = r.start()
    tag = lambda name, kind, of: r.put(
        "tag", f"object {of}\ntype {kind}\ntag {name}\ntagger A <a@b> 1 +0000\n\nbug\n".encode()
    )
    commit = r.bump("Fix for a tag", parents=[base], ref=None)
    r.write("refs/tags/outer", tag("outer", "tag", tag("inner", "commit", commit)) + "\n")
    commit = r.bump("Fix for a remote", parents=[base], ref="refs/remotes/origin/main")
    r.write("refs/remotes/origin/HEAD", "ref: refs/remotes/origin/main\n")
    packed = r.bump("Fix for a packed ref", parents=[base], ref=None)
    head = "# pack-refs with: peeled fully-peeled sorted \n"
    r.write("packed-refs", f"{head}{packed} refs/pull/1/head\n")
    index = r.bump("index on main: Fix the limit", parents=[base], ref=None)
    stash = r.merge([base, index], "WIP on main: Fix the limit", ref="refs/stash")
    r.write("logs/refs/stash", f"{'0' * 40} {stash} A <a@b> 1 +0000\tWIP on main\n")
    detached = r.bump("Fix for a detached HEAD", parents=[base], ref=None)
    r.write("HEAD", detached + "\n")
    blob, tree = r.put("blob", b"LIMIT = 1\n"), r.tree_of(r.files[base])
    r.write("refs/tags/blob", blob + "\n")
    r.write("refs/tags/tree", tree + "\n")
    r.write("refs/tags/tagged-blob", tag("tagged-blob", "blob", blob) + "\n")
    r.write("refs/heads/dangling", "ref: refs/heads/nowhere\n")
    r.write("refs/heads/loop", "ref: refs/heads/loop\n")
    n_pairs = len(r.pairs)
    lost = r.bump("Fix that only a reflog has", parents=[base], ref=None)
    r.write("logs/HEAD", f"{base} {lost} A <a@b> 1 +0000\tcommit\n")
    r.bump("Fix that nothing has", parents=[base], ref=None)
    del r.pairs[n_pairs:]


@case
def notes(make):
    """Notes of git, whose commits modify files that are named after commits."""
    r = make()
    r.start()
    commit = r.bump()
    ref = "refs/notes/commits"
    r.rejects["root"] += 1
    r.commit("Fix by a note", {commit: b"bug\n"}, parents=[], ref=ref)
    r.commit("Fix the note", {commit: b"bugs\n"}, ref=ref)


@case
def sha256(make):
    """Ids of 64 digits."""
    r = make(algorithm="sha256")
    r.start()
    r.bump()
    r.merge([r.tips[MAIN], r.bump(parents=[r.tips[MAIN]], ref="refs/heads/side")])


@case
def packed(make):
    """All objects in a pack, and refs in packed-refs."""
    r = make()
    r.start()
    r.bump()
    r.bump()
    r.pack()
    r.run("pack-refs", "--all")


@case
def work_tree(make):
    """A repository with a work tree, in which files were changed and added since."""
    r = make(is_bare=False)
    r.start()
    r.bump()
    for name in ("shop.py", "new.py"):
        with open(os.path.join(r.root, name), "wb") as file:
            file.write(SHOP)


@case
def linked_work_tree(make):
    """A repository, and a second work tree of it with a branch of its own and the file .git, which
    is not followed."""
    r = make("linked-first", is_bare=False)
    r.start()
    r.bump()
    r.bump(ref="refs/heads/side", parents=[r.tips[MAIN]])
    link = f"gitdir: {r.git}/worktrees/second\n".encode()
    second = make.folder("linked-second", {".git": link})
    r.write("worktrees/second/HEAD", "ref: refs/heads/side\n")
    r.write("worktrees/second/commondir", "../..\n")
    r.write("worktrees/second/gitdir", f"{second}/.git\n")


@case
def empty(make):
    """Repositories without commits."""
    make("empty")
    make("empty-work-tree", is_bare=False)


@case
def no_repository(make):
    """Folders that are not repositories: an empty one, one with a file, one with an empty folder
    .git, one with a file .git that points to nothing, and one with a folder of objects only."""
    make.folder("folder-empty", {})
    make.folder("folder-file", {"shop.py": SHOP})
    make.folder("folder-git-empty", {".git/description": b"nothing\n"})
    make.folder("folder-git-nowhere", {".git": b"gitdir: /nowhere/at/all\n"})
    make.folder("folder-objects", {"objects/info/packs": b"\n", "refs/heads/main": b"0\n"})
