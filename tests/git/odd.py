"""Repositories with odd names, messages, authors, dates and files, and too much of something."""

from repository import FIRST_DATE, MAIN, PERSON, SHOP, case

DEPTH = 1000
LFS = b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize 12345\n"

# ---- Names, messages, people, dates ----


@case
def odd_name(make):
    """A repository whose folder has a name that a shell, or a program that takes it for an option,
    misreads."""
    r = make("--output=odd $(touch pwned) 'name'\n\t.git")
    r.start()
    r.bump()


@case
def paths(make):
    """Files with odd names: spaces, line feeds, tabs, quotes, backslashes, signs of shells and of
    git's own path patterns, escape sequences, other alphabets, bytes that are not UTF-8, names like
    .git, and long ones."""
    names = [
        b"with space.py", b"line\nfeed.py", b"tab\tand\rreturn.py", b"\"double\" and 'single'.py",
        b"back\\slash\\n.py", b"-rf.py", b"--output=pwned.py", b":(glob)*.py", b":!x.py",
        b"*?[a].py", b"$(touch pwned).py", b"`touch pwned`;&|.py", b"\x1b[31mred\x1b[0m\x07.py",
        "größe/数.py".encode(), "gro\u0308\u00dfe \u202e\u200b.py".encode(), b"latin1-\xe9\xff.py",
        b"\x80/\xff.py", b".git/config.py", b".GIT/x.py", b"git~1/x.py", b".git\xe2\x80\x8c/x.py",
        b".git /x.py", b"x..py", b".../x.py", b".. /x.py", b"a.py/b.py", b"CON.py",
        b"n" * 197 + b".py", b"/".join([b"d" * 200] * 19) + b"/x.py",
    ]
    r = make()
    r.start({name: SHOP for name in names})
    for name in names:
        r.bump(path=name)


@case
def trees(make):
    """Trees that git does not write: entries named .. and ., and one with a slash. A path of a pair
    is only a name, and never opened."""
    r = make()
    sides = [r.put("blob", SHOP.replace(b"= 5", b"= %d" % n)) for n in (5, 6)]
    for number, name in enumerate((b"../up.py", b"../../../../tmp/up.py", b"./dot.py", b"a/b.py")):
        entries = [r.put("tree", raw_tree(name, blob)) for blob in sides]
        parents = [r.tips[MAIN]] if number else []
        start = r.commit("Start", {}, parents=parents, tree=entries[0])
        r.rejects["no_keyword" if number else "root"] += 1
        commit = r.commit("Fix it", {}, parents=[start], tree=entries[1])
        r.expect(commit, name)


def raw_tree(path, blob):
    """A tree whose single entry has this name, slashes and all."""
    return b"100644 " + path + b"\0" + bytes.fromhex(blob)


@case
def messages(make):
    """Messages in Latin-1 with and without a header that says so, with an unknown encoding, empty,
    blank, with escape sequences, with an end in the middle (NUL), with CRLF, like git's own output,
    of a mebibyte, and with a word of a fix in a header line only. After NUL git reads nothing."""
    r = make()
    r.start()
    r.bump("Größe: Fehler behoben, bug".encode("latin-1"), encoding="ISO-8859-1")
    r.bump("Größe: Fehler behoben, bug".encode("latin-1"))
    r.bump("Größe: bug".encode(), encoding="nonsense")
    r.bump("bug \u202e\u2028\ufeff".encode())
    r.bump(b"", reject="no_keyword")
    r.bump(b" \n\t\n", reject="no_keyword")
    r.bump(b"\x1b]0;fix\x07\x1b[2J bug\x1b[31m\x08\x08")
    r.bump(b"Change it\0fix", reject="no_keyword")
    r.bump(b"Fix it\0no more")
    r.bump(b"Change it\r\n\r\nfix\r\n")
    r.bump(b":100644 100644 " + b"1" * 40 + b" " + b"2" * 40 + b" M\nfix.py\n")
    r.bump(b"commit " + b"1" * 40 + b"\n\nfix\n\ndiff --git a/a.py b/a.py\n@@ -1 +1 @@\n")
    r.bump(b"\n\n\nfix\n")
    r.bump(b"word " * (1 << 18) + b"fix")
    r.bump(b"Change it", reject="no_keyword", gpgsig="fix\n bug\n error")
    r.bump(b"Change it", reject="no_keyword", author=b"Fix Bug <bug@fix.org> 1 +0000")


@case
def people(make):
    """Authors with empty and hostile names and addresses, and commits without an author, with two,
    and without a committer."""
    r = make()
    r.start()
    date = b" 1500000000 +0000"
    for person in (
        b" <>",
        b"<ada@example.org>",
        b"Ada",
        b"Ada <ada@example.org",
        b"Ada <<ada@example.org>>",
        b"Ada > < <a@b>",
        b"\x1b]0;x\x07\x1b[2J <\x1b[31m@x>",
        b"<script>alert(1)</script> <a@b>",
        b"\"; drop table fixes; -- <a@b>",
        b"=cmd|' /C calc'!A0\t,; <a@b>",
        b"Gr\xf6\xdfe <gr\xf6\xdfe@x>",
        b"\xe2\x80\xae <a@b>",
        b"A" * 100_000 + b" <a@b>",
    ):
        r.bump(author=person + date, committer=person + date)
    r.bump(author=None)
    r.bump(committer=None)
    r.bump(author=[PERSON + date, b"Bob <b@c>" + date])


