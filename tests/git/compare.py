"""Compares what tokfix mined with what repositories.py expects.

  compare.py OUT DB   prints each repository that differs; ends with 1 if one does"""

import collections
import json
import sqlite3
import sys

PAIRS = """SELECT c.problem_id, c.commit_id, c.parent_id, v.path, f.before, f.after, f.category,
s.language
FROM fixes f JOIN file_versions v ON v.submission_key = f.fixed_submission_key
JOIN submissions s ON s.submission_key = v.submission_key
JOIN commits c ON c.commit_key = v.commit_key"""
COUNTS = """SELECT problem_id, name, n FROM commit_counts
WHERE n > 0 AND name NOT IN ('commits', 'used', 'no_file')
UNION ALL SELECT problem_id, reason, n_pairs FROM problem_rejects"""
DAMAGE = """SELECT file FROM input_errors
WHERE kind IN ('damaged_repository', 'repository_unusable')"""

# Files that name another folder are not followed, and neither is a name that cannot be an id.
NOT_READ = {"git-file", "linked-second", "--output=odd $(touch pwned) 'name'\n\t.git"}
# What tokfix does not look at: settings, and HEAD beside other references.
NOT_SEEN = {"damaged-config-extension", "damaged-config-loop", "damaged-config-syntax",
            "damaged-config-version"}
# One damaged file has one of these reasons; which one depends on where git finds the damage.
DAMAGED_FILE = ["missing_blob", "unreadable", "too_large"]
KEYS = ("commit", "parent", "path", "before", "after", "category", "language")  # as PAIRS


def keys_of(pairs):
    return {tuple(pair[key] for key in KEYS) for pair in pairs}


def main():
    folder, database = sys.argv[1:]
    with open(f"{folder}/expected.json", encoding="utf-8") as file:
        expected = json.load(file)
    db = sqlite3.connect(database)
    pairs, counts = collections.defaultdict(set), collections.defaultdict(collections.Counter)
    for name, *pair in db.execute(PAIRS):
        pairs[name].add(tuple(pair))
    for name, reason, n in db.execute(COUNTS):
        counts[name][reason] += n
    damaged = {name.split("/")[0] for (name,) in db.execute(DAMAGE)}
    n_bad = n_pairs = 0
    for name, wanted in sorted(expected.items()):
        right, may = keys_of(wanted["pairs"]), keys_of(wanted["may"])
        rejects, found = dict(wanted["rejects"]), dict(counts[name])
        n_pairs += len(pairs[name])
        if name.startswith("damaged-") and "damaged_repository" not in rejects:
            for counted in (rejects, found):
                counted["damaged file"] = sum(counted.pop(reason, 0) for reason in DAMAGED_FILE)
        if name in NOT_READ:
            is_right = not pairs[name] and (name in damaged or "\n" in name)
        elif name in NOT_SEEN:
            is_right = pairs[name] == may
        elif "damaged_repository" in rejects:
            is_right = pairs[name] <= may and (name in damaged or found.get("damaged"))
        else:
            is_right = pairs[name] == right and found == rejects
        if not is_right:
            n_bad += 1
            print(f"{name}: {sorted(right - pairs[name])} are missing, "
                  f"{sorted(pairs[name] - right)} are extra, rejects {found} for {rejects}")
    print(f"{len(expected)} repositories, {n_pairs} pairs, {n_bad} differ")
    return n_bad > 0


sys.exit(main())
