"""Repositories with odd names, messages, authors and dates, and with too much of something."""

from repository import FIRST_DATE, MAIN, PERSON, SHOP, case

DEPTH = 1000

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
    git's own path patterns, escape sequences, other alphabets, bytes that are not UTF-8 (the key
    `path_hex` has them), names like .git, and long ones."""
    names = [
        b"with space.py",
        b"line\nfeed.py",
        b"tab\tand\rreturn.py",
        b"\"double\" and 'single'.py",
        b"back\\slash\\n.py",
        b"-rf.py",
        b"--output=pwned.py",
        b":(glob)*.py",
        b":!x.py",
        b"*?[a].py",
        b"$(touch pwned).py",
        b"`touch pwned`;&|.py",
        b"\x1b[31mred\x1b[0m\x07.py",
        "größe/数.py".encode(),
        "gro\u0308\u00dfe \u202e\u200b.py".encode(),
        b"latin1-\xe9\xff.py",
        b"\x80/\xff.py",
        b".git/config.py",
        b".GIT/x.py",
        b"git~1/x.py",
        b".git\xe2\x80\x8c/x.py",
        b".git /x.py",
        b"x..py",
        b".../x.py",
        b".. /x.py",
        b"a.py/b.py",
        b"CON.py",
        b"n" * 197 + b".py",
        b"/".join([b"d" * 200] * 19) + b"/x.py",
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
        r.expect(commit, name, "5", "6", "literal")


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
    for date in (
        "-1 +0000",
        "-99999999999 +0000",
        "0 +0000",
        "4102444800 +0000",
        "253402300800 +0000",
        "9223372036854775807 +0000",
        "9223372036854775808 +0000",
        "18446744073709551615 +0000",
        "99999999999999999999999 +0000",
        "1500000000 +9999",
        "1500000000 -2500",
        "1500000000 +5",
        "1500000000 UTC",
        "1500000000",
        "1.5e9 +0000",
        "yesterday",
        "",
    ):
        line = PERSON + b" " + date.encode()
        r.bump(author=line, committer=line)
    late = b" %d +0000" % (FIRST_DATE - 10**8)
    r.bump("Fix it before its parent", committer=PERSON + late)


# ---- Amounts ----


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
    r.expect(commit, b"d/" * DEPTH + b"shop.py", "5", "6", "literal")