@case
def dates(make):
    """Dates that are negative, huge, no numbers, missing, and in odd time zones."""
    r = make()
    r.start()
    numbers = (-1, -99999999999, 0, 4102444800, 253402300800, 2**63 - 1, 2**63, 2**64 - 1, 10**23)
    zones = ("+9999", "-2500", "+5", "UTC", "")
    dates = [f"{number} +0000" for number in numbers] + [f"1500000000 {zone}" for zone in zones]
    for date in [*dates, "1.5e9 +0000", "yesterday", ""]:
        line = PERSON + b" " + date.encode()
        r.bump(author=line, committer=line)
    late = b" %d +0000" % (FIRST_DATE - 10**8)
    r.bump("Fix it before its parent", committer=PERSON + late)


# ---- Files ----


@case
def binaries(make):
    """NUL bytes: the last that makes a file binary is at byte 7999. One at byte 8000 is a character
    that starts no token. One in the old file alone makes the pair binary, too. Those after the last
    text are not part of the program."""
    early, late = SHOP.ljust(7998, b"\n") + b"#\0#\n", SHOP.ljust(8000, b"\n") + b"\0#\n"
    r = make()
    padded = {"padded.py": SHOP + b"\0\0", "lines.py": SHOP + b"\0\r\n\0\n"}
    r.start({"early.py": early, "late.py": late, "old.py": b"\0#", "new.py": SHOP} | padded)
    assert early[7999] == 0 and late[8000] == 0
    r.bump(path="early.py", reject="binary")
    r.bump(path="late.py", reject="stray_character")
    r.commit("Fix it", {"old.py": SHOP})
    r.commit("Fix it", {"new.py": SHOP + b"\0#"})
    r.bump(path="padded.py")
    r.bump(path="lines.py")
    r.commit("Fix it", {"padded.py": r.text("padded.py").rstrip(b"\0")})
    r.rejects.update(binary=2, identical=1)


@case
def lfs(make):
    """Pointers of Git LFS on both sides, on one side, and a file that only mentions them."""
    mention = b'"""' + LFS % (b"0" * 64) + b'"""\nLIMIT = 5\n'
    r = make()
    r.start({"big.py": LFS % (b"0" * 64), "mention.py": mention})
    for text in (LFS % (b"1" * 64), SHOP, LFS % (b"2" * 64)):
        r.commit("Fix it", {"big.py": text})
        r.rejects["lfs_pointer"] += 1
    r.bump(path="mention.py")


# ---- Amounts ----


def padded(n_bytes):
    """A program of this size, with long lines."""
    line = b"x = '" + b"a" * 992 + b"'\n"
    n_lines, rest = divmod(n_bytes - len(b"LIMIT = 5\n"), len(line))
    return b"LIMIT = 5\n" + line * n_lines + b"\n" * rest


@case
def sizes(make):
    """Files of exactly 1 MiB, which are read, of one byte more, of 2 MiB, and of 30 MiB that
    compress to a thousandth. One is too large on one side only."""
    mib = 1 << 20
    sides = {"over.py": mib + 1, "two.py": 2 * mib, "thirty.py": 30 * mib}
    r = make()
    files = {path: padded(size) for path, size in sides.items()}
    r.start(files | {"limit.py": padded(mib), "grows.py": SHOP})
    r.bump(path="limit.py")
    for path in sides:
        r.bump(path=path, reject="too_large")
    r.commit("Fix it", {"grows.py": padded(2 * mib)})
    r.rejects["too_large"] += 1


@case
def tree_bomb(make):
    """A commit that modifies a million files with a few objects: folders of ten equal folders, six
    deep."""
    r = make()
    trees = []
    for number in (5, 6):
        tree = r.put("blob", b"LIMIT = %d\n" % number)
        for level in range(6):
            mode = b"40000" if level else b"100644"
            tree = r.put_tree([(mode, b"%d.py" % i, tree) for i in range(10)])
        trees.append(tree)
    start = r.start({}, tree=trees[0])
    r.commit("Fix all", parents=[start], tree=trees[1])
    r.rejects["too_many_files"] += 1


@case
def deep_tree(make):
    """A fix in a file below 1,000 folders."""
    r = make()
    trees = []
    for number in (5, 6):
        tree = r.put_tree([(b"100644", b"shop.py", r.put("blob", b"LIMIT = %d\n" % number))])
        for _ in range(DEPTH):
            tree = r.put_tree([(b"40000", b"d", tree)])
        trees.append(tree)
    start = r.start({}, tree=trees[0])
    commit = r.commit("Fix it", parents=[start], tree=trees[1])
    r.expect(commit, b"d/" * DEPTH + b"shop.py")
