"""Programs in Python that do a part of tokfix's work, or all of it.

    peers.py mine TREE
        mines the single-token fixes of a CodeNet tree, as one would write it in an afternoon: pairs
        every failing submission with every later Accepted one of its user, and keeps the pairs
        whose tokens differ by one replaced token, or by one inserted or deleted `not`
    peers.py tokenize LIST
        cuts the programs that the file LIST names into tokens with CPython's tokenizer
    peers.py pydriller REPOSITORY
        reads a history with PyDriller as a miner must: both versions of each changed Python file
"""
import csv
import io
import sys
import time
import tokenize
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

FAILING = {"Compile Error", "Wrong Answer", "Time Limit Exceeded", "Memory Limit Exceeded",
           "Output Limit Exceeded", "Query Limit Exceeded", "Runtime Error",
           "WA: Presentation Error"}
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


def mine(path):
    dataset = Path(path)
    for metadata in sorted((dataset / "metadata").glob("p[0-9]*.csv")):
        problem = metadata.stem
        folder = dataset / "data" / problem / "Python"
        for _, history in sorted(read_histories(metadata).items()):
            for buggy, fixed in pairs_of(history):
                before = tokens_of(folder / f"{buggy}.py")
                after = tokens_of(folder / f"{fixed}.py")
                if before and after and is_single_token_fix(before, after):
                    print(problem, buggy, fixed, sep="\t")


def tokenize_programs(listed):
    programs = [open(path.rstrip("\n"), "rb").read() for path in open(listed)]
    start = time.monotonic()
    for program in programs:
        try:
            for _ in tokenize.tokenize(io.BytesIO(program).readline):
                pass
        except (SyntaxError, UnicodeError, tokenize.TokenError):
            pass
    print("mb_per_second", sum(map(len, programs)) / (time.monotonic() - start) / 1e6)


def read_versions(repository):
    from pydriller import Repository
    n_commits = n_versions = n_bytes = 0
    history = Repository(repository, only_modifications_with_file_types=[".py"],
                         include_refs=True, include_remotes=True)
    for commit in history.traverse_commits():
        n_commits += 1
        for file in commit.modified_files:
            if file.filename.endswith(".py"):
                for text in file.content_before, file.content:
                    n_versions += text is not None
                    n_bytes += len(text or b"")
    print(n_commits, "commits", n_versions, "versions", n_bytes, "bytes")


{"mine": mine, "tokenize": tokenize_programs, "pydriller": read_versions}[sys.argv[1]](sys.argv[2])
