# Tags by Python's own tokenizer and parser: tag.py DATABASE ROWS... reads a database and rows that
# `tokfix tag` made of it, and prints how many tokens were compared, or what differs.
# A file called all.jsonl must have rows (of programs) of all correct programs that have something
# left to tag.
import ast
import functools
import io
import json
import re
import sqlite3
import sys
import tokenize
import warnings
from bisect import bisect_left, bisect_right
from collections import Counter

warnings.simplefilter("ignore")
FORM = set("()[]{},:;.") | {"->"}
LAYOUT = {tokenize.NEWLINE, tokenize.NL, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT}


def fail(row, why):
    print(f"{row['id']}: {why}\n{row['tagged_code']}")
    sys.exit(1)


def check_row(row):
    """Places, and that tags put back give the code."""
    code, data, at = row["code"], row["code"].encode(), 0
    positions = row["positions"]
    pieces = row["tagged_code"].split("<BUG>")
    if "<BUG>" in code or len(positions) != row["n_tags"] or len(pieces) != len(positions) + 1:
        fail(row, "the number of tags")
    if pieces[0] + "".join(p["token"] + q for p, q in zip(positions, pieces[1:])) != code:
        fail(row, "tags put back do not give the code")
    for place in positions:
        if place["start_byte"] < at:
            fail(row, "places are not in their order")
        at = place["end_byte"]
        if data[place["start_byte"] : at].decode() != place["token"]:
            fail(row, f"bytes of {place}")
        above = re.split(r"\r\n|\r|\n", data[: place["start_byte"]].decode())
        if (len(above), len(above[-1])) != (place["line"], place["column"]):
            fail(row, f"line and column of {place}")


@functools.lru_cache(None)  # a piece of code has several rows
def tokens_of(code):
    """Python's tokens by line and column; None for what is no Python 3."""
    if code[:1] in " \t":
        code = "if 1:\n" + code  # a function of a class
        first = 1
    else:
        first = 0
    try:
        ast.parse(code)  # of Python 2 the tokenizer makes other tokens
        tokens = list(tokenize.generate_tokens(io.StringIO(code, newline="").readline))
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None
    if any(token.type == tokenize.ERRORTOKEN for token in tokens):
        return None
    return {(token.start[0] - first, token.start[1]): token for token in tokens if token.string}


def check_tokens(row, tokens):
    """Each tagged token is a token of Python's, or the first part of one, and no layout token."""
    for place in row["positions"]:
        token = tokens.get((place["line"], place["column"]))
        if token is None:
            fail(row, f"to Python no token starts at {place}")
        if token.type in LAYOUT or token.string in FORM:
            fail(row, f"a token of form: {place}")
        if token.string != place["token"]:
            words = place["token"].replace("\\", " ").split()
            if words not in (["not", "in"], ["is", "not"]) or words[0] != token.string:
                fail(row, f"to Python it is {token.string}: {place}")


def check_rounds(used):
    """Each is taken once before any is taken twice, unless it has no more rows."""
    for code, n in used.items():
        tokens = tokens_of(code)
        if tokens is None or n >= max(used.values()) - 1:
            continue
        n_content = sum(t.type not in LAYOUT and t.string not in FORM for t in tokens.values())
        if 2**n_content > 100 + max(used.values()):
            print(f"taken {n} times, others {max(used.values())} times:\n{code}")
            sys.exit(1)


def sequence(tokens):
    """What two pieces are compared by: no comments and blank lines, and no layout at the ends."""
    result = []
    for token in tokens:
        if token.type in (tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER):
            continue
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            result.append(token.type)
        else:
            result.append(re.sub("\r\n?", "\n", token.string))
    while result and isinstance(result[-1], int):
        result.pop()
    while result and isinstance(result[0], int):
        result.pop(0)
    return tuple(result)


def scan(code):
    return list(tokenize.generate_tokens(io.StringIO(code, newline="").readline))


@functools.lru_cache(None)
def sequence_of_row(code):
    """None for what is no Python 3."""
    try:
        ast.parse("if 1:\n" + code if code[:1] in " \t" else code)
        return sequence(scan("if 1:\n" + code)[5:] if code[:1] in " \t" else scan(code))
    except (tokenize.TokenError, SyntaxError, ValueError):
        return None


