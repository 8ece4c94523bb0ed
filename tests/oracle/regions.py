#!/usr/bin/env python3
"""How right the regions of fixes are: compares databases with labels given by reading.

    regions.py LABELS.tsv [--half HALF] [--sample SAMPLE] [--source SOURCE] [--wrong]
               [--least P --regions REGION...] -- DB...

LABELS.tsv (tests/oracle/regions/labels.tsv) has a row for each labelled fix: the half that its
repository is in; the sample that it is from (random, or drawn for a rare region by words of its
line and path); the first 12 digits of the ids of the two blobs, line and column of the edit; the
region; `?` if the reader doubted. 40 repositories were drawn with a fixed seed: ten of each
language, by the language of most of their labels, of those with at least 12. The first five of each
ten are `written`: the rules were written with them. The others are `blind`: the rules were compared
with them once, and not changed.
Labels of fixes that no database has are not counted. Prints precision and recall for each region,
in all, for labels that the reader did not doubt, and by language, with intervals (Wilson, 95 %);
the last line has the number of labels that were found. With --least, fails if precision or recall
of one of these regions is less.
"""
import argparse
import collections
import csv
import hashlib
import math
import sqlite3
import sys

QUERY = """SELECT f.language, f.line, f.column, f.region, f.buggy_code, f.fixed_code,
                  p.buggy_blob, p.fixed_blob
           FROM fix_details f LEFT JOIN fix_provenance p USING (fix_key)
           WHERE f.origin = 'real'"""


def blob_id(code):
    return hashlib.sha1(b"blob %d\0" % len(code) + code).hexdigest()[:12]


def read_regions(paths):
    regions = {}
    for path in paths:
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        db.text_factory = bytes
        for row in db.execute(QUERY):
            language, line, column, region, buggy, fixed, buggy_blob, fixed_blob = row
            blobs = ((buggy_blob or b"").decode()[:12] or blob_id(buggy),
                     (fixed_blob or b"").decode()[:12] or blob_id(fixed))
            regions[(*blobs, line, column)] = region.decode()
    return regions


def interval(right, n, z=1.96):
    if n == 0:
        return "      -      -      -"
    p, d = right / n, 1 + z * z / n
    middle = (p + z * z / 2 / n) / d
    half = z * math.sqrt(p * (1 - p) / n + z * z / 4 / n / n) / d
    return f"{p:7.3f}{max(middle - half, 0):7.3f}{min(middle + half, 1):7.3f}"


def print_table(title, pairs):
    label = collections.Counter(labelled for labelled, _ in pairs)
    found = collections.Counter(given for _, given in pairs)
    right = collections.Counter(labelled for labelled, given in pairs if labelled == given)
    print(f"\n{title}: {len(pairs)} labels, {sum(right.values())} agree")
    print(f"{'region':18}{'labels':>7}{'found':>7}{'precision':>11}{'from':>5}{'to':>6}"
          f"{'recall':>10}{'from':>7}{'to':>6}")
    for region in sorted(label | found, key=lambda r: (-label[r], r)):
        few = "  too few" if label[region] < 20 else ""
        print(f"{region:18}{label[region]:7}{found[region]:7}   "
              f"{interval(right[region], found[region])} {interval(right[region], label[region])}"
              f"{few}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("labels")
    parser.add_argument("databases", nargs="+")
    for name in ("half", "sample", "source"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--least", type=float, default=0)
    parser.add_argument("--regions", nargs="*", default=[], help="that --least is about")
    parser.add_argument("--wrong", action="store_true", help="list the fixes that differ")
    options = parser.parse_args()
    regions = read_regions(options.databases)
    groups = collections.defaultdict(list)
    n_labels = n_found = 0
    with open(options.labels, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            if any(getattr(options, name) not in (None, row[name])
                   for name in ("half", "sample", "source")):
                continue
            n_labels += 1
            key = (row["buggy_blob"], row["fixed_blob"], int(row["line"]), int(row["column"]))
            if key not in regions:
                continue
            n_found += 1
            groups["all"].append((row["region"], regions[key]))
            groups[f"{row['source']}"].append((row["region"], regions[key]))
            if not row["doubt"]:
                groups[f"{row['source']}, not doubted"].append((row["region"], regions[key]))
            groups[f"{row['source']}, {row['language']}"].append((row["region"], regions[key]))
            if options.wrong and row["region"] != regions[key]:
                print(row["source"], row["language"], row["dataset"], key[0][:10], key[2],
                      row["region"], "is", regions[key], row["doubt"])
    for title in sorted(groups):
        print_table(title, groups[title])
    print(f"\n{n_found} of {n_labels} labels are about a fix of the databases")
    for region in options.regions:
        right = groups["all"].count((region, region))
        for side, name in enumerate(("recall", "precision")):
            n = sum(pair[side] == region for pair in groups["all"])
            if right < options.least * max(n, 1):
                sys.exit(f"{region}: {name} is {right} of {n}")


if __name__ == "__main__":
    main()
