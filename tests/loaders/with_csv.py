"""Every field of a CSV file, or of the same rows as JSON lines. with_csv.py HOW FILE [--lf]

HOW is lines (JSON lines), csv (Python's csv module) or pandas. A row is a line: its fields as UTF-8
in hexadecimal digits, with tabs between them; the titles come first. --lf writes CR and CRLF as
LF, as R's own reader does.
"""
import csv
import json
import sys


def text(value):
    """The field of a JSON value, as doc/export.md says."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def rows_of(how, path):
    delimiter = "\t" if path.endswith(".tsv") else ","
    if how == "pandas":
        import pandas

        table = pandas.read_csv(path, sep=delimiter, dtype=str, keep_default_na=False)
        yield list(table)
        yield from table.itertuples(index=False, name=None)
        return
    with open(path, encoding="utf-8", newline="\n" if how == "lines" else "") as file:
        if how == "csv":
            csv.field_size_limit(1 << 30)
            yield from csv.reader(file, delimiter=delimiter, strict=True)
            return
        rows = [json.loads(line) for line in file]
    titles = list(dict.fromkeys(key for row in rows for key in row))
    yield titles
    yield from ([text(row.get(title)) for title in titles] for row in rows)


for row in rows_of(*sys.argv[1:3]):
    if "--lf" in sys.argv:
        row = [field.replace("\r\n", "\n").replace("\r", "\n") for field in row]
    print(*(field.encode("utf-8").hex() for field in row), sep="\t")
