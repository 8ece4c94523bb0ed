#!/usr/bin/env python3
"""make_forms.py TREE FOLDER [ROWS]: writes one dump of submissions in the forms that people bring.

The programs are those of a CodeNet tree (convert.py), at most ROWS of them; problems with all that
is odd in rows are added. Into FOLDER go the files, and `forms`: a line for each form, with tabs
between its name, the reference that it is to be equal to, and the arguments of `tokfix mine`.
`parquet.sql` makes words.parquet of a reference.

A reference is a file of JSON lines. There are several, because not every form can carry all:

  words.jsonl    all rows, with the words of verdicts
  scores.jsonl   the same rows, with a score in the place of the words
  percents.jsonl the same, with percents
  latin.jsonl    only characters of Latin-1
"""
import bz2
import codecs
import csv
import gzip
import io
import json
import lzma
import os
import random
import re
import subprocess
import sys
import zipfile
from datetime import datetime, timezone
from zoneinfo import ZoneInfo

from convert import convert

FIELDS = ["user", "problem", "date", "status", "language", "code", "id", "original_language",
          "contest", "problem_name"]
# What no field is: it is read and dropped.
EXTRAS = ["memory", "comment", "tags"]
BERLIN = ZoneInfo("Europe/Berlin")
FIRST_DATE = 1_577_890_800  # 2020-01-01 15:00 UTC
N_TIMES = 8  # the programs are in problems of their own each time, so that a small tree suffices
STEP = 601 * 60  # the days of a year come before 200 rows are over, so days above 12 are there

# Pairs of programs, which differ in one token. Every separator, quote, escape and line end is in
# one of them.
ODD_PROGRAMS = [
    'a = input().split("\\t")\nprint(a[0], sep=";", end="|\\n")\n',
    'print("a,b;c|d\\te\\\\", """x\n"y"\n""")\nn = 1\n',
    "# кто написал\nпечать = 'ё'\nprint(печать, 0)\n",
    "# 入力を読む\nn = int(input())\nprint('答え', n + 1)\n",
    "x = 1\r\nif x:\r\n\tprint('a\\r\\n', \"\\N{BULLET}\", x)\r\n",
    's = "\\\\N"\nt = r"\\N"\nprint(s, t, "\\\\", 0)\n',
    '\n\nprint("NULL", None, 1)\n\n\n',
    'print("""\n,;|\t\n\'\'\'\n"\n""", 3)',
    "print('ends with a backslash \\\\', 5) # \\",
    "x = 1\r# lone CR\r\nprint('\U0001f600', x, 2)\x0c\r",
    "\ufeffprint('a mark at the start', 1)\n",
]
TEXTS = ["", "a\tb", 'say "hi"', "two\nlines", "crlf\r\ncomment", "\\N", "\\", "NULL", "日本語; |",
         "да, нет", "\U0001f600", "'", '"', ",", " blank "]


def other_token(code):
    """The program with its last number changed, or None."""
    for at in range(len(code) - 1, -1, -1):
        if code[at].isdigit():
            return code[:at] + ("7" if code[at] != "7" else "8") + code[at + 1:]
    return None


def odd_rows():
    for i, code in enumerate(ODD_PROGRAMS):
        fixed = other_token(code)
        if fixed is None:
            code, fixed = code + "\nx = 1", code + "\nx = 2"
        for text, status in ((code, "Wrong Answer"), (fixed, "Accepted")):
            yield {"user": f"odd user, {i}", "problem": "odd/1", "status": status, "code": text,
                   "language": "Python (3.8.2)", "original_language": None,
                   "problem_name": 'Odd "1"; | 奇数, \\N', "contest": "Контест №1"}
    row = {"user": "u1", "problem": "odd-2", "status": "Wrong Answer", "language": "py3",
           "code": "print(1)\n", "original_language": None, "problem_name": None, "contest": None}
    for change in ({"status": "Teapot"}, {"status": None}, {"language": "Brainfuck"},
                   {"language": "71"}, {"language": "C#"}, {"user": None}, {"problem": None},
                   {"language": None}, {"date": "yesterday"}, {"status": "Accepted"},
                   {"code": "print(2)\n"}, {"code": "print(2)\n", "status": "Accepted"},
                   {"code": "main(){puts(\"1\");}", "language": "GNU C11"},
                   {"code": "main(){puts(\"2\");}", "language": "GNU C11", "status": "OK"},
                   {"problem": "odd 2", "user": "ann & bob"}):
        yield {**row, **change}