def pieces_of(tree):
    """First and last lines of functions, of classes and of runs of statements between these."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield min([node.lineno] + [d.lineno for d in node.decorator_list]), node.end_lineno
    run = None
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if run:
                yield run
            run = None
            if isinstance(node, ast.ClassDef):
                yield min([node.lineno] + [d.lineno for d in node.decorator_list]), node.end_lineno
        else:
            run = (run[0] if run else node.lineno), node.end_lineno
    if run:
        yield run


class Program:
    """A program of the database, and its pieces: tokens by first and last line."""

    def __init__(self, code):
        self.code, self.lines = code, set()  # the lines of edits
        self.tokens = scan(code)
        starts = [t.start[0] for t in self.tokens]
        self.pieces = {
            (a, b): sequence(self.tokens[bisect_left(starts, a) : bisect_right(starts, b)])
            for a, b in pieces_of(ast.parse(code))
        }

    def repaired(self):
        return [p for p in self.pieces if any(p[0] <= line <= p[1] for line in self.lines)]


def read_programs(db):
    """All programs that are Python 3, by their source_key."""
    programs = {}
    for source, code in db.execute("SELECT source_key, code FROM sources"):
        try:
            programs[source] = Program(code)
        except (tokenize.TokenError, SyntaxError, ValueError):
            pass
    query = """SELECT b.source_key, start_byte, a.source_key, fixed_start_byte FROM fixes
        JOIN submissions b ON b.submission_key = buggy_submission_key
        JOIN submissions a ON a.submission_key = fixed_submission_key
        WHERE origin <> 'mutant'"""
    for buggy, start, fixed, fixed_start in db.execute(query):
        for source, byte in ((buggy, start), (fixed, fixed_start)):
            if source in programs:
                above = programs[source].code.encode()[:byte].decode()
                programs[source].lines.add(len(re.findall(r"\r\n|\r|\n", above)) + 1)
    return programs


def check_refused(rows, db, programs):
    """No row is of what a fix repaired, nor of what a program of the test set has."""
    repaired = {p.pieces[at] for p in programs.values() for at in p.repaired()}
    tested, n_tested = set(), 0
    query = """SELECT DISTINCT source_key FROM splits JOIN fixes USING (fix_key)
        JOIN submissions ON submission_key IN (buggy_submission_key, fixed_submission_key)
        WHERE split = 'test'"""
    for (source,) in db.execute(query):
        if source in programs:
            n_tested += 1
            tested |= {sequence(programs[source].tokens)} | set(programs[source].pieces.values())
    query = """SELECT source_key FROM submissions
        WHERE problem_id = ? AND submission_id = ?"""
    for row in rows:
        tokens = sequence_of_row(row["code"])
        if row["split"] == "test":
            fail(row, "a row of the test set")
        if tokens is not None and tokens in tested:
            fail(row, "its code is in the test set")
        if tokens is not None and row["granularity"] != "program" and tokens in repaired:
            fail(row, "a fix repaired it")
        if row["granularity"] != "program":
            continue
        ((source,),) = db.execute(query, (row["problem_id"], row["submission_id"])).fetchall()
        program = programs.get(source)
        for place in row["positions"] if program else []:
            if any(a <= place["line"] <= b for a, b in program.repaired()):
                fail(row, f"a tag in what a fix repaired: {place}")
    return len(repaired), n_tested


def check_programs(rows, db, programs):
    """The rows are of all correct programs of the database that have two tokens or more outside of
    what fixes repaired, there or elsewhere."""
    query = """SELECT DISTINCT a.source_key FROM fixes f
        JOIN submissions a ON a.submission_key = f.fixed_submission_key
        WHERE f.category <> 'other' AND fix_key NOT IN (
            SELECT fix_key FROM duplicate_clusters
            WHERE kind = 'exact' AND representative_fix_key <> fix_key
            UNION SELECT fix_key FROM conflicts UNION SELECT fix_key FROM accepted_bugs
            UNION SELECT fix_key FROM exclusions)
        AND a.source_key NOT IN (SELECT b.source_key FROM submissions b JOIN fixes g
            ON g.buggy_submission_key = b.submission_key)"""
    repaired = {p.pieces[at] for p in programs.values() for at in p.repaired()}
    expected = set()
    for (source,) in db.execute(query):
        program = programs.get(source)
        if not program:
            continue
        out = [at for at, tokens in program.pieces.items() if tokens in repaired]
        left = [
            t
            for t in program.tokens
            if t.type not in LAYOUT
            and t.string
            and t.string not in FORM
            and not any(a <= t.start[0] <= b for a, b in out)
        ]
        if len(left) > 1:
            expected.add(sequence(program.tokens))
    found = {sequence_of_row(row["code"]) for row in rows} - {None}
    if found != expected:
        print(f"{len(expected - found)} programs are missing, {len(found - expected)} are too many")
        sys.exit(1)


def check_rows(rows, db, programs, are_all):
    """What there is to say of these rows."""
    n_rows = n_tokens = n_other = 0
    texts = {}
    for row in rows:
        check_row(row)
        if texts.setdefault(row["tagged_code"], row["id"]) != row["id"]:
            fail(row, f"its tagged code is that of {texts[row['tagged_code']]}")
        tokens = tokens_of(row["code"])
        # f-strings are one token to tokenizers before 3.12, and lone CRs no line ends to them
        has_parts = re.search(r"(?i)\b(f|rf|fr)['\"]", row["code"])
        if tokens is None or has_parts or re.search(r"\r(?!\n)", row["code"]):
            n_other += 1
            continue
        check_tokens(row, tokens)
        n_rows += 1
        n_tokens += row["n_tags"]
    used = Counter(row["code"] for row in rows)
    for split in {row["split"] for row in rows}:
        check_rounds(Counter(row["code"] for row in rows if row["split"] == split))
    n_repaired, n_tested = check_refused(rows, db, programs)
    if are_all:
        check_programs(rows, db, programs)
    print(
        f"{n_rows} rows with {n_tokens} tags agree, {n_other} are not for Python's tokenizer; "
        f"{len(used)} pieces of code, each {min(used.values())} to {max(used.values())} times; "
        f"none of {n_repaired} that fixes repaired, none of {n_tested} programs of the test set"
    )
    if not n_rows or n_rows < n_other:
        print("too few could be compared")
        sys.exit(1)


def main():
    db = sqlite3.connect(sys.argv[1])
    programs = read_programs(db)
    for path in sys.argv[2:]:
        with open(path, newline="\n") as file:
            rows = [json.loads(line) for line in file]
        check_rows(rows, db, programs, path.endswith("all.jsonl"))


main()
