"""The fixes of a database in groups, by Python alone. usage: groups.py DATABASE BY...

Prints what `tokfix stats DATABASE --by BY --json` has in common with this reading: a line of JSON
for each group, in its order."""
import collections
import datetime
import json
import math
import sqlite3
import sys

SIX = ("variable_misuse", "binary_operator", "comparison_operator", "logical_operator",
       "assignment_operator", "literal")


def week(date):
    if not 0 < date < 253402300800:  # 9999-12-31 is the last day
        return None
    time = datetime.datetime.fromtimestamp(date, datetime.timezone.utc)
    return "%04d-W%02d" % time.isocalendar()[:2]


def most(counter, rank):
    """The most frequent item, and how often it occurs; of several, the first by rank."""
    return min(counter.items(), key=lambda item: (-item[1], rank(item[0])))


def describe(key, fixes, order):
    times = sorted(fix["fixed_date"] - fix["first_failing_date"] for fix in fixes
                   if fix["first_failing_date"] is not None and fix["fixed_date"] > 0)
    quartiles = [times[math.ceil(part * len(times) / 4) - 1] if times else None
                 for part in (1, 2, 3)]
    categories = collections.Counter(fix["category"] for fix in fixes)
    edits, first = collections.Counter(), {}
    for fix in fixes:
        edit = tuple(fix[name] for name in ("category", "edit", "before", "after"))
        edits[edit] += 1
        first.setdefault(edit, fix)
    edit, edit_n = most(edits, lambda edit: first[edit]["fix_key"])
    category, category_n = most(categories, order.index)
    return {"key": key, "fixes": len(fixes),
            "six": sum(categories[name] for name in SIX),
            "users": len({fix["user_id"] for fix in fixes} - {""}),
            "problems": len({fix["problem_id"] for fix in fixes}),
            **{name: categories[name] for name in order}, "n_timed": len(times),
            "quartile_seconds": quartiles[0], "median_seconds": quartiles[1],
            "upper_quartile_seconds": quartiles[2], "category": category,
            "category_n": category_n, "edit_category": edit[0], "edit": edit[1],
            "before": edit[2], "after": edit[3], "edit_n": edit_n,
            "example": first[edit]["fix_id"]}


KEYS = {"user": lambda fix: fix["user_id"] or None, "problem": lambda fix: fix["problem_id"],
        "contest": lambda fix: fix["contest"] or None, "week": lambda fix: week(fix["fixed_date"]),
        "language": lambda fix: fix["language"], "source": lambda fix: fix["source"],
        "repository": lambda fix: fix["repository"] or None}


def main():
    database, *names = sys.argv[1:]
    db = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    db.row_factory = sqlite3.Row
    order = [row[0] for row in db.execute("SELECT category FROM categories ORDER BY sort_order")]
    fixes = db.execute("SELECT d.*, first_failing_date FROM fix_details d JOIN fixes "
                       "USING (fix_key) WHERE d.origin = 'real' ORDER BY fix_key").fetchall()
    for by in names:
        groups = collections.defaultdict(list)
        for fix in fixes:
            groups[KEYS[by](fix)].append(fix)
        for key in sorted(groups, key=lambda key: (key is None, 0 if by == "week" else
                                                   -len(groups[key]), key or "")):
            print(json.dumps(describe(key, groups[key], order), ensure_ascii=False))


main()