def make_rows(tree, folder, limit):
    """The rows of the dump: dictionaries of texts, or None where there is no value."""
    rows = [{name: row.get(name) or None for name in FIELDS} for row in convert(
        tree, os.path.join(folder, "tree")) if row["code"] and "\0" not in row["code"]]
    random.Random(1).shuffle(rows)
    rows = [dict(row, problem=f"{row['problem']}-{i}") for i in range(N_TIMES) for row in rows]
    rows = rows[:limit]
    rows = sorted(rows, key=lambda row: (len(row["date"]), row["date"], row["id"]))
    odd = list(odd_rows())
    rows += odd
    ids = {}
    for i, row in enumerate(rows):
        row["id"] = row.get("id") or str(10_000_000 + i)
        if row.get("date") is None or row["date"].isdigit():
            row["date"] = date_of(i)
        row["memory"] = str(i * 17)
        row["comment"] = TEXTS[i % len(TEXTS)] or None
        row["tags"] = "a;b"
        ids.setdefault(row["problem"], row["id"])
    twice = dict(rows[-1], code="print(3)\n")  # an id twice: the first row counts
    rows.append(twice)
    rows.append(dict(rows[0], status="Accepted", code="print(4)\n"))
    return rows


def date_of(i):
    """Whole minutes, none of which is twice in a day when clocks are set back."""
    seconds = FIRST_DATE + i * STEP
    local = datetime.fromtimestamp(seconds, BERLIN)
    if local.replace(fold=1).utcoffset() != local.replace(fold=0).utcoffset():
        seconds += 7200
    return str(seconds)


def with_statuses(rows, accepted, failing):
    """Scores have no words: undecided rows have none."""
    failed = ["Wrong Answer", "Runtime Error", "Time Limit Exceeded", "Memory Limit Exceeded",
              "Output Limit Exceeded", "Query Limit Exceeded", "WA: Presentation Error",
              "Compile Error"]
    words = {**dict.fromkeys(failed, failing), "Accepted": accepted, "OK": accepted}
    return [dict(row, status=words.get(row["status"])) for row in rows]


def in_latin(rows):
    def latin(text):
        return text and text.encode("latin-1", "replace").decode("latin-1")
    out = [{name: latin(text) for name, text in row.items()} for row in rows]
    for row, before in zip(out, rows):
        row["status"], row["user"] = before["status"], row["user"] and row["user"] + "\u00e9"
    return out


# Writing


def write(folder, name, data):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    return name


def as_json_lines(rows):
    return "".join(json.dumps(row, ensure_ascii=i % 2 == 0) + "\n"
                   for i, row in enumerate(rows)).encode()


def as_csv(rows, columns=None, delimiter=",", line_end="\r\n", header=True, null="", empty=None):
    """`columns` names the column of each field; the others are not written."""
    columns = columns or {name: name for name in FIELDS + EXTRAS}
    out = io.StringIO(newline="")
    special = re.compile(f'[{re.escape(delimiter)}"\r\n]')

    def quoted(text):
        if text is None:
            return null
        if text == "" and empty is not None:
            return empty
        if text == null or special.search(text) or text != text.strip():
            return '"' + text.replace('"', '""') + '"'
        return text
    if header:
        out.write(delimiter.join(quoted(name) for name in columns.values()) + line_end)
    for row in rows:
        out.write(delimiter.join(quoted(row[name]) for name in columns) + line_end)
    return out.getvalue()


def as_copy(rows, header, null, escapes):
    """A line for each row, tabs between the fields, escapes for what is special in them."""
    names = FIELDS + EXTRAS
    table = str.maketrans(escapes)
    out = ["\t".join(names)] if header else []
    for row in rows:
        out.append("\t".join(null if row[name] is None else row[name].translate(table)
                             for name in names))
    return ("\n".join(out) + "\n").encode()


# PostgreSQL's documentation of COPY: "File Formats", "Text Format"
POSTGRES = {"\\": "\\\\", "\b": "\\b", "\f": "\\f", "\n": "\\n", "\r": "\\r", "\t": "\\t",
            "\v": "\\v"}
# MySQL's manual: "mysql Client Options", --batch and --raw
MYSQL = {"\\": "\\\\", "\n": "\\n", "\t": "\\t"}


