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
FIELDS = {
    "submission_id": "id",
    "user_id": "user",
    "date": "date",
    "language": "language",
    "original_language": "original_language",
    "status": "status",
}
csv.field_size_limit(1 << 30)


def read_table(path):
    with open(path, newline="", encoding="utf-8", errors="surrogateescape") as file:
        return list(csv.reader(file))


def is_text(row):
    return all(not any("\udc80" <= c <= "\udcff" or c == "\0" for c in cell) for cell in row)


def convert(tree, out):
    problems = {}
    listed = os.path.join(tree, "metadata", "problem_list.csv")
    if os.path.exists(listed):
        header, *table = read_table(listed)
        for row in table:
            if len(row) == len(header):
                row = dict(zip(header, row))
                problems[row["id"]] = (row.get("name", ""), row.get("dataset", ""))
    clean = out + ".metadata"
    os.makedirs(clean)
    rows, kept = [], []
    for name in sorted(os.listdir(os.path.join(tree, "metadata"))):
        problem = name[:-4]
        if name == "problem_list.csv" or not name.endswith(".csv"):
            continue
        header, *table = read_table(os.path.join(tree, "metadata", name)) or [[]]
        if not all(field in header for field in FIELDS):
            continue
        good = [row for row in table if len(row) == len(header) and is_text(row)
                and dict(zip(header, row)).get("problem_id", problem) == problem]
        if not good:
            continue
        kept.append(problem)
        with open(os.path.join(clean, name), "w", newline="") as file:
            csv.writer(file).writerows([header] + good)
        for row in good:
            row = dict(zip(header, row))
            out_row = {FIELDS[field]: row[field] for field in FIELDS}
            if not row["date"].isdigit():  # may be a date here, and is none in a tree
                out_row["date"] = "?" + row["date"]
            if "/" in row["submission_id"] or not row["submission_id"]:  # the same
                out_row["id"] = "."
            out_row["problem"] = problem
            title, contest = problems.get(problem, ("", ""))
            out_row["problem_name"], out_row["contest"] = title, contest
            extension = EXTENSIONS.get(row["language"], "x")
            path = os.path.join("data", problem, row["language"],
                                row["submission_id"] + "." + extension)
            try:
                with open(os.path.join(tree, path), "rb") as file:
                    text = file.read().decode("utf-8")
                if "\0" in text or os.path.islink(os.path.join(tree, path)):
                    raise ValueError
                out_row["code"], out_row["path"] = text, None
            except (OSError, ValueError):
                out_row["code"] = None
                out_row["path"] = path if "/" not in row["submission_id"] else "x"
            rows.append(out_row)
    with open(os.path.join(clean, "problem_list.csv"), "w", newline="") as file:
        csv.writer(file).writerows(
            [("id", "name", "dataset")] + [(p, *problems.get(p, ("", ""))) for p in kept])
    return rows


def main():
    tree, form, out = sys.argv[1:4]
    seed = int(sys.argv[4]) if len(sys.argv) > 4 else 0
    rows = convert(tree, out)
    if seed:
        random.Random(seed).shuffle(rows)
    with open(out, "w", newline="", encoding="utf-8") as file:
        if form == "csv":
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            for row in rows:
                # an empty program in a table with paths would be none
                writer.writerow({key: "" if value is None else value
                                 for key, value in row.items()})
        else:
            for row in rows:
                file.write(json.dumps(row, ensure_ascii=seed % 2 == 0) + "\n")


if __name__ == "__main__":
    main()
