"""Repositories that are damaged: packs, objects, refs and configuration. Each has a root and fixes
in three files, and is damaged by a function of the repository and its fixes. The functions are in
tables by what becomes of the history."""

import os
import zlib

from repository import SHOP, case

PATHS = ("first.py", "second.py", "third.py")


def read(path):
    with open(path, "rb") as file:
        return file.read()


def replace_file(path, content):
    """Packs are read-only."""
    os.remove(path)
    with open(path, "wb") as file:
        file.write(content)


def half(path):
    replace_file(path, read(path)[: os.path.getsize(path) // 2])


def flip_byte(r, name):
    """In the middle of an object, in the pack that all are moved to."""
    pack = r.pack()
    data = bytearray(read(pack + ".pack"))
    lines = r.run("show-index", stdin=read(pack + ".idx")).decode().splitlines()
    starts = {line.split()[1]: int(line.split()[0]) for line in lines}
    end = min(place for place in [*starts.values(), len(data) - 20] if place > starts[name])
    data[(starts[name] + end) // 2] ^= 0xFF
    replace_file(pack + ".pack", bytes(data))


def damage_object(r, name, damage):
    """Replaces what is in the file of a loose object, given its uncompressed content."""
    path = r.path_of(name)
    replace_file(path, damage(zlib.decompress(read(path))))


def with_size(data, size):
    head, _, content = data.partition(b"\0")
    return zlib.compress(head.split()[0] + b" %d\0" % size + content)


def cut(data):
    return zlib.compress(data)[: len(zlib.compress(data)) // 2]


def second_tree(r, fixes):
    return r.tree_of(r.files[fixes[1]])


def cut_commit_graph(r, _):
    r.run("commit-graph", "write", "--reachable")
    half(os.path.join(r.objects, "info/commit-graph"))


def commit_of_blob(r, fixes):
    """The parent is a blob."""
    blob = r.put("blob", SHOP)
    r.files[blob] = r.files[fixes[2]]
    r.commit("Fix it", parents=[blob])


def writing(path, content):
    return lambda r, _: r.write(path, content)


def on_blob(damage):
    """Damages the loose object of the second fix's new blob."""
    return lambda r, fixes: damage_object(r, r.blob("second.py", fixes[1]), damage)


# Of the second fix's new blob, which counts as missing. Only of an object that is cut, empty or not
# compressed does git say so: `git cat-file --batch` announces the size that the object says, and
# then prints what there is, so that a reader must check the hash. In a pack, git lists the history,
# and ends when it reads the blob.
BLOBS = {
    "pack-blob": lambda r, fixes: flip_byte(r, r.blob("second.py", fixes[1])),
    "blob-truncated": on_blob(cut),
    "blob-empty": on_blob(lambda data: b""),
    "blob-garbage": on_blob(lambda data: b"This is not compressed.\n"),
    "blob-small": on_blob(lambda data: with_size(data, 20)),
    "blob-large": on_blob(lambda data: with_size(data, len(data))),
    "blob-huge": on_blob(lambda data: with_size(data, 1 << 62)),
    "blob-kind": on_blob(lambda data: zlib.compress(data.replace(b"blob ", b"tree ", 1))),
    # the content of another blob, which makes another fix of it
    "blob-other": on_blob(lambda data: zlib.compress(data.replace(b"LIMIT and", b"LIMIT  or"))),
}

# git then lists nothing.
UNREADABLE = {
    "index": lambda r, _: half(r.pack() + ".idx"),
    "pack": lambda r, _: half(r.pack() + ".pack"),
    "index-missing": lambda r, _: os.remove(r.pack() + ".idx"),
    "pack-missing": lambda r, _: os.remove(r.pack() + ".pack"),
    "pack-commit": lambda r, fixes: flip_byte(r, fixes[1]),
    "commit-missing": lambda r, fixes: r.remove(fixes[1]),
    "commit-truncated": lambda r, fixes: damage_object(r, fixes[1], cut),
    "tree-missing": lambda r, fixes: r.remove(second_tree(r, fixes)),
    "tree-truncated": lambda r, fixes: damage_object(r, second_tree(r, fixes), cut),
    # these have the right hash, and are malformed
    "commit-tree-blob": lambda r, f: r.commit("Fix it", tree=r.blob("second.py", f[1])),
    "commit-parent-blob": commit_of_blob,
    "commit-short-id": lambda r, _: r.commit("Fix it", tree="abcdef"),
    "tree-cut": lambda r, _: r.commit(
        "Fix it", tree=r.put("tree", b"100644 shop.py\0" + b"\1" * 10)
    ),
    # the commits of the main branch could be read
    "ref-lost": writing("refs/heads/lost", "1" * 40 + "\n"),
    "ref-garbage": writing("refs/heads/garbage", "This is not an id.\n"),
    "ref-empty": writing("refs/heads/empty", ""),
    "packed-refs": writing("packed-refs", b"\0\xff garbage\n"),
    "shallow": writing("shallow", "This is not an id.\n"),
    # without HEAD, there is no repository to git, which looks for one in the folders above
    "head-missing": lambda r, _: os.remove(os.path.join(r.git, "HEAD")),
    "head-empty": writing("HEAD", ""),
    "head-garbage": writing("HEAD", "x\n"),
    "head-lost": writing("HEAD", "1" * 40 + "\n"),
    "config-syntax": writing("config", "[core\n\tbare"),
    "config-version": lambda r, _: r.configure("\trepositoryformatversion = 99\n"),
    "config-extension": lambda r, _: r.configure(
        "\trepositoryformatversion = 1\n[extensions]\n\tfuture = true\n"
    ),
    "config-format": lambda r, _: r.configure(
        "\trepositoryformatversion = 1\n[extensions]\n\tobjectFormat = sha256\n"
    ),
    "config-loop": lambda r, _: r.configure("[include]\n\tpath = config\n"),
}

# All three fixes are pairs.
WHOLE = {
    # git ignores what follows an object
    "blob-tail": on_blob(lambda data: zlib.compress(data) + b"more"),
    # a commit without a tree has an empty one to git, in which all files are deleted
    "commit-treeless": lambda r, _: r.commit("Fix it", tree=[]),
    "commit-graph": cut_commit_graph,
    "alternates": writing("objects/info/alternates", b"\"\\\n\xff\0\n/\n# comment\n"),
}


@case
def damaged(make):
    for name, damage in (BLOBS | UNREADABLE | WHOLE).items():
        r = make("damaged-" + name)
        r.start({path: SHOP.replace(b"shop", path[:3].encode()) for path in PATHS})
        damage(r, [r.bump(path=path) for path in PATHS])
        if name in UNREADABLE:
            r.damage()
        elif name in BLOBS:
            del r.pairs[1]
            r.rejects["missing_blob"] += 1
