#!/usr/bin/env python3
"""How right the regions of fixes are: compares databases with labels given by reading.

    regions.py LABELS.tsv [--half HALF] [--sample SAMPLE] [--source SOURCE] [--wrong]
               [--least P --regions REGION...] -- DB...

LABELS.tsv (tests/oracle/regions/labels.tsv) has a row for each data set: the half that the
repository is in, and a column for each region with its labels, BUGGY-FIXED:LINE:COLUMN:SAMPLE.
BUGGY and FIXED are the first 8 digits of the ids of the two blobs, LINE and COLUMN the place of the
edit, SAMPLE is r for random, or of a rare region, by words of the line and the path: d docstring, s
string, a assert, v version. `?` follows if the reader doubted. 40 repositories were drawn with a
fixed seed: ten of each language, by the language of most of their labels, of those with at least
12. The first five of each ten are `written`: the rules were written with them. The others are
`blind`: the rules were compared with them once, and not changed.
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
    return hashlib.sha1(b"blob %d\0" % len(code) + code).hexdigest()


def read_regions(paths):
    regions = {}
    for path in paths:
        db = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        db.text_factory = bytes
        for row in db.execute(QUERY):
            language, line, column, region, buggy, fixed, buggy_blob, fixed_blob = row
            blobs = [(blob or b"").decode() or blob_id(code)
                     for blob, code in ((buggy_blob, buggy), (fixed_blob, fixed))]
            key = f"{blobs[0][:8]}-{blobs[1][:8]}:{line}:{column}"
            regions[key] = region.decode(), language.decode()
    return regions


def read_labels(path, options):
    """(source, data set, region, place, whether the reader doubted)"""
    samples = {name[0]: name for name in ("random", "docstring", "string", "assert", "version")}
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            half, source, data_set, *columns = row.values()
            for region, labels in zip(list(row)[3:], columns):
                for place, sample in (label.rsplit(":", 1) for label in labels.split()):
                    wanted = options.half, options.source, options.sample
                    if all(want in (None, value) for want, value
                           in zip(wanted, (half, source, samples[sample[0]]))):
                        yield source, data_set, region, place, sample[1:]


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
    for source, dataset, region, place, doubt in read_labels(options.labels, options):
        n_labels += 1
        if place not in regions:
            continue
        n_found += 1
        given, language = regions[place]
        titles = ["all", source, f"{source}, {language}"]
        for title in titles if doubt else [*titles, f"{source}, not doubted"]:
            groups[title].append((region, given))
        if options.wrong and region != given:
            print(source, language, dataset, place, region, "is", given, doubt)
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
