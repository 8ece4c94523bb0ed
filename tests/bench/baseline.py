#!/usr/bin/env python3
"""Mine single-token bug fixes from a Project CodeNet tree: the afternoon's version.

    baseline.py Project_CodeNet > fixes.tsv

The same steps as `tokfix mine`, with Python's standard library and in one process: group the
submissions by user and problem, pair every failing one with every later Accepted one, and keep the
pairs whose tokens differ by one replaced token, or by one inserted or deleted `not`. Writes the
columns problem, buggy, fixed.
"""

import csv
import sys
import tokenize
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

FAILING = {
    "Compile Error",
    "Wrong Answer",
    "Time Limit Exceeded",
    "Memory Limit Exceeded",
    "Output Limit Exceeded",
    "Query Limit Exceeded",
    "Runtime Error",
    "WA: Presentation Error",
}
LAYOUT = {tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
SKIPPED = {tokenize.COMMENT, tokenize.NL, tokenize.ENDMARKER}
JOINED = {("not", "in"), ("is", "not")}


def read_histories(metadata):
    """The Python submissions of one metadata file, by user, each list in order of the dates."""
    histories = defaultdict(list)
    with open(metadata, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            if row["language"] == "Python":
                histories[row["user_id"]].append(row)
    for history in histories.values():
        history.sort(key=lambda row: int(row["date"]))
    return histories


def pairs_of(history):
    for i, buggy in enumerate(history):
        if buggy["status"] in FAILING:
            for fixed in history[i + 1 :]:
                if fixed["status"] == "Accepted":
                    yield buggy["submission_id"], fixed["submission_id"]


@lru_cache(maxsize=1000)
def tokens_of(path):
    """The tokens of a program as (kind, text), or None when it cannot be used."""
    tokens = []
    try:
        with open(path, encoding="utf-8-sig") as file:
            for kind, text, *_ in tokenize.generate_tokens(file.readline):
                if kind == tokenize.ERRORTOKEN:
                    return None
                if kind in LAYOUT:
                    tokens.append((kind, ""))
                elif tokens and (tokens[-1][1], text) in JOINED:
                    tokens[-1] = (tokenize.OP, tokens[-1][1] + " " + text)
                elif kind not in SKIPPED:
                    tokens.append((kind, text))
    except (OSError, UnicodeDecodeError, tokenize.TokenError, SyntaxError):
        return None
    return tokens


def is_single_token_fix(buggy, fixed):
    if abs(len(buggy) - len(fixed)) > 1:
        return False
    shorter = min(len(buggy), len(fixed))
    start = 0
    while start < shorter and buggy[start] == fixed[start]:
        start += 1
    end = 0
    while end < shorter - start and buggy[-1 - end] == fixed[-1 - end]:
        end += 1
    before = buggy[start : len(buggy) - end]
    after = fixed[start : len(fixed) - end]
    if len(before) == len(after) == 1:
        return before[0][0] not in LAYOUT and after[0][0] not in LAYOUT
    return before + after == [(tokenize.NAME, "not")]


def mine(dataset):
    for metadata in sorted((dataset / "metadata").glob("p[0-9]*.csv")):
        problem = metadata.stem
        folder = dataset / "data" / problem / "Python"
        for _, history in sorted(read_histories(metadata).items()):
            for buggy, fixed in pairs_of(history):
                before = tokens_of(folder / f"{buggy}.py")
                after = tokens_of(folder / f"{fixed}.py")
                if before and after and is_single_token_fix(before, after):
                    yield problem, buggy, fixed


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: baseline.py Project_CodeNet")
    for fix in mine(Path(sys.argv[1])):
        print(*fix, sep="\t")


if __name__ == "__main__":
    main()
