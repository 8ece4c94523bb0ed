#!/usr/bin/env python3
"""make_forms.py TREE FOLDER [ROWS]: writes one dump of submissions in the forms that people bring.

The programs are those of a CodeNet tree (convert.py), at most ROWS of them; problems with all that
is odd in rows are added. Into FOLDER go the files, and `forms`: a line for each form, with tabs
between its name, the reference that it is to be equal to, and the arguments of `tokfix mine`.
`parquet.sql` makes words.parquet of a reference.

A reference is a file of JSON lines: words.jsonl has the words of verdicts, scores.jsonl a score in
their place, and percents.jsonl percents.
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


# Writing


def write(name, data):
    with open(name, "wb") as file:
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


def as_parts(name, rows, packers):
    os.mkdir(name)
    size = -(-len(rows) // len(packers))
    names = []
    for i, (extension, pack) in enumerate(packers):
        part = as_csv(rows[i * size:(i + 1) * size], line_end="\n").encode()
        names.append(write(f"{name}/Part-{i + 1}.{extension}", pack(part)))
    return names


def xz(data):
    return lzma.compress(data, preset=0)


def zstd(data):
    return subprocess.run(["zstd", "-qc"], input=data, stdout=subprocess.PIPE, check=True).stdout


def dated(rows, form, zone=timezone.utc):
    """The rows with dates in a form of strftime."""
    return [dict(row, date=datetime.fromtimestamp(int(row["date"]), zone).strftime(form))
            if row["date"].isdigit() else row for row in rows]


def as_zip(members):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in members.items():
            file.writestr(name, data)
    return out.getvalue()


def write_forms(rows):
    """Writes all files of the forms, and returns what `forms` says of them."""
    scored, percents = with_statuses(rows, "40/40", "12/40"), with_statuses(rows, "100%", "40 %")
    for name, of in ("words", rows), ("scores", scored), ("percents", percents):
        write(f"{name}.jsonl", as_json_lines(of))
    table, tabs = as_csv(rows), as_csv(rows, delimiter="\t")
    all_fields, size = ",".join(FIELDS + EXTRAS), 900
    titles = {"id": "Run ID", "user": "Author", "problem": "Task-ID", "date": "Submission Time",
              "status": "Verdict", "language": "Lang", "code": "Source Code",
              "original_language": "Original Language", "contest": "Contest Name",
              "problem_name": "problemTitle", "comment": "Comment"}
    lines = [as_json_lines(rows[i:i + size]) for i in range(0, len(rows), size)]
    packed = [("gz", gzip.compress), ("ZST", zstd), ("xz", xz), ("Bz2", bz2.compress)]
    parts = as_parts("parts", rows, [("CSV.XZ", xz)] * 3)
    mixed = as_parts("mixed", rows, [("csv", bytes), ("csv.gz", gzip.compress),
                                     ("Csv.Zst", zstd), ("CSV.BZ2", bz2.compress)])
    tokyo, berlin, new_york = map(ZoneInfo, ("Asia/Tokyo", "Europe/Berlin", "America/New_York"))

    # the file of a form, its bytes, and options
    files = [
        ("comma.csv", codecs.BOM_UTF8 + table.encode()),
        ("semicolon.csv", as_csv(rows, titles, ";", "\n").encode()),
        ("pipes.csv", as_csv(rows, delimiter="|").encode()),
        ("tabs.tsv", tabs.encode()),
        ("unicode.txt", codecs.BOM_UTF16_LE + tabs.encode("utf-16-le")),
        ("be.CSV", codecs.BOM_UTF16_BE + table.encode("utf-16-be")),
        ("bare.csv", as_csv(rows, header=False).encode(), "--header", all_fields),
        ("pg.csv", as_csv(rows, line_end="\n", null="", empty='""').encode()),
        ("copy.tsv", as_copy(rows, False, "\\N", POSTGRES), "--format", "copy", "--header",
         all_fields),
        ("copy-header.tsv", as_copy(rows, True, "\\N", POSTGRES), "--format", "copy"),
        ("batch.tsv", as_copy(rows, True, "NULL", MYSQL), "--format", "copy"),
        ("nested.json", json.dumps(as_nested(rows)).encode(), "--columns", NESTED_COLUMNS),
        ("array.json", json.dumps(rows, indent=2).encode()),
        ("line.json", codecs.BOM_UTF8 + json.dumps(rows, ensure_ascii=False,
                                                   separators=(",", ":")).encode()),
        ("object.json", json.dumps({"rows": rows}).encode()),
        ("wide.json", codecs.BOM_UTF16_LE + json.dumps(rows).encode("utf-16-le")),
        ("crlf.ndjson", as_json_lines(rows).replace(b"\n", b"\r\n")),
        *((f"packed.csv.{extension}", pack(table.encode())) for extension, pack in packed),
        ("dump.zip", as_zip({"export/rows.csv": table})),
        ("parts.ZIP", as_zip({f"{i}.jsonl": part for i, part in enumerate(lines)})),
        ("iso.csv", as_csv(dated(rows, "%Y-%m-%dT%H:%M:%S+00:00")).encode()),
        ("tokyo.csv", as_csv(dated(rows, "%Y/%m/%d %H:%M:00", tokyo)).encode(), "--time-zone",
         "Asia/Tokyo"),
        ("ms.csv", as_csv([dict(row, date=re.sub(r"^\d+$", r"\g<0>000", row["date"]))
                           for row in rows]).encode()),
        ("strptime.csv", as_csv(dated(rows, "%-d.%-m.%Y at %-Hh%-M")).encode(), "--date-format",
         "%d.%m.%Y at %Hh%M")]
    excel = [
        ("scores", "german.csv", as_csv(dated(scored, "%d.%m.%Y %H:%M", berlin), delimiter=";"),
         "--time-zone", "Europe/Berlin"),
        ("percents", "american.csv", as_csv(dated(percents, "%-m/%-d/%Y %-I:%M %p", new_york)),
         "--time-zone", "America/New_York", "--date-format", "%m/%d/%Y %I:%M %p")]
    return [("parts-folder", "words.jsonl", "parts"), ("parts-files", "words.jsonl", *parts),
            ("mixed-parts", "words.jsonl", *mixed),
            *((name, "words.jsonl", write(name, data), *options)
              for name, data, *options in files),
            *((name, f"{of}.jsonl", write(name, text.encode()), *options)
              for of, name, text, *options in excel)]


def main():
    tree, folder = sys.argv[1:3]
    limit = int(sys.argv[3]) if len(sys.argv) > 3 else 5000
    os.makedirs(folder, exist_ok=True)
    rows = make_rows(tree, folder, limit)
    os.chdir(folder)
    write("forms", "".join("\t".join(form) + "\n" for form in write_forms(rows)).encode())
    # for DuckDB: it alone writes Parquet
    types = ", ".join(f"{name}: 'VARCHAR'" for name in FIELDS + EXTRAS)
    write("parquet.sql", f"""copy (select * replace (memory::bigint as memory,
        [tags, comment] as tags) from read_json('words.jsonl', format = 'newline_delimited',
        columns = {{{types}}})) to 'words.parquet' (row_group_size 500)""".encode())


main()
