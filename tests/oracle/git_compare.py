"""Compares the fixes of a git repository that tokfix found with those of git_pairs.py.

  git_compare.py DB PAIRS   DB: tokfix mine --git REPOSITORY --keywords none --max-files 0
                            PAIRS: what git_pairs.py prints of the repository

Prints how many pairs are the same and how many differ, by reason, and each difference without a
reason. The reasons: CPython up to 3.11 takes an f-string as one token; a pair of the oracle is no
fix of tokfix if a side does not parse, and the oracle does not parse; the oracle looks at hunks
first, and can take a text in a string for a comment. Ends with 1 if a pair differs
without a reason, or is found by tokfix only."""

import collections
import sqlite3
import sys

FIXES = """SELECT c.commit_id, v.path, f.edit, f.before, f.after, f.line, f.column,
coalesce(f.function, '-'), c.keyword IS NOT NULL
FROM fixes f JOIN file_versions v ON v.submission_key = f.fixed_submission_key
JOIN commits c USING (commit_key)"""
SHOWN = 120  # characters of a difference


def escaped(text):
    for old, new in (("\r\n", "\n"), ("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n")):
        text = text.replace(old, new)
    return text


def is_f_string(token):
    prefix = token[: len(token) - len(token.lstrip("bBrRuUfF"))].lower()
    return "f" in prefix and token[len(prefix) :][:1] in ("'", '"')


def reason_of(ours, theirs):
    """Why they differ, or None. Each is (edit, before, after, line, column, function, keyword)."""
    if theirs and any(is_f_string(token) for token in theirs[1:3]):
        return "f-string"
    if theirs and not ours:
        return "only the oracle: a side does not parse"
    if ours and not theirs and any("#" in token for token in ours[1:3]):
        return "only tokfix: to the oracle's filter, a # in a string begins a comment"
    return None


def main():
    database, pairs = sys.argv[1:]
    ours, theirs = {}, {}
    for commit, path, edit, before, after, *rest in sqlite3.connect(database).execute(FIXES):
        ours[commit, path] = (edit, escaped(before), escaped(after), *map(str, rest))
    with open(pairs, encoding="utf-8", errors="replace", newline="\n") as file:
        for line in file:
            commit, path, _, _, edit, before, after, row, column, keyword, _, function = (
                line.rstrip("\n").split("\t")
            )
            function = function or ours.get((commit, path), ("",) * 7)[5]  # ast could not parse it
            theirs[commit, path] = (edit, before, after, row, column, function, keyword)
    counts, n_unexplained = collections.Counter(), 0
    for key in sorted(ours.keys() | theirs.keys()):
        a, b = ours.get(key), theirs.get(key)
        reason = "the same" if a == b else reason_of(a, b)
        counts[reason or "unexplained"] += 1
        if not reason:
            n_unexplained += 1
            print(*key, repr(a)[:SHOWN], repr(b)[:SHOWN])
    print("; ".join(f"{n} {reason}" for reason, n in counts.most_common()))
    return n_unexplained > 0


sys.exit(main())
