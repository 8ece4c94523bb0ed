"""Reads split sets from the tables of a database, without code of tokfix, and tests their promises.

For each set: no problem cluster (grouped by problem-cluster), problem, user or program is in two
splits; by date, splits follow the days; each fix is in one split, excluded, or left out. Prints how
many strata of the sets that a ratio or folds divide want 20 fixes of a split, and how many of these
are two fixes and a tenth away. Exit status 1: a promise is broken.
"""

import collections
import sqlite3
import sys

FIXES = """
SELECT f.fix_key, f.category, b.language, b.problem_id,
       coalesce((SELECT cluster_id FROM problem_clusters c WHERE c.problem_id = b.problem_id),
                b.problem_id),
       b.user_id, b.source_key, a.source_key, a.date,
       (SELECT min(CASE r.source WHEN 'git' THEN 'git' ELSE r.dataset END)
        FROM problem_runs p JOIN run r USING (run_key) WHERE p.problem_id = b.problem_id)
FROM fixes f JOIN submissions b ON b.submission_key = f.buggy_submission_key
JOIN submissions a ON a.submission_key = f.fixed_submission_key WHERE f.origin = 'real'
"""
Fix = collections.namedtuple(
    "Fix", "key category language problem cluster user buggy fixed date source")


def torn(fixes, split, ties):
    """The ties that are in two splits."""
    where = collections.defaultdict(set)
    for fix in fixes:
        for tie in ties(fix):
            where[tie].add(split[fix.key])
    return [tie for tie, splits in where.items() if len(splits) > 1]


def promises(kept):
    yield "problem", lambda f: [f.problem] if "problem" in kept else []
    yield "cluster", lambda f: [f.cluster] if "problem-cluster" in kept else []
    yield "user", lambda f: [f.user] if "user" in kept and f.user else []
    yield "program", lambda f: {f.buggy, f.fixed} if "duplicates" in kept else []


def strata_of(fix):
    return (("all",), ("category", fix.category), ("language", fix.language),
            ("source", fix.source), ("cell", fix.category, fix.language, fix.source))


def count_strata(fixes, split, shares):
    """(with 20 wanted fixes, of these outside)"""
    sizes = collections.Counter(stratum for fix in fixes for stratum in strata_of(fix))
    got = collections.Counter((stratum, split[fix.key]) for fix in fixes
                              for stratum in strata_of(fix))
    away = [(share * n, abs(got[stratum, name] - share * n)) for stratum, n in sizes.items()
            for name, share in shares.items() if share * n >= 20]
    return len(away), sum(distance > max(2, wanted / 10) for wanted, distance in away)


def check(db, row, fixes):
    name, origin = row["split_set"], row["origin"]
    split = {key: part for key, part in db.execute(
        "SELECT fix_key, split FROM set_splits WHERE split_set = ?", (name,))}
    placed = [fix for fix in fixes if fix.key in split]
    errors = [f"{what}: {len(found)}" for what, ties in promises(row["grouped_by"].split(","))
              if (found := torn(placed, split, ties))]
    elsewhere = {key for key, in db.execute(
        "SELECT fix_key FROM set_left_out WHERE split_set = ? UNION "
        "SELECT fix_key FROM set_exclusions WHERE split_set IN (?, '')", (name, name))}
    errors += [f"{f.key} is nowhere" for f in fixes if f.key not in split.keys() | elsewhere]
    if origin == "date":
        days = row["validation_from"] or row["test_from"], row["test_from"]
        errors += [f"{f.key} is of another day" for f in placed if split[f.key] !=
                   ("train" if f.date < days[0] else "validation" if f.date < days[1] else "test")]
    names = ["fold%d" % (i + 1) for i in range(row["n_folds"])] or ["train", "validation", "test"]
    errors += [f"unknown split {part}" for part in set(split.values()) - set(names)]
    print(name, *(f"{part} {list(split.values()).count(part)}" for part in names), sep="\t", end="")
    if origin == "seed":
        ratio = [1] * row["n_folds"] or [row[part + "_ratio"] for part in names]
        shares = {part: r / sum(ratio) for part, r in zip(names, ratio)}
        print("\tstrata %d, outside %d" % count_strata(placed, split, shares), end="")
    print("", *errors, sep="\t")
    return not errors


def main():
    db = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
    fixes = [Fix(*row) for row in db.execute(FIXES)]
    db.row_factory = sqlite3.Row
    rows = db.execute("SELECT * FROM split_sets ORDER BY split_set").fetchall()
    sys.exit(not all([check(db, row, fixes) for row in rows]))


main()
