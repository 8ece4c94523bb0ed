#!/usr/bin/env python3
"""convert.py TREE FORMAT OUT [SEED]: writes the submissions of a CodeNet tree as rows.

FORMAT is jsonl or csv. With a SEED other than 0, the rows are shuffled. Rows of the metadata that
are malformed, which cannot be a row of JSON, are left out. The metadata without them are written to
the folder OUT.metadata, so that the tree can be mined with them. A program that is not
UTF-8, is missing or is not a regular file is named by its path, for which OUT has to be in the
tree's folder; all others are in the rows.
"""
import csv
import json
import os
import random
import sys

EXTENSIONS = {"Python": "py", "C++": "cpp", "C": "c", "Java": "java"}
FIELDS = ["submission_id", "user_id", "date", "language", "original_language", "status"]
csv.field_size_limit(1 << 30)


def read_table(path):
    """The columns of a table, and its rows that have as many fields."""
    with open(path, newline="", encoding="utf-8", errors="surrogateescape") as file:
        header, *table = list(csv.reader(file)) or [[]]
    return header, [dict(zip(header, row)) for row in table if len(row) == len(header)]


def is_text(row):
    return not any("\udc80" <= c <= "\udcff" or c == "\0" for cell in row.values() for c in cell)


def write_table(path, header, rows):
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, header)
        writer.writeheader()
        writer.writerows(rows)  # None is an empty cell


def program_of(tree, path):
    """The code, or the path of what cannot be a text of a row."""
    try:
        with open(os.path.join(tree, path), "rb") as file:
            code = file.read().decode("utf-8")
        if "\0" in code or os.path.islink(os.path.join(tree, path)):
            raise ValueError
        return code, None
    except (OSError, ValueError):
        return None, path


def row_of(tree, problem, listed, row):
    id_, language = row["submission_id"], row["language"]
    path = f"data/{problem}/{language}/{id_}.{EXTENSIONS.get(language, 'x')}"
    code, path = program_of(tree, path)
    return {"id": "." if "/" in id_ or not id_ else id_, "user": row["user_id"],
            # may be a date here, and is none in a tree
            "date": row["date"] if row["date"].isdigit() else "?" + row["date"],
            "language": language, "original_language": row["original_language"],
            "status": row["status"], "problem": problem, "problem_name": listed.get("name", ""),
            "contest": listed.get("dataset", ""), "code": code,
            "path": "x" if path and "/" in id_ else path}


def convert(tree, out):
    metadata, clean = os.path.join(tree, "metadata"), out + ".metadata"
    names = sorted(name for name in os.listdir(metadata) if name.endswith(".csv"))
    problems = {}
    if "problem_list.csv" in names:
        names.remove("problem_list.csv")
        problems = {row["id"]: row for row in read_table(f"{metadata}/problem_list.csv")[1]}
    os.makedirs(clean)
    rows, kept = [], []
    for name in names:
        problem = name[:-4]
        header, table = read_table(os.path.join(metadata, name))
        good = [row for row in table if set(FIELDS) <= set(header) and is_text(row)
                and row.get("problem_id", problem) == problem]
        if good:
            listed = problems.get(problem, {})
            kept.append({"id": problem, "name": listed.get("name", ""),
                         "dataset": listed.get("dataset", "")})
            write_table(os.path.join(clean, name), header, good)
            rows += [row_of(tree, problem, listed, row) for row in good]
    write_table(os.path.join(clean, "problem_list.csv"), ["id", "name", "dataset"], kept)
    return rows


def main():
    tree, form, out = sys.argv[1:4]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    rows = convert(tree, out)
    if seed:
        random.Random(seed).shuffle(rows)
    if form == "csv":
        write_table(out, list(rows[0]), rows)
    else:
        with open(out, "w", encoding="utf-8") as file:
            file.writelines(json.dumps(row, ensure_ascii=seed % 2 == 0) + "\n" for row in rows)


if __name__ == "__main__":
    main()