def as_nested(rows):
    def nested(row):
        return {"id": row["id"] and int(row["id"]) if (row["id"] or "").isdigit() else row["id"],
                "user": {"login": row["user"], "teams": [{"name": "x"}]},
                "task": {"key": row["problem"], "names": {"en": row["problem_name"]}},
                "sent": {"at": int(row["date"]) if row["date"].isdigit() else row["date"]},
                "result": {"verdict": row["status"]},
                "source": {"lang": row["language"], "dialect": row["original_language"],
                           "text": row["code"]},
                "round": [row["contest"]], "memory": row["memory"], "tags": ["a", {"b": None}]}
    return {"ok": True, "contest": {"name": "x", "problems": ["a"], "judges": ["y"],
                                    "submissions": [nested(row) for row in rows]}, "n": len(rows)}


NESTED_COLUMNS = ("user=user.login,problem=task.key,problem_name=task.names.en,date=sent.at,"
                  "status=result.verdict,language=source.lang,original_language=source.dialect,"
                  "code=source.text,contest=round.0")


def as_parts(folder, name, rows, packers):
    size = -(-len(rows) // len(packers))
    names = []
    for i, (extension, pack) in enumerate(packers):
        part = as_csv(rows[i * size:(i + 1) * size], line_end="\n").encode()
        names.append(write(folder, f"{name}/Part-{i + 1}.{extension}", pack(part)))
    return names


def xz(data):
    return lzma.compress(data, preset=0)


def zstd(data):
    return subprocess.run(["zstd", "-qc"], input=data, stdout=subprocess.PIPE, check=True).stdout


def dated(rows, write_date):
    return [dict(row, date=write_date(int(row["date"])) if row["date"].isdigit() else row["date"])
            for row in rows]


def excel(form, zone):
    def text(seconds):
        date = datetime.fromtimestamp(seconds, zone)
        hour = date.hour % 12 or 12
        return form.format(date, d=date.day, m=date.month, y=date.year, h=hour,
                           H=date.hour, M=date.minute, p="PM" if date.hour >= 12 else "AM")
    return text


def as_zip(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members:
            file.writestr(name, data)
    return out.getvalue()


def write_forms(folder, rows):
    words = "words.jsonl"
    write(folder, words, as_json_lines(rows))
    scored = with_statuses(rows, "40/40", "12/40")
    write(folder, "scores.jsonl", as_json_lines(scored))
    percents = with_statuses(rows, "100%", "40 %")
    write(folder, "percents.jsonl", as_json_lines(percents))
    latin = in_latin(rows)
    write(folder, "latin.jsonl", as_json_lines(latin))
    table = as_csv(rows)
    forms = []

    def form(name, reference, *arguments):
        forms.append("\t".join([name, reference, *arguments]))

    # the seven of most judges and of Excel
    form("comma", words, write(folder, "comma.csv", codecs.BOM_UTF8 + table.encode()))
    form("semicolon", words, write(folder, "semicolon.csv", as_csv(
        rows, {"id": "Run ID", "user": "Author", "problem": "Task-ID", "date": "Submission Time",
               "status": "Verdict", "language": "Lang", "code": "Source Code",
               "original_language": "Original Language", "contest": "Contest Name",
               "problem_name": "problemTitle", "comment": "Comment"}, ";", "\n").encode()))
    tabs = as_csv(rows, delimiter="\t")
    form("unicode-text", words, write(folder, "unicode.txt",
                                      codecs.BOM_UTF16_LE + tabs.encode("utf-16-le")))
    copied = as_copy(rows, False, "\\N", POSTGRES)
    form("copy", words, write(folder, "copy.tsv", copied), "--format", "copy", "--header",
         ",".join(FIELDS + EXTRAS))
    nested = as_nested(rows)
    form("nested", words, write(folder, "nested.json", json.dumps(nested).encode()), "--columns",
         NESTED_COLUMNS)
    parts = as_parts(folder, "parts", rows, [("CSV.XZ", xz)] * 3)
    form("parts-folder", words, "parts")
    form("parts-files", words, *parts)
    form("excel-german", "scores.jsonl", write(folder, "german.csv", as_csv(
        dated(scored, excel("{d:02}.{m:02}.{y} {H:02}:{M:02}", BERLIN)), delimiter=";").encode()),
        "--time-zone", "Europe/Berlin")
    form("excel-american", "percents.jsonl", write(folder, "american.csv", as_csv(
        dated(percents, excel("{m}/{d}/{y} {h}:{M:02} {p}", ZoneInfo("America/New_York")))
        ).encode()), "--time-zone", "America/New_York", "--date-format", "%m/%d/%Y %I:%M %p")

    # and others
    form("pipes", words, write(folder, "pipes.csv", as_csv(rows, delimiter="|").encode()))
    form("tabs", words, write(folder, "tabs.tsv", tabs.encode()))
    form("utf16-be", words, write(folder, "be.CSV", codecs.BOM_UTF16_BE +
                                  table.encode("utf-16-be")))
    form("no-header", words, write(folder, "bare.csv", as_csv(rows, header=False).encode()),
         "--header", ",".join(FIELDS + EXTRAS))
    form("postgresql-csv", words, write(folder, "pg.csv", as_csv(
        rows, line_end="\n", null="", empty='""').encode()))
    form("copy-header", words, write(folder, "copy-header.tsv",
                                     as_copy(rows, True, "\\N", POSTGRES)), "--format", "copy")
    form("mysql-batch", words, write(folder, "batch.tsv", as_copy(rows, True, "NULL", MYSQL)),
         "--format", "copy")
    form("array", words, write(folder, "array.json", json.dumps(rows, indent=2).encode()))
    form("array-line", words, write(folder, "line.json", codecs.BOM_UTF8 + json.dumps(
        rows, ensure_ascii=False, separators=(",", ":")).encode()))
    form("object", words, write(folder, "object.json", json.dumps({"rows": rows}).encode()))
    form("json-lines-crlf", words, write(folder, "crlf.ndjson",
                                         as_json_lines(rows).replace(b"\n", b"\r\n")))
    form("utf16-json", words, write(folder, "wide.json", codecs.BOM_UTF16_LE +
                                    json.dumps(rows).encode("utf-16-le")))
    for extension, pack in (("gz", gzip.compress), ("ZST", zstd), ("xz", xz),
                            ("Bz2", bz2.compress)):
        form(f"packed-{extension}", words, write(folder, f"packed.csv.{extension}",
                                                 pack(table.encode())))
    form("mixed-parts", words, *as_parts(folder, "mixed", rows, [
        ("csv", bytes), ("csv.gz", gzip.compress), ("Csv.Zst", zstd), ("CSV.BZ2", bz2.compress)]))
    form("zip", words, write(folder, "dump.zip", as_zip([("export/rows.csv", table)])))
    form("zip-parts", words, write(folder, "parts.ZIP", as_zip(
        [(f"{i}.jsonl", as_json_lines(rows[i::1][:0] or rows[i * 900:(i + 1) * 900]))
         for i in range(-(-len(rows) // 900))])))
    form("iso", words, write(folder, "iso.csv", as_csv(dated(
        rows, lambda s: datetime.fromtimestamp(s, timezone.utc).isoformat())).encode()))
    form("iso-tokyo", words, write(folder, "tokyo.csv", as_csv(dated(
        rows, excel("{y}/{m:02}/{d:02} {H:02}:{M:02}:00", ZoneInfo("Asia/Tokyo")))).encode()),
        "--time-zone", "Asia/Tokyo")
    form("milliseconds", words, write(folder, "ms.csv", as_csv(dated(
        rows, lambda s: f"{s}000")).encode()))
    form("strptime", words, write(folder, "strptime.csv", as_csv(dated(
        rows, excel("{d}.{m}.{y} at {H}h{M}", timezone.utc))).encode()),
        "--date-format", "%d.%m.%Y at %Hh%M")
    return forms


def main():
    tree, folder = sys.argv[1:3]
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 5000
    os.makedirs(folder, exist_ok=True)
    forms = write_forms(folder, make_rows(tree, folder, limit))
    # for DuckDB: it alone writes Parquet
    types = ", ".join(f"{name}: 'VARCHAR'" for name in FIELDS + EXTRAS)
    write(folder, "parquet.sql", f"""copy (select * replace (memory::bigint as memory,
        [tags, comment] as tags) from read_json('words.jsonl', format = 'newline_delimited',
        columns = {{{types}}})) to 'words.parquet' (row_group_size 500)""".encode())
    write(folder, "forms", ("\n".join(forms) + "\n").encode())


main()
