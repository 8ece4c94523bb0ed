"""Repositories that are damaged: packs, objects, refs and configuration."""

import os
import re
import zlib

from repository import SHOP, case

PATHS = ("first.py", "second.py", "third.py")


def history(make, name):
    """A root and three fixes in three files. Damage is done to the second."""
    r = make("damaged-" + name)
    r.start({path: SHOP.replace(b"shop", path[:3].encode()) for path in PATHS})
    return r, [r.bump(path=path) for path in PATHS]


def lose_second_fix(r):
    """Its blob cannot be read."""
    del r.pairs[1]
    r.rejects["missing_blob"] += 1


def blob_of(r, commit, path="second.py"):
    return r.files[commit][path.encode()][1]


def read(path):
    with open(path, "rb") as file:
        return file.read()


def replace_file(path, content):
    """Packs are read-only."""
    os.remove(path)
    with open(path, "wb") as file:
        file.write(content)


def pack_files(r):
    folder = r.pack()
    names = sorted(os.listdir(folder))
    return {os.path.splitext(name)[1]: os.path.join(folder, name) for name in names}


# ---- Packs ----


@case
def packs(make):
    """A pack whose index is half as long as it was, a pack that is, a pack without an index, an
    index without a pack, and a byte that is flipped in the compressed commit of the second fix. git
    then lists nothing."""
    for name, half, lost in (
        ("index", ".idx", None),
        ("pack", ".pack", None),
        ("index-missing", None, ".idx"),
        ("pack-missing", None, ".pack"),
    ):
        r, _ = history(make, name)
        files = pack_files(r)
        if half:
            replace_file(files[half], read(files[half])[: os.path.getsize(files[half]) // 2])
        else:
            os.remove(files[lost])
        r.damage()
    r, fixes = history(make, "pack-commit")
    flip_byte(r, fixes[1])
    r.damage()


@case
def packed_blob(make):
    """A byte is flipped in the pack, in the compressed new blob of the second fix. git lists the
    history, and ends when it reads the blob. It counts as missing."""
    r, fixes = history(make, "pack-blob")
    flip_byte(r, blob_of(r, fixes[1]))
    lose_second_fix(r)


def flip_byte(r, name):
    """In the middle of an object, in the pack that all are moved to."""
    files = pack_files(r)
    data = bytearray(read(files[".pack"]))
    lines = r.run("show-index", stdin=read(files[".idx"])).decode().splitlines()
    starts = {line.split()[1]: int(line.split()[0]) for line in lines}
    ends = sorted(starts.values()) + [len(data) - r.n_hash_bytes]
    end = next(place for place in ends if place > starts[name])
    data[(starts[name] + end) // 2] ^= 0xFF
    replace_file(files[".pack"], bytes(data))


# ---- Loose objects ----


def damage_object(r, name, damage):
    """Replaces what is in the file of a loose object, given its uncompressed content."""
    path = r.path_of(name)
    replace_file(path, damage(zlib.decompress(read(path))))


def with_size(data, size):
    head, _, content = data.partition(b"\0")
    return zlib.compress(head.split()[0] + b" %d\0" % size + content)


BLOB_DAMAGES = {
    "truncated": lambda data: zlib.compress(data)[: len(zlib.compress(data)) // 2],
    "empty": lambda data: b"",
    "garbage": lambda data: b"This is not compressed.\n",
    "small": lambda data: with_size(data, 20),
    "large": lambda data: with_size(data, len(data)),
    "huge": lambda data: with_size(data, 1 << 62),
    "kind": lambda data: zlib.compress(data.replace(b"blob ", b"tree ", 1)),
    "other": lambda data: zlib.compress(data.replace(b"LIMIT and", b"LIMIT  or")),
}


@case
def blobs(make):
    """The loose object of the second fix's new blob is cut in half, empty, not compressed, says
    that it is smaller, larger or much larger than it is, says that it is a tree, or has the content
    of another blob, which makes another fix of it. It counts as missing. Only in the first three
    cases does git report it: `git cat-file --batch` announces the size that the object says, and
    then prints what there is, so that a reader must check the hash."""
    for name, damage in BLOB_DAMAGES.items():
        r, fixes = history(make, "blob-" + name)
        damage_object(r, blob_of(r, fixes[1]), damage)
        lose_second_fix(r)


@case
def blob_with_tail(make):
    """The loose object of the second fix's new blob is followed by other bytes, which git ignores.
    All three fixes are pairs."""
    r, fixes = history(make, "blob-tail")
    damage_object(r, blob_of(r, fixes[1]), lambda data: zlib.compress(data) + b"more")


@case
def commits(make):
    """The second fix's commit, or its tree, is missing or cut in half. git then lists nothing."""
    for name in ("commit-missing", "commit-truncated", "tree-missing", "tree-truncated"):
        r, fixes = history(make, name)
        lost = fixes[1]
        if name.startswith("tree"):
            lost = re.search(rb"tree (\w+)", zlib.decompress(read(r.path_of(lost))))[1].decode()
        if name.endswith("missing"):
            os.remove(r.path_of(lost))
        else:
            damage_object(r, lost, BLOB_DAMAGES["truncated"])
        r.damage()


@case
def malformed(make):
    """Commits and trees that have the right hash, and are malformed: a commit with a tree that is a
    blob, with a parent that is a blob, with an id that is too short; a tree whose last entry is
    cut. git then lists nothing."""
    r, fixes = history(make, "commit-tree-blob")
    r.commit("Fix it", tree=blob_of(r, fixes[1]))
    r.damage()
    r, fixes = history(make, "commit-parent-blob")
    blob = r.put("blob", SHOP)
    r.files[blob] = r.files[fixes[2]]
    r.commit("Fix it", parents=[blob])
    r.damage()
    r, _ = history(make, "commit-short-id")
    r.commit("Fix it", tree="abcdef")
    r.damage()
    r, _ = history(make, "tree-cut")
    r.commit("Fix it", tree=r.put("tree", b"100644 shop.py\0" + b"\1" * 10))
    r.damage()


@case
def treeless(make):
    """A commit without a tree after the third fix. git takes its tree for an empty one, in which
    all files are deleted."""
    r, _ = history(make, "commit-treeless")
    r.commit("Fix it", tree=[])


# ---- Refs, HEAD, configuration ----


@case
def refs_to_nothing(make):
    """A branch that names a commit that does not exist, one that has no id, and packed-refs that is
    garbage. git then lists nothing; the commits of the main branch could be read."""
    for name, path, content in (
        ("ref-lost", "refs/heads/lost", "1" * 40 + "\n"),
        ("ref-garbage", "refs/heads/garbage", "This is not an id.\n"),
        ("ref-empty", "refs/heads/empty", ""),
        ("packed-refs", "packed-refs", b"\0\xff garbage\n"),
    ):
        r, _ = history(make, name)
        r.write(path, content)
        r.damage()


@case
def heads(make):
    """HEAD is missing, empty, garbage, or names a commit that does not exist. All but the last are
    no repository to git, which looks for one in the folders above."""
    lost = {"missing": None, "empty": "", "garbage": "x\n", "lost": "1" * 40 + "\n"}
    for name, content in lost.items():
        r, _ = history(make, "head-" + name)
        os.remove(os.path.join(r.git, "HEAD"))
        if content is not None:
            r.write("HEAD", content)
        r.damage()


@case
def configurations(make):
    """A configuration that cannot be parsed, one of a later version of git, one with an unknown
    extension, one with another object format, and one that includes itself."""
    version = "[core]\n\tbare = true\n\trepositoryformatversion = "
    for name, config in {
        "syntax": "[core\n\tbare",
        "version": version + "99\n",
        "extension": version + "1\n[extensions]\n\tfuture = true\n",
        "format": version + "1\n[extensions]\n\tobjectFormat = sha256\n",
        "loop": version + "0\n[include]\n\tpath = config\n",
    }.items():
        r, _ = history(make, "config-" + name)
        r.write("config", config)
        r.damage()


@case
def shallow_list(make):
    """The list of shallow commits is garbage. git then lists nothing."""
    r, _ = history(make, "shallow")
    r.write("shallow", "This is not an id.\n")
    r.damage()


@case
def lists(make):
    """A commit graph that is cut in half, and alternates that are garbage. The history is whole."""
    r, _ = history(make, "commit-graph")
    r.run("commit-graph", "write", "--reachable")
    path = os.path.join(r.objects, "info/commit-graph")
    replace_file(path, read(path)[: os.path.getsize(path) // 2])
    r, _ = history(make, "alternates")
    r.write("objects/info/alternates", b"\"\\\n\xff\0\n/\n# comment\n")
