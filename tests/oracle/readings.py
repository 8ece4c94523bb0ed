"""What `tokfix stats` says of the readings that the thesis leaves open, by CPython's own tokenizer.

make ATCODER     prints pairs: in accepted programs of ATCODER one token becomes another one of the
                 program, or goes
check DB         compares why `tokfix mine` rejected each of these pairs, of standard input, with
                 what the tokenizer says of it. Prints the number of pairs, of those that differ in
                 one token and do not parse, and of those of which the tokenizer says enough
stats JSON TSV   compares the readings with ATCODER/expected.tsv
"""

import csv
import glob
import json
import random
import re
import sqlite3
import sys
import tokenize

from python_code import LAYOUT, one_edit, tokens, words

LEXICAL = {"unclosed_string", "unmatched_bracket", "indentation", "stray_character",
           "malformed_number"}
TEMPLATES = "t", "rt", "tr"


def brackets_match(found):
    left = ""
    for text, _, _, kind in found:
        if kind == tokenize.OP and text in "()[]{}":
            left = (left + text).replace("()", "").replace("[]", "").replace("{}", "")
    return not left


def differs_by_version(found):
    """Whether a number runs into a word, or a word into a string as if it were a template."""
    for (text, line, column, kind), (_, *place, following) in zip(found, found[1:]):
        is_template = following == tokenize.STRING and text.lower() in TEMPLATES
        is_run = (kind, following) == (tokenize.NUMBER, tokenize.NAME)
        if place == [line, column + len(text)] and (is_run or is_template):
            return True
    return False


def is_refused(found):
    return found is None or not brackets_match(found) or any(
        token[3] == tokenize.ERRORTOKEN for token in found)


def changed(text, dice):
    """The text with another token somewhere, or without one; None if that takes several lines."""
    content = [token for token in tokens(text) if token[0] not in LAYOUT]
    (old, line, column, _), other = dice.choice(content), dice.choice(content)[0]
    new = "" if dice.random() < 0.1 else other
    lines = text.splitlines(keepends=True)
    before, rest = lines[line - 1][:column], lines[line - 1][column:]
    if not rest.startswith(old) or "\n" in new:
        return None
    lines[line - 1] = before + new + rest[len(old) :]
    return "".join(lines)


def make(atcoder):
    dice = random.Random(25)
    for number, path in enumerate(sorted(glob.glob(f"{atcoder}/data/*/Python/s0*.py"))):
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        is_format = re.search(r"\b[rR]?[fF][rR]?['\"]", text)
        found = tokens(text)
        if number % 2 or "\r" in text or is_format or is_refused(found) or len(found) < 2:
            continue  # versions of CPython cut f-strings in different ways
        buggy = changed(text, dice)
        if buggy not in (None, text):
            print(json.dumps({"language": "python", "original_language": "Python (3.8.2)",
                              "problem": f"p{number:05}", "buggy": buggy, "fixed": text}))


def check(database):
    db = sqlite3.connect(database)
    reasons = dict(db.execute("SELECT problem_id, reason FROM problem_rejects"))
    n_pairs = n_checked = 0
    for row in map(json.loads, sys.stdin):
        reason, a, b = reasons.get(row["problem"]), tokens(row["buggy"]), tokens(row["fixed"])
        n_pairs += 1
        if differs_by_version(a or []) or differs_by_version(b or []):
            continue
        n_checked += 1
        if is_refused(a) or is_refused(b):
            expected = LEXICAL | {"multi_token"}
        elif words(a) == words(b):
            expected = {"identical"}
        else:
            expected = {None, "syntax_error"} if one_edit(a, b) else {"multi_token"}
        if reason not in expected:
            sys.exit(f"{row['problem']}: {reason}, the tokenizer says {expected}")
    print(n_pairs, list(reasons.values()).count("syntax_error"), n_checked)


def stats(path, table):
    """The kinds of tokens are lexical: names are all identifiers."""
    with open(table, encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                if row["outcome"] == "single"]
    of = lambda category: [row for row in rows if row["category"] == category]
    comparisons, literals = of("comparison_operator"), of("literal")
    numbers = [row for row in literals if not any(
        re.match(r"[rRbBuUfF]*['\"]", row[side]) for side in ("before", "after"))]
    adds = [row for row in rows if {row["before"], row["after"]} == {"in", "not in"}]
    expected = {
        ("variables", "all identifiers", "variable_misuse"): len(of("identifier")),
        ("literals", "with strings", "literal"): len(literals),
        ("literals", "without strings", "literal"): len(numbers),
        ("in, not in", "comparison", "comparison_operator"): len(comparisons),
        ("in, not in", "logical", "comparison_operator"): len(comparisons) - len(adds),
    }
    with open(path, encoding="utf-8") as file:
        found = {(row["question"], row["reading"], row["category"]): row["n"]
                 for row in json.load(file)["readings"]}
    for key, n in expected.items():
        if found[key] != n:
            sys.exit(f"{key}: {found[key]} counted, the tokenizer says {n}")
    print(*expected.values())


if __name__ == "__main__":
    {"make": make, "check": check, "stats": stats}[sys.argv[1]](*sys.argv[2:])
