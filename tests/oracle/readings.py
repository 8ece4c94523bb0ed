"""What `tokfix stats` says of the readings that the thesis leaves open, by CPython's own tokenizer.

make ATCODER     prints pairs: in accepted programs of ATCODER one token becomes another one of the
                 program, or goes
check DB         compares why `tokfix mine` rejected each of these pairs, of standard input, with
                 what the tokenizer says of it. Prints the number of pairs, of those that differ in
                 one token and do not parse, and of those of which the tokenizer says enough
stats JSON TSV   compares the readings with ATCODER/expected.tsv
"""

import glob
import io
import json
import random
import re
import sqlite3
import sys
import tokenize

SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER}
LAYOUT = {tokenize.NEWLINE: "NEWLINE", tokenize.INDENT: "INDENT", tokenize.DEDENT: "DEDENT"}
TEMPLATES = ("t", "rt", "tr")
REFUSED = "refused"


def brackets_match(tokens):
    left = ""
    for token in tokens:
        if token.type == tokenize.OP and token.string in "()[]{}":
            left = (left + token.string).replace("()", "").replace("[]", "").replace("{}", "")
    return not left


def raw_tokens(text):
    """All tokens; REFUSED if there are none; None where a number runs into a word, or before a
    template string: versions of CPython differ there."""
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(text).readline))
    except (tokenize.TokenError, SyntaxError):
        return REFUSED
    for token, following in zip(tokens, tokens[1:]):
        kinds = token.type, following.type
        if token.end != following.start:
            continue
        is_template = kinds[1] == tokenize.STRING and token.string.lower() in TEMPLATES
        if kinds == (tokenize.NUMBER, tokenize.NAME) or is_template:
            return None
    if any(token.type == tokenize.ERRORTOKEN for token in tokens) or not brackets_match(tokens):
        return REFUSED
    return [token for token in tokens if token.type not in SKIPPED]


def words(text):
    """Their texts, layout in capitals, `not in` and `is not` joined."""
    tokens = raw_tokens(text)
    if tokens is None or tokens == REFUSED:
        return tokens
    out = []
    for token in tokens:
        word = (token.type in LAYOUT, LAYOUT.get(token.type, token.string))
        if out and (out[-1][1], word[1]) in (("not", "in"), ("is", "not")):
            out[-1] = (False, out[-1][1] + " " + word[1])
        else:
            out.append(word)
    return out


def is_single(a, b):
    start, end = 0, 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    left_a, left_b = a[start : len(a) - end], b[start : len(b) - end]
    if any(is_layout for is_layout, _ in left_a + left_b):
        return False
    if len(left_a) == 1 and len(left_b) == 1:
        return True
    return sorted([left_a, left_b]) == [[], [(False, "not")]]


def changed(text, dice):
    """The text with another token somewhere, or without one."""
    tokens = [token for token in raw_tokens(text) if token.type not in LAYOUT]
    token, other = dice.choice(tokens), dice.choice(tokens)
    lines = text.splitlines(keepends=True)
    (line, start), (last, end) = token.start, token.end
    if line != last or "\n" in other.string:
        return None
    new = "" if dice.random() < 0.1 else other.string
    old = lines[line - 1]
    lines[line - 1] = old[:start] + new + old[end:]
    return "".join(lines)


def make(atcoder):
    dice = random.Random(25)
    number = 0
    for path in sorted(glob.glob(f"{atcoder}/data/*/Python/s0*.py")):
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        is_format = re.search(r"\b[rR]?[fF][rR]?['\"]", text)
        if "\r" in text or is_format or raw_tokens(text) in (None, REFUSED, []):
            continue  # versions of CPython cut f-strings in different ways
        buggy = changed(text, dice)
        if buggy is None or buggy == text:
            continue
        number += 1
        if number % 2 == 0:
            print(json.dumps({"language": "python", "original_language": "Python (3.8.2)",
                              "problem": f"p{number:05}", "buggy": buggy, "fixed": text}))


LEXICAL = {"unclosed_string", "unmatched_bracket", "indentation", "stray_character",
           "malformed_number"}
SINGLE = {None, "syntax_error"}


def check(database):
    db = sqlite3.connect(database)
    reasons = dict(db.execute("SELECT problem_id, reason FROM problem_rejects"))
    n_pairs = n_unparsed = n_checked = 0
    for row in map(json.loads, sys.stdin):
        problem, reason = row["problem"], reasons.get(row["problem"])
        a, b = words(row["buggy"]), words(row["fixed"])
        n_pairs += 1
        n_unparsed += reason == "syntax_error"
        if a is None or b is None:
            continue
        n_checked += 1
        if REFUSED in (a, b):
            expected = LEXICAL | {"multi_token"}
        else:
            expected = {"identical"} if a == b else SINGLE if is_single(a, b) else {"multi_token"}
        if reason not in expected:
            sys.exit(f"{problem}: {reason}, the tokenizer says {expected}")
    print(f"{n_pairs} {n_unparsed} {n_checked}")


def counts(path):
    with open(path, encoding="utf-8") as file:
        rows = json.load(file)["readings"]
    return {(r["question"], r["reading"], r["category"]): r["n"] for r in rows}


def stats(path, table):
    """The kinds of tokens are lexical: names are all identifiers."""
    with open(table, encoding="utf-8") as file:
        keys = next(file).rstrip("\n").split("\t")
        rows = [dict(zip(keys, line.rstrip("\n").split("\t"))) for line in file]
    rows = [row for row in rows if row["outcome"] == "single"]
    is_string = lambda token: re.match(r"[rRbBuUfF]*['\"]", token)
    literals = [row for row in rows if row["category"] == "literal"]
    numbers = [r for r in literals if not is_string(r["before"]) and not is_string(r["after"])]
    adds = [r for r in rows if {r["before"], r["after"]} == {"in", "not in"}]
    comparisons = sum(row["category"] == "comparison_operator" for row in rows)
    names = sum(row["category"] == "identifier" for row in rows)
    expected = {
        ("variables", "all identifiers", "variable_misuse"): names,
        ("literals", "with strings", "literal"): len(literals),
        ("literals", "without strings", "literal"): len(numbers),
        ("in, not in", "comparison", "comparison_operator"): comparisons,
        ("in, not in", "logical", "comparison_operator"): comparisons - len(adds),
    }
    found = counts(path)
    for key, n in expected.items():
        if found[key] != n:
            sys.exit(f"{key}: {found[key]} counted, the tokenizer says {n}")
    print(*expected.values())


if __name__ == "__main__":
    {"make": make, "check": check, "stats": stats}[sys.argv[1]](*sys.argv[2:])
