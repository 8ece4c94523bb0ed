"""The first failing submissions of a Project CodeNet tree, read with Python's csv and sqlite3.
usage: first_failures.py TREE DATABASE

Compares the column first_failing_date of all real fixes with the metadata files, and prints how
many fixes have the date that these have. The option --failing of the run decides what is failing.
"""
import csv
import pathlib
import sqlite3
import sys

FAILING = {"Wrong Answer", "Time Limit Exceeded", "Memory Limit Exceeded", "Runtime Error",
           "Compile Error", "WA: Presentation Error", "Output Limit Exceeded",
           "Query Limit Exceeded"}


def first_failures(metadata, counts_all):
    """By problem, user and language as in the metadata."""
    first = {}
    for path in metadata.glob("*.csv"):
        with path.open(encoding="utf-8", errors="replace", newline="") as file:
            for row in csv.DictReader(file):
                status, date = row.get("status"), row.get("date") or ""
                fails = status in FAILING or (counts_all and status != "Accepted")
                if fails and date.isdigit():
                    key = path.stem, row["user_id"], row["language"]
                    first[key] = min(int(date), first.get(key, int(date)))
    return first


def main():
    tree, database = sys.argv[1:]
    db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    failing, = db.execute("SELECT DISTINCT failing FROM run").fetchone()
    first = first_failures(pathlib.Path(tree) / "metadata", failing == "all")
    names = {"python": "Python", "cpp": "C++", "c": "C", "java": "Java"}
    n_fixes = 0
    for fix_id, problem, user, language, date in db.execute(
            "SELECT fix_id, problem_id, user_id, language, first_failing_date FROM fix_details "
            "JOIN fixes USING (fix_key) WHERE fixes.origin = 'real'"):
        expected = first.get((problem, user, names[language]))
        if date != expected:
            sys.exit(f"{fix_id}: {date}, the metadata say {expected}")
        n_fixes += 1
    earlier, = db.execute("SELECT count(*) FROM fixes JOIN submissions ON submission_key = "
                          "buggy_submission_key WHERE first_failing_date < date").fetchone()
    print(n_fixes, "fixes,", earlier, "of them not of the first failing submission")


main()
