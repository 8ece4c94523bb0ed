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
LANGUAGES = {"py": "python", "c": "c", "java": "java"}  # by extension; C++ has all others

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

    def __init__(self, out, name, is_bare=True, algorithm="sha1"):
        self.out, self.name, self.is_bare, self.algorithm = out, name, is_bare, algorithm
        self.root = os.path.join(out, name)
        self.git = self.root if is_bare else os.path.join(self.root, ".git")
        self.objects = os.path.join(self.git, "objects")  # where new objects go
        self.pairs, self.may, self.rejects = [], [], collections.Counter()
        self.files, self.parents = {}, {}  # commit: {path: (mode, id)}; its parents
        self.contents = {}  # blob: bytes
        self.tips = {}  # ref: commit
        self.n_commits = 0
        for folder in ("objects/info", "objects/pack", "refs/heads", "refs/tags", "info"):
            os.makedirs(os.path.join(self.git, folder))
        self.write("HEAD", f"ref: {MAIN}\n")
        self.configure()

    def write(self, path, content):
        """A file of the git folder."""
        path = os.path.join(self.git, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(as_bytes(content))

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

    def put(self, kind, content):
        """Writes a loose object, and returns its id."""
        data = f"{kind} {len(content)}\0".encode() + content
        name = hashlib.new(self.algorithm, data).hexdigest()
        if kind == "blob":
            self.contents[name] = content
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
        """The files after changes: {path: content, (mode, content), (SUBMODULE, id) or None}."""
        files = dict(files)
        for path, change in changes.items():
            path = as_bytes(path)
            if change is None:
                del files[path]
                continue
            mode = files.get(path, (REGULAR,))[0]
            if isinstance(change, tuple):
                mode, change = change
            is_id = mode == SUBMODULE
            files[path] = mode, change if is_id else self.put("blob", as_bytes(change))
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
        self.files[name], self.parents[name] = files, parents
        if ref:
            self.tips[ref] = name
            self.write(ref, name + "\n")
        return name

    def text(self, path, commit=None):
        return self.contents[self.blob(path, commit)]

    def blob(self, path, commit=None):
        return self.files[commit or self.tips[MAIN]][as_bytes(path)][1]

    def remove(self, *names):
        """Objects."""
        for name in names:
            os.remove(self.path_of(name))

    # ---- Histories, and what a miner finds in them ----

    def start(self, files=None, **options):
        """The first commit, without a parent."""
        self.rejects["root"] += 1
        return self.commit("Start", {"shop.py": SHOP} if files is None else files, **options)

    def expect(self, commit, path, before="5", after="6", category="literal", language=None):
        """A pair. A path that is not UTF-8 has U+FFFD in the place of bytes."""
        path = as_bytes(path).decode(errors="replace")
        language = language or LANGUAGES.get(path.rpartition(".")[2], "cpp")
        pair = {"commit": commit, "parent": self.parents[commit][0], "path": path}
        pair |= {"before": before, "after": after, "category": category, "language": language}
        self.pairs.append(pair)

    def fix(self, path, place, before, after, category="literal", message="Fix it", parents=None,
            reject=None, others=None, language=None, **options):
        """A commit that replaces a token of a file, whose place is a text with {}. It is a pair, or
        has a reason to be rejected."""
        old, new = (as_bytes(place.format(token)) for token in (before, after))
        content = self.text(path, parents and parents[0])
        if content.count(old) != 1:
            raise ValueError(f"{self.name}: {old!r} is not once in {path!r}")
        changes = {path: content.replace(old, new)} | (others or {})
        commit = self.commit(message, changes, parents, **options)
        if reject:
            self.rejects[reject] += 1
        else:
            self.expect(commit, path, before, after, category, language)
        return commit

    def bump(self, message="Fix the limit", path="shop.py", parents=None, **options):
        """A fix that adds 1 to the limit."""
        text = self.text(path, parents and parents[0])
        limit = re.search(rb"LIMIT = (\d+)", text)[1].decode()
        options |= {"message": message, "parents": parents}
        return self.fix(path, "LIMIT = {}", limit, str(int(limit) + 1), **options)

    def merge(self, parents, message="Merge", **options):
        self.rejects["merge"] += 1
        return self.commit(message, parents=parents, **options)

    # ---- The rest ----

    def run(self, *arguments, stdin="", **variables):
        """Runs git in the repository, and returns what it prints."""
        command = ["git", "-c", "safe.directory=*", "-C", self.git, *arguments]
        options = {"env": environment(self.out) | variables, "check": True}
        return subprocess.run(command, input=as_bytes(stdin), stdout=subprocess.PIPE,
                              **options).stdout

    def pack(self):
        """Moves all loose objects to a pack, without deltas. Returns its path without extension."""
        names = [
            first + rest
            for first in sorted(os.listdir(self.objects))
            if len(first) == 2
            for rest in sorted(os.listdir(os.path.join(self.objects, first)))
        ]
        pack = os.path.join(self.objects, "pack/pack")
        listed = "".join(name + "\n" for name in names)
        made = self.run("pack-objects", "-q", "--depth=0", "--window=0", pack, stdin=listed)
        self.remove(*names)
        return f"{pack}-{made.decode().strip()}"

    def damage(self):
        """The repository as a whole is rejected. A miner may still report pairs that it can read.
        What else it would count depends on how far it comes."""
        self.may, self.pairs = self.pairs, []
        self.rejects = collections.Counter({"damaged_repository": 1})


# The functions that make repositories. Each takes make(name=None, **options); the name is that of
# the function unless given.
CASES = []


def case(function):
    CASES.append(function)
    return function
