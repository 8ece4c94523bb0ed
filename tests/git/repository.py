"""Writes git repositories object by object, so that they can have what git itself refuses to
write, and notes what a right miner finds in them. The ids are the same on every machine."""

import collections
import hashlib
import os
import re
import subprocess
import zlib

PERSON = b"Ada Lovelace <ada@example.org>"
FIRST_DATE = 1_500_000_000
REGULAR, EXECUTABLE, SYMLINK, SUBMODULE = b"100644", b"100755", b"120000", b"160000"
MAIN = "refs/heads/main"

SHOP = b'''\
"""Prices of a shop."""
LIMIT = 5


def total(prices, discount):
    result = 0
    for price in prices:
        result = price
    return result + discount


class Cart:
    size = 1

    def add(self, item, amount):
        if amount > LIMIT and item:
            return amount
        self.size = amount
        return item
'''


def environment(home):
    """For git: nothing that the user or the machine configures."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": home,
        "LC_ALL": "C",
        "GIT_CONFIG_GLOBAL": "/dev/null",
        "GIT_CONFIG_SYSTEM": "/dev/null",
        "GIT_CEILING_DIRECTORIES": home,
    }


def as_bytes(text):
    return text if isinstance(text, bytes) else text.encode()


class Repository:
    """A repository, and what is expected of it."""

    def __init__(self, out, name, note, is_bare=True, algorithm="sha1", git_folder=None):
        self.out, self.name, self.note, self.algorithm = out, name, note, algorithm
        self.root = os.path.join(out, name)
        self.git = git_folder or (self.root if is_bare else os.path.join(self.root, ".git"))
        self.n_hash_bytes = hashlib.new(algorithm).digest_size
        self.objects = os.path.join(self.git, "objects")  # where new objects go
        self.pairs, self.may, self.rejects = [], [], collections.Counter()
        self.files = {}  # commit: {path: (mode, id)}
        self.contents = {}  # blob: bytes
        self.tips = {}  # ref: commit
        self.n_commits = 0
        for folder in ("objects/info", "objects/pack", "refs/heads", "refs/tags", "info"):
            os.makedirs(os.path.join(self.git, folder))
        self.write("HEAD", f"ref: {MAIN}\n")
        self.is_bare = is_bare
        self.configure()

    def write(self, path, content, mode="wb"):
        """A file of the git folder."""
        path = os.path.join(self.git, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, mode) as file:
            file.write(as_bytes(content))
        return path

    def configure(self, more=""):
        """Writes the configuration: what git needs, and `more`."""
        lines = ["[core]", "\trepositoryformatversion = 0", f"\tbare = {str(self.is_bare).lower()}"]
        if self.algorithm != "sha1":
            lines[1] = "\trepositoryformatversion = 1"
            lines += ["[extensions]", f"\tobjectFormat = {self.algorithm}"]
        self.write("config", "\n".join(lines) + "\n" + more)

    # ---- Objects ----

    def path_of(self, name):
        return os.path.join(self.objects, name[:2], name[2:])

    def put(self, kind, content, claimed_size=None):
        """Writes a loose object, and returns its id."""
        data = f"{kind} {len(content)}\0".encode() + content
        name = hashlib.new(self.algorithm, data).hexdigest()
        if kind == "blob":
            self.contents[name] = content
        if claimed_size is not None:
            data = f"{kind} {claimed_size}\0".encode() + content
        path = self.path_of(name)
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(zlib.compress(data, 1))
        return name

    def put_tree(self, entries):
        """Entries are (mode, name, id), in any order."""
        # git compares the name of a folder as if it ended in a slash
        entries = sorted(entries, key=lambda e: e[1] + (b"/" if e[0] == b"40000" else b""))
        lines = (mode + b" " + name + b"\0" + bytes.fromhex(id_) for mode, name, id_ in entries)
        return self.put("tree", b"".join(lines))

    def tree_of(self, files):
        """Of {path: (mode, id)}."""
        entries, folders = [], collections.defaultdict(dict)
        for path, (mode, name) in files.items():
            first, slash, rest = path.partition(b"/")
            if slash:
                folders[first][rest] = mode, name
            else:
                entries.append((mode, first, name))
        entries += [(b"40000", name, self.tree_of(inside)) for name, inside in folders.items()]
        return self.put_tree(entries)

    def changed(self, files, changes):
        """The files after changes: {path: content, (mode, content), (mode, id) or None}."""
        files = dict(files)
        for path, change in changes.items():
            path = as_bytes(path)
            if change is None:
                del files[path]
                continue
            mode = files.get(path, (REGULAR,))[0]
            if isinstance(change, tuple):
                mode, change = change
            is_id = isinstance(change, str)
            files[path] = mode, change if is_id else self.put("blob", change)
        return files

    def commit(self, message, changes=None, parents=None, ref=MAIN, **header):
        """Returns the id. Without `parents`, the parent is the ref's tip, if there is one. `header`
        replaces lines of the commit, and adds others; None leaves a line out. `tree` gives the id
        of a tree that was written before."""
        if parents is None:
            parents = [self.tips[ref]] if ref in self.tips else []
        files = self.changed(self.files[parents[0]] if parents else {}, changes or {})
        date = b" %d +0000" % (FIRST_DATE + 60 * self.n_commits)
        self.n_commits += 1
        lines = {"tree": header.pop("tree", None) or self.tree_of(files)}
        lines["parent"] = parents
        lines |= {"author": PERSON + date, "committer": PERSON + date} | header
        head = b""
        for word, values in lines.items():
            for value in values if isinstance(values, list) else [values]:
                if value is not None:
                    head += word.encode() + b" " + as_bytes(value) + b"\n"
        name = self.put("commit", head + b"\n" + as_bytes(message))
        self.files[name] = files
        if ref:
            self.tips[ref] = name
            self.write(ref, name + "\n")
        return name

    def text(self, path, commit=None):
        return self.contents[self.files[commit or self.tips[MAIN]][as_bytes(path)][1]]

    # ---- Histories, and what a miner finds in them ----

    def start(self, files=None, **options):
        """The first commit, without a parent."""
        self.rejects["root"] += 1
        return self.commit("Start", {"shop.py": SHOP} if files is None else files, **options)

    def expect(self, commit, path, before, after, category, **more):
        """A pair. A path that is not UTF-8 has U+FFFD in the place of bytes, and `path_hex`."""
        path = as_bytes(path)
        more = {key: value for key, value in more.items() if value is not None}
        try:
            name = path.decode()
        except UnicodeDecodeError:
            name, more = path.decode(errors="replace"), more | {"path_hex": path.hex()}
        pair = {"commit": commit, "parent": self.parent_of(commit), "path": name}
        pair |= {"before": before, "after": after, "category": category}
        self.pairs.append(pair | more)

    def parent_of(self, commit):
        with open(self.path_of(commit), "rb") as file:
            content = zlib.decompress(file.read())
        return re.search(rb"^parent (\w+)$", content, re.M)[1].decode()

    def fix(self, path, old, new, before, after, category, message="Fix it", **options):
        """A commit that replaces one text of a file by another one, and is expected as a pair."""
        more = {key: options.pop(key, None) for key in ("function", "licence", "language")}
        others = options.pop("others", {})
        content = self.text(path, (options.get("parents") or [None])[0])
        if content.count(as_bytes(old)) != 1:
            raise ValueError(f"{self.name}: {old!r} is not once in {path!r}")
        changes = {path: content.replace(as_bytes(old), as_bytes(new))} | others
        commit = self.commit(message, changes, **options)
        self.expect(commit, path, before, after, category, **more)
        return commit

    def bump(self, message="Fix the limit", path="shop.py", reject=None, **options):
        """A commit that adds 1 to the limit. It is a pair, or has a reason to be rejected."""
        ref, more = options.get("ref", MAIN), {}
        parent = (options.get("parents") or [self.tips.get(ref) or self.tips[MAIN]])[0]
        options.setdefault("parents", [parent])
        more["licence"] = options.pop("licence", None)
        content, others = self.text(path, parent), options.pop("others", {})
        limit = int(re.search(rb"LIMIT = (\d+)", content)[1])
        new = content.replace(b"LIMIT = %d" % limit, b"LIMIT = %d" % (limit + 1))
        commit = self.commit(message, {path: new} | others, **options)
        if reject:
            self.rejects[reject] += 1
        else:
            self.expect(commit, path, str(limit), str(limit + 1), "literal", **more)
        return commit

    def merge(self, parents, message="Merge", **options):
        self.rejects["merge"] += 1
        return self.commit(message, parents=parents, **options)

    # ---- The rest ----

    def run(self, *arguments, stdin=""):
        """Runs git in the repository, and returns what it prints."""
        command = ["git", "-c", "safe.directory=*", "-C", self.git, *arguments]
        options = {"env": environment(self.out), "check": True, "stdout": subprocess.PIPE}
        return subprocess.run(command, input=as_bytes(stdin), **options).stdout

    def pack(self):
        """Moves all loose objects to a pack, without deltas. Returns the folder of packs."""
        folder = os.path.join(self.objects, "pack")
        names = [
            first + rest
            for first in sorted(os.listdir(self.objects))
            if len(first) == 2
            for rest in sorted(os.listdir(os.path.join(self.objects, first)))
        ]
        self.run(
            *["pack-objects", "-q", "--depth=0", "--window=0", os.path.join(folder, "pack")],
            stdin="".join(name + "\n" for name in names),
        )
        for name in names:
            os.remove(self.path_of(name))
        return folder

    def damage(self):
        """The repository as a whole is rejected. A miner may still report pairs that it can read.
        What else it would count depends on how far it comes."""
        self.may, self.pairs = self.pairs, []
        self.rejects = collections.Counter({"damaged_repository": 1})

    def expected(self):
        found = {"pairs": self.pairs, "rejects": dict(self.rejects), "note": self.note}
        return found | ({"may": self.may} if self.may else {})


# The functions that make repositories. Each takes make(name=None, **options); the name is that of
# the function unless given, and the note is its comment.
CASES = []


def case(function):
    CASES.append(function)
    return function
