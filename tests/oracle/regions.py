#!/usr/bin/env python3
"""regions.py LABELS... DATABASE...   compares regions of fixes with those that readers gave them

LABELS are tables with the columns source, language, dataset, fix_id, buggy_blob, fixed_blob, line,
column, region (tests/oracle/regions/). A label belongs to the fix with the same blobs, line and
column: those of the commit, or git's hashes of the two programs, by their first 12 digits. Prints,
for each language and region, how many labels have it, precision and recall with Wilson's 95 %
intervals, and each fix whose region is another one. Labels without a fix in the databases are
counted.
"""
import collections
import csv
import hashlib
import math
import sqlite3
import sys

COLUMNS = "d.fix_key, d.fix_id, d.language, d.line, d.column, f.region"


def blob(code):
    return hashlib.sha1(b"blob %d\0" % len(code) + code).hexdigest()[:12]


def fixes_of(path):
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    database.text_factory = bytes
    joined = "FROM fix_details d JOIN fixes f USING (fix_key)"
    if database.execute("SELECT count(*) FROM repositories").fetchone()[0]:
        for row in database.execute(
            f"SELECT {COLUMNS}, p.buggy_blob, p.fixed_blob {joined} "
            "JOIN fix_provenance p USING (fix_key) WHERE d.origin = 'real'"
        ):
            blobs = row[6].decode()[:12], row[7].decode()[:12]
            yield row[1], row[2], (*blobs, row[3], row[4]), row[5]
        return
    for row in database.execute(
        f"SELECT {COLUMNS}, d.buggy_code, d.fixed_code {joined} WHERE d.origin = 'real'"
    ):
        yield row[1], row[2], (blob(row[6]), blob(row[7]), row[3], row[4]), row[5]


def interval(n_good, n):
    """Wilson's 95 % interval of a proportion."""
    if n == 0:
        return "-"
    z, p = 1.96, n_good / n
    middle, half = p + z * z / (2 * n), z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    low, high = (middle - half) / (1 + z * z / n), (middle + half) / (1 + z * z / n)
    return f"{p:.3f} [{max(low, 0):.3f}, {min(high, 1):.3f}]"


def main():
    labels = {}
    for path in (p for p in sys.argv[1:] if p.endswith(".tsv")):
        with open(path, encoding="utf-8") as table:
            for row in csv.DictReader(table, delimiter="\t"):
                blobs = row["buggy_blob"][:12], row["fixed_blob"][:12]
                place = (*blobs, int(row["line"]), int(row["column"]))
                labels[place] = row
    found = collections.defaultdict(collections.Counter)
    for path in (p for p in sys.argv[1:] if not p.endswith(".tsv")):
        for fix_id, language, place, region in fixes_of(path):
            row = labels.pop(place, None)
            if not row:
                continue
            key = (row["source"], language.decode())
            found[key][row["region"], region.decode()] += 1
            if row["region"] != region.decode():
                print(f"{fix_id.decode()}\t{row['region']}\tis\t{region.decode()}")
    print("source\tlanguage\tregion\tn\tprecision\trecall")
    for (source, language), pairs in sorted(found.items()):
        for region in sorted({name for pair in pairs for name in pair}):
            both = pairs[region, region]
            read = sum(n for pair, n in pairs.items() if pair[0] == region)
            said = sum(n for pair, n in pairs.items() if pair[1] == region)
            print(source, language, region, read, interval(both, said), interval(both, read),
                  sep="\t")
    print(f"without a fix\t{len(labels)}")


main()
