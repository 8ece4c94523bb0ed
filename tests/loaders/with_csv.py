"""Every field of a CSV file, or of the same rows as JSON lines: with_csv.py FILE.

A row is a line: its fields as UTF-8 in hexadecimal digits; the titles come first."""
import csv
import json
import sys


def text(value):
    return value if isinstance(value, str) else json.dumps(value)


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        if path.endswith(".csv"):
            csv.field_size_limit(1 << 30)
            yield from csv.reader(file, strict=True)
            return
        rows = [json.loads(line) for line in file]
    yield list(rows[0])
    yield from (map(text, row.values()) for row in rows)


for row in rows_of(sys.argv[1]):
    print(*(field.encode("utf-8").hex() for field in row))
