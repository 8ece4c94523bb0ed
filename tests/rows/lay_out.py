"""lay_out.py TREE FOLDER: links the sources of a CodeNet tree into FOLDER, below paths that say
what its metadata do: PROBLEM/USER/DATE_ID_STATUS.EXTENSION."""

import csv
import os
import sys

tree, folder = sys.argv[1:]
for name in sorted(os.listdir(f"{tree}/metadata")):
    if name == "problem_list.csv":
        continue
    with open(f"{tree}/metadata/{name}", encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            extension, submission = row["filename_ext"], row["submission_id"]
            source = f"{tree}/data/{row['problem_id']}/{row['language']}/{submission}.{extension}"
            user = f"{folder}/{row['problem_id']}/{row['user_id']}"
            if not os.path.exists(source):
                continue
            os.makedirs(user, exist_ok=True)
            os.link(source, f"{user}/{row['date']}_{submission}_{row['status']}.{extension}")
