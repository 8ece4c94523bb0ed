"""Repositories that somebody made to harm or mislead a miner: configuration that starts programs,
remotes, missing objects, and what replaces objects or lies about them."""

import hashlib
import os
import shlex
import struct

from repository import MAIN, SHOP, SUBMODULE, case

NO_PARENT = 0x70000000
SIGNATURE = "-----BEGIN PGP SIGNATURE-----\n \n iQEzBAABCAAdFiEE\n -----END PGP SIGNATURE-----"


def trap(r, what):
    """A shell command that creates OUT/pwned, and says in it what was started."""
    return f"echo {what} >>{shlex.quote(os.path.join(r.out, 'pwned'))}"


def quoted(text):
    """A value of git's configuration."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def section(name, keys):
    """A section of the configuration, of {key: value}."""
    lines = (f"\t{key} = {value}\n" for key, value in keys.items())
    return f"[{name}]\n" + "".join(lines)


def executable(path, command):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"#!/bin/sh\n{command}\n")
    os.chmod(path, 0o755)
    return path


# ---- Configuration ----

# Keys whose values are commands, by section.
COMMANDS = {
    "core": "fsmonitor sshCommand pager editor alternateRefsCommand askPass gitProxy",
    "pager": "log show diff cat-file rev-list",
    "diff": "external tool",
    'diff "evil"': "textconv command",
    'filter "evil"': "clean smudge",
    'filter "long"': "process",
    'merge "evil"': "driver",
    "alias": "log cat-file rev-list diff-tree rev-parse",
    "credential": "helper",
    "uploadpack": "packObjectsHook",
    "interactive": "diffFilter",
    "sequence": "editor",
}
HOOKS = "pre-commit post-checkout post-index-change reference-transaction pre-auto-gc"


@case
def evil_config(make):
    """A repository with a work tree, in which every key of the configuration that can start a
    program does, as do attributes in the tree and in info/attributes, an included file outside, and
    hooks. The commits are signed."""
    r = make(is_bare=False)
    attributes = b"*.py diff=evil filter=evil merge=evil\n*.md filter=long\n"
    r.start({"shop.py": SHOP, ".gitattributes": attributes}, gpgsig=SIGNATURE)
    r.bump(gpgsig=SIGNATURE)
    r.bump(gpgsig=SIGNATURE)
    r.run("read-tree", "HEAD")
    for name, content in (("shop.py", SHOP), (".gitattributes", attributes)):
        with open(os.path.join(r.root, name), "wb") as file:
            file.write(content)
    r.write("info/attributes", attributes)
    for hook in HOOKS.split():
        for folder in ("traps/hooks", "hooks"):
            executable(os.path.join(r.git, folder, hook), trap(r, f"hook {hook}"))
    program = lambda name: executable(os.path.join(r.git, "traps", name), trap(r, name))
    signing = lambda name: section("log", {"showSignature": "true"}) + section(
        "gpg", {"program": program(name)}
    )
    outside = os.path.join(r.out, "evil-config-included")
    with open(outside, "w", encoding="utf-8") as file:
        file.write(signing("gpg-included"))
    config = signing("gpg")
    for name, keys in COMMANDS.items():
        sign = "!" if name in ("alias", "credential") else ""
        values = {key: quoted(sign + trap(r, f"{name.split()[0]}.{key}")) for key in keys.split()}
        config += section(name, values)
    more = {
        "core": {"hooksPath": quoted(os.path.join(r.git, "traps/hooks"))},
        'gpg "ssh"': {"program": program("gpg-ssh")},
        'gpg "x509"': {"program": program("gpg-x509")},
        "trace2": {"eventTarget": os.path.join(r.out, "pwned")},
        "protocol": {"allow": "always"},
        "include": {"path": quoted(outside)},
    }
    r.configure(config + "".join(section(name, keys) for name, keys in more.items()))


# Keys and values that change what git prints, by section.
MISLEADING = {
    "core": "abbrev=4 quotePath=false logAllRefUpdates=always sparseCheckout=true "
    "preferSymlinkRefs=true notesRef=refs/heads/main",
    "diff": "renames=copies ignoreSubmodules=all submodule=log relative=true noprefix=true "
    "dirstat=files",
    "log": "follow=true showRoot=false diffMerges=on decorate=full date=relative graph=true",
    "format": "pretty=email notes=true",
    "color": "ui=always",
    "i18n": "logOutputEncoding=UTF-16 commitEncoding=UTF-16",
    "pager": "log=true",
    'submodule "module"': "path=module.py ignore=all",
}


@case
def misleading_config(make):
    """Configuration and attributes that change what git prints: renames, hidden submodules and
    files, another order, colours, abbreviations, other formats, another encoding, notes, and a
    message encoding with NUL bytes. What is found is the same as without."""
    r = make()
    r.start({"shop.py": SHOP, "sub/shop.py": SHOP, "module.py": (SUBMODULE, "1" * 40)})
    r.bump()
    r.bump(path="sub/shop.py")
    fixed = r.text("shop.py").replace(b"LIMIT = 6", b"LIMIT = 9")
    r.commit("Fix by a new name", {"shop.py": None, "new.py": fixed})
    r.commit("Fix the module", {"module.py": (SUBMODULE, "2" * 40)})
    both = {"new.py": SHOP.replace(b"5", b"10"), "sub/shop.py": SHOP}
    r.commit("Fix two files", both)
    r.rejects.update(renamed=1, submodule=1, too_many_files=1)
    r.merge([r.tips[MAIN], r.bump(path="new.py", parents=[r.tips[MAIN]], ref="refs/heads/side")])
    r.write("info/attributes", b"*.py -diff binary export-ignore\n")
    r.write("order", b"sub\n")
    r.write("info/exclude", b"*\n")
    r.write("info/sparse-checkout", b"/new.py\n")
    config = section("diff", {"orderFile": quoted(os.path.join(r.git, "order"))})
    for name, keys in MISLEADING.items():
        config += section(name, dict(key.split("=") for key in keys.split()))
    r.configure(config)


# ---- Clones that lack objects ----


@case
def partial_clones(make):
    """Partial clones whose missing blobs git would fetch from a promisor remote, with a URL or a
    command that creates OUT/pwned. The first fix lacks a blob, the second does not."""
    remotes = {
        "partial-ext": 'url = {ext}\n[protocol "ext"]\n\tallow = always\n',
        "partial-upload-pack": "url = {here}\n\tuploadpack = {command}\n",
        "partial-ssh": "url = ssh://localhost/x\n[core]\n\tsshCommand = {command}\n",
        "partial-vcs": 'url = {words}\n\tvcs = ext\n[protocol "ext"]\n\tallow = always\n',
    }
    for name, remote in remotes.items():
        r = make(name)
        first = r.start()
        r.bump(reject="missing_blob")
        r.bump()
        r.remove(r.blob("shop.py", first))
        # a pack of a promisor, as a clone has it; git does not miss what its objects name
        pack = os.path.basename(r.pack())
        r.write(f"objects/pack/{pack}.promisor", b"")
        # how the helper ext writes a command
        words = f"sh -c {trap(r, name).replace('%', '%%').replace(' ', '% ')}"
        remote = remote.format(words=quoted(words), ext=quoted("ext::" + words),
                               here=quoted(r.git), command=quoted(trap(r, name)))
        r.configure(
            "[extensions]\n\tpartialClone = origin\n"
            f'[remote "origin"]\n\tpromisor = true\n\tpartialclonefilter = blob:none\n\t{remote}'
        )


@case
def missing(make):
    """Blobs that are not there: an old one, a new one, and both of a pair."""
    r = make()
    paths = ("old.py", "new.py", "two.py", "shop.py")
    start = r.start({path: SHOP.replace(b"item", path[:3].encode()) for path in paths})
    for path in paths[:3]:
        r.bump(path=path, reject="missing_blob")
    r.bump()
    end = r.tips[MAIN]
    r.remove(*(r.blob(path, start) for path in ("old.py", "two.py")))
    r.remove(*(r.blob(path, end) for path in ("new.py", "two.py")))


# ---- What replaces other objects, or lies about them ----


@case
def replace_refs(make):
    """Refs below refs/replace: a commit that is replaced by one with another change, and a blob by
    another one. They are ignored. They are refs, so that `git log --all` would also list the
    replacement as a commit; it is not a pair."""
    r = make()
    base = r.start()
    commit = r.bump()
    other = r.text("shop.py", base).replace(b"amount > LIMIT", b"amount >= LIMIT")
    lie = r.commit("Fix the comparison", {"shop.py": other}, parents=[base], ref=None)
    r.write(f"refs/replace/{commit}", lie + "\n")
    blob = r.files[r.bump()][b"shop.py"][1]
    r.write(f"refs/replace/{blob}", r.put("blob", b"LIMIT = 99\n") + "\n")


@case
def grafts(make):
    """The file info/grafts gives the root a parent, takes one from a merge, and gives a commit
    another parent. It is ignored, although git reads it even without replace refs."""
    r = make()
    base = r.start()
    other = SHOP.replace(b"amount > LIMIT", b"amount >= LIMIT")
    r.rejects["root"] += 1
    stranger = r.commit("Stranger", {"shop.py": other}, parents=[], ref="refs/heads/stranger")
    fix = r.bump(parents=[base])
    side = r.bump(parents=[base], ref="refs/heads/side", message="Fix it, too")
    merge = r.merge([fix, side], "Merge and fix")
    r.write("info/grafts", f"{base} {stranger}\n{fix} {stranger}\n{merge} {stranger}\n")


@case
def commit_graph(make):
    """The file objects/info/commit-graph, a copy of what the commits say, claims that the merge has
    one parent. The truth is in the commits."""
    r = make()
    r.start({"shop.py": SHOP, "side.py": SHOP})
    base = r.bump()
    side = r.bump(path="side.py", parents=[base], ref="refs/heads/side")
    main = r.bump(parents=[base])
    r.merge([main, side], "Merge and fix")
    r.run("commit-graph", "write", "--reachable")
    path = os.path.join(r.objects, "info/commit-graph")
    with open(path, "rb") as file:
        graph = bytearray(file.read())[:-20]
    # a table of names and places, then ids, generations and parents: gitformat-commit-graph(5)
    chunks = dict(struct.unpack_from(">4sQ", graph, place) for place in range(8, 56, 12))
    n_commits = struct.unpack_from(">I", graph, chunks[b"OIDF"] + 4 * 255)[0]
    for number in range(n_commits):
        at = chunks[b"CDAT"] + 36 * number + 24
        struct.pack_into(">I", graph, at, NO_PARENT)
    os.chmod(path, 0o644)
    r.write("objects/info/commit-graph", bytes(graph) + hashlib.sha1(graph).digest())


@case
def alternates(make):
    """Repositories whose objects are partly in other folders (objects/info/alternates): a base that
    is complete, one that borrows from it by a relative path, one that borrows by an absolute path
    from a folder that is not a repository, and two whose alternates are damaged and lack nothing:
    they name themselves, and a folder that does not exist."""
    base = make("alternates-base")
    base.start()
    base.bump()
    outside = make.folder("alternates-outside-objects", {"info/packs": b"\n"})
    for name, objects, line in (
        ("sibling", base.objects, "../../alternates-base/objects"),
        ("outside", outside, outside),
        ("loop", None, "."),
        ("nowhere", None, "/nowhere/at/all"),
    ):
        r = make("alternates-" + name)
        own, r.objects = r.objects, objects or r.objects
        r.start()
        r.bump()
        r.objects = own
        r.bump("Fix the limit again")
        r.write("objects/info/alternates", line + "\n")


@case
def git_file(make):
    """A folder with a file .git that points to a repository elsewhere, which has no configuration
    of a work tree. It is what git makes for submodules."""
    r = make("git-file-store")
    r.start()
    r.bump()
    make.folder("git-file", {".git": b"gitdir: ../git-file-store\n"})
