# Tags by Python's own tokenizer: reads rows of `tokfix tag --format tags`, and prints how many tokens were
# compared, or what does not agree. With a database behind it: rows of all its correct programs.
import ast
import io
import json
import re
import sqlite3
import sys
import tokenize
import warnings
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
    """Each tagged token is a token to Python too, or the first of a joined one, and none of form."""
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
    """Each is taken once before any is taken twice, but for those of which there are no more rows."""
    for code, n in used.items():
        tokens = tokens_of(code)
        if tokens is None or n >= max(used.values()) - 1:
            continue
        n_content = sum(t.type not in LAYOUT and t.string not in FORM for t in tokens.values())
        if 2**n_content > 100 + max(used.values()):
            print(f"taken {n} times, others {max(used.values())} times:\n{code}")
            sys.exit(1)


def check_programs(codes, path):
    """The programs that rows are of are all the correct ones of the database."""
    query = """SELECT s.code FROM fixes f JOIN submissions a ON a.submission_key = f.fixed
        JOIN sources s USING (source_id)
        WHERE f.category <> 'other' AND fix_id NOT IN (
            SELECT fix_id FROM duplicate_clusters WHERE kind = 'exact' AND representative <> fix_id
            UNION SELECT fix_id FROM conflicts UNION SELECT fix_id FROM exclusions)
        AND s.source_id NOT IN (SELECT b.source_id FROM submissions b JOIN fixes g
            ON g.buggy = b.submission_key)"""
    expected = {code for (code,) in sqlite3.connect(path).execute(query)}
    if codes != expected:
        print(f"{len(expected - codes)} programs are missing, {len(codes - expected)} are too many")
        sys.exit(1)


def main():
    n_rows = n_tokens = n_other = 0
    rows, texts = [json.loads(line) for line in open(sys.argv[1], newline="\n")], {}
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
    check_rounds(used)
    if len(sys.argv) > 2:
        check_programs(set(used), sys.argv[2])
    print(
        f"{n_rows} rows with {n_tokens} tags agree, {n_other} are not for Python's tokenizer; "
        f"{len(used)} pieces of code, each {min(used.values())} to {max(used.values())} times"
    )
    if n_rows < n_other:
        print("too few could be compared")
        sys.exit(1)


main()
