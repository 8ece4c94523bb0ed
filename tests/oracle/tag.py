# Tags by Python's own tokenizer and parser: tag.py DATABASE ROWS... reads a database and rows that
# `tokfix tag` made of it, and prints how many tokens were compared, or what differs.
# A file called all.jsonl must have rows (of programs) of all correct programs that have something
# left to tag.
import functools
import re
import sqlite3
import sys
from collections import Counter

from python_code import LAYOUT, parses, parts_of, rows, tokens, words

FORM = set("()[]{},:;.") | {"->"} | LAYOUT
LINE_END = re.compile(r"\r\n|\r|\n")


def fail(row, why):
    sys.exit(f"{row['id']}: {why}\n{row['tagged_code']}")


def check_row(row):
    """Places, and that tags put back give the code."""
    code, at, positions = row["code"], 0, row["positions"]
    first, *others = row["tagged_code"].split("<BUG>")
    if "<BUG>" in code or not row["n_tags"] == len(positions) == len(others):
        fail(row, "the number of tags")
    if first + "".join(place["token"] + text for place, text in zip(positions, others)) != code:
        fail(row, "tags put back do not give the code")
    for place in positions:
        start, end = place["start_byte"], place["end_byte"]
        above = LINE_END.split(code.encode()[:start].decode())
        if start < at or code.encode()[start:end].decode() != place["token"]:
            fail(row, f"bytes of {place}")
        if (len(above), len(above[-1])) != (place["line"], place["column"]):
            fail(row, f"line and column of {place}")
        at = end


@functools.lru_cache(None)  # a piece of code has several rows
def tokens_of(code):
    """Python's tokens; None for what is not Python 3. A function of a class is indented."""
    head = "if 1:\n" if code[:1] in " \t" else ""
    if not parses(head + code):  # of Python 2 the tokenizer makes other tokens
        return None
    return [(text, line - bool(head), column, kind)
            for text, line, column, kind in tokens(head + code)[len(tokens(head)) :]]


def content(found):
    return [token for token in found if token[0] not in FORM]


def check_tokens(row, found):
    """Each tagged token is one of Python's that is no form."""
    there = {token[1:3]: token[0] for token in content(found)}
    for place in row["positions"]:
        text = there.get((place["line"], place["column"]))
        if text not in (place["token"], " ".join(place["token"].replace("\\", " ").split())):
            fail(row, f"to Python it is {text}: {place}")


def check_rounds(codes):
    """Each is taken once before any is taken twice, unless it has no more rows."""
    used = Counter(codes)
    for code, n in used.items():
        is_behind = tokens_of(code) is not None and n < max(used.values()) - 1
        if is_behind and 2 ** len(content(tokens_of(code))) > 100 + max(used.values()):
            sys.exit(f"taken {n} times, others {max(used.values())} times:\n{code}")


def sequence(found):
    """What two pieces are compared by: no layout at the ends."""
    texts = words(found)
    inner = [i for i, text in enumerate(texts) if text not in LAYOUT]
    return tuple(texts[inner[0] : inner[-1] + 1]) if inner else ()


class Program:
    """A program of the database, and its parts: tokens by first and last line."""

    def __init__(self, code):
        self.code, self.lines, self.tokens = code, set(), tokens_of(code)  # the lines of edits
        self.parts = {part[:2]: sequence([t for t in self.tokens if part[0] <= t[1] <= part[1]])
                      for part in parts_of(parses(code))}

    def repaired(self):
        return [part for part in self.parts if any(part[0] <= n <= part[1] for n in self.lines)]


def read_programs(db):
    """All programs that are Python 3, by their source_key."""
    programs = {source: Program(code) for source, code in db.execute(
        "SELECT source_key, code FROM sources") if tokens_of(code) is not None}
    for side, line in ("buggy", "line"), ("fixed", "fixed_line"):
        for source, at in db.execute(
                f"SELECT source_key, {line} FROM fixes JOIN submissions "
                f"ON submission_key = {side}_submission_key WHERE origin <> 'mutant'"):
            if source in programs:
                programs[source].lines.add(at)
    return programs


def check_refused(rows_of_file, db, programs, repaired):
    """No row is of what a fix repaired, nor of what a program of the test set has."""
    tested = set()
    query = """SELECT DISTINCT source_key FROM splits JOIN fixes USING (fix_key)
        JOIN submissions ON submission_key IN (buggy_submission_key, fixed_submission_key)
        WHERE split = 'test'"""
    for (source,) in db.execute(query):
        if source in programs:
            tested |= {sequence(programs[source].tokens), *programs[source].parts.values()}
    query = "SELECT source_key FROM submissions WHERE problem_id = ? AND submission_id = ?"
    for row in rows_of_file:
        found = tokens_of(row["code"])
        if row["split"] == "test" or found and sequence(found) in tested:
            fail(row, "its code is in the test set")
        if row["granularity"] != "program":
            if found and sequence(found) in repaired:
                fail(row, "a fix repaired it")
            continue
        ((source,),) = db.execute(query, (row["problem_id"], row["submission_id"])).fetchall()
        out = programs[source].repaired() if source in programs else []
        for place in row["positions"]:
            if any(a <= place["line"] <= b for a, b in out):
                fail(row, f"a tag in what a fix repaired: {place}")


def check_programs(rows_of_file, db, programs, repaired):
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
    expected = set()
    for program in (programs[source] for (source,) in db.execute(query) if source in programs):
        out = [part for part, texts in program.parts.items() if texts in repaired]
        left = [token for token in content(program.tokens)
                if not any(a <= token[1] <= b for a, b in out)]
        if len(left) > 1:
            expected.add(sequence(program.tokens))
    found = {sequence(tokens_of(row["code"])) for row in rows_of_file if tokens_of(row["code"])}
    if found != expected:
        sys.exit(f"{len(expected - found)} programs are missing, "
                 f"{len(found - expected)} are too many")


def check_rows(rows_of_file, db, programs, are_all):
    """What there is to say of these rows."""
    n_rows = n_tokens = 0
    first_id = {}
    for row in rows_of_file:
        check_row(row)
        if first_id.setdefault(row["tagged_code"], row["id"]) != row["id"]:
            fail(row, f"its tagged code is that of {first_id[row['tagged_code']]}")
        found = tokens_of(row["code"])
        # f-strings are one token to tokenizers before 3.12, and lone CRs no line ends to them
        if found and not re.search(r"(?i)\b(f|rf|fr)['\"]|\r(?!\n)", row["code"]):
            check_tokens(row, found)
            n_rows += 1
            n_tokens += row["n_tags"]
    for split in {row["split"] for row in rows_of_file}:
        check_rounds(row["code"] for row in rows_of_file if row["split"] == split)
    repaired = {p.parts[part] for p in programs.values() for part in p.repaired()}
    check_refused(rows_of_file, db, programs, repaired)
    if are_all:
        check_programs(rows_of_file, db, programs, repaired)
    print(f"{n_rows} of {len(rows_of_file)} rows, with {n_tokens} tags, are for Python's "
          f"tokenizer, and agree; none is one of {len(repaired)} parts that fixes repaired")
    if 2 * n_rows < len(rows_of_file) or not n_rows:
        sys.exit("too few could be compared")


def main():
    db = sqlite3.connect(sys.argv[1])
    programs = read_programs(db)
    for path in sys.argv[2:]:
        check_rows(rows(path), db, programs, path.endswith("all.jsonl"))


main()
