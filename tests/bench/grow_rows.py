#!/usr/bin/env python3
"""grow_rows.py TREE,... N: writes N rows of JSON lines with submissions grown from CodeNet trees.

The programs of up to 1,500 bytes, the languages and statuses are those of the trees. Each history
of a user is repeated with other users, in 5,000 problems, and each program begins with a comment
of its own, so that no two are equal. Of six histories, one is that of the tree, two have the
program of another one as the failing one, and three have only the last program; so a row has about
as many pairs and fixes as in CodeNet. The submissions of a history are 4,000 histories apart. The
rows have columns that tokfix does not need.
"""
import csv
import json
import os
import sys

EXTENSIONS = {"Python": ("py", "# "), "C++": ("cpp", "// "), "C": ("c", "// "),
              "Java": ("java", "// ")}
N_PROBLEMS, N_USERS, BLOCK, MAX_BYTES = 5000, 200000, 4000, 1500


def read_histories(tree):
    histories = {}
    metadata = os.path.join(tree, "metadata")
    for name in sorted(os.listdir(metadata)):
        if name == "problem_list.csv":
            continue
        with open(os.path.join(metadata, name), newline="", errors="replace") as file:
            for row in csv.DictReader(file):
                extension, comment = EXTENSIONS.get(row.get("language"), ("", ""))
                path = os.path.join(tree, "data", name[:-4], str(row.get("language")),
                                    f"{row['submission_id']}.{extension}")
                try:
                    with open(path, encoding="utf-8") as source:
                        code = source.read()
                    date = int(row["date"])
                except (OSError, ValueError):
                    continue
                if len(code) > MAX_BYTES:
                    continue
                key = name, row["user_id"], row["language"]
                histories.setdefault(key, []).append((date, (
                    f'"status":{json.dumps(row["status"])},'
                    f'"language":{json.dumps(row["original_language"])},'
                    f'"cpu_time":{len(code) % 997},"memory":{len(code) * 7},'
                    f'"code":"{comment}', json.dumps(code)[1:] + "}\n")))
    return [[attempt for _, attempt in sorted(history)] for history in histories.values()]


def history_of(histories, number):
    """The attempts of the history with this number."""
    own = histories[number % len(histories)]
    kind = number % 6
    if kind == 0:
        return own
    return own[-1:] if kind > 2 else histories[(number * 31 + 7) % len(histories)][:1] + own[-1:]


def main():
    histories = [h for tree in sys.argv[1].split(",") for h in read_histories(tree)]
    n_rows, row, first = int(sys.argv[2]), 0, 0
    out = sys.stdout
    while row < n_rows:
        block = [history_of(histories, h) for h in range(first, first + BLOCK)]
        for attempt in range(max(map(len, block))):
            lines = []
            for h, history in enumerate(block, first):
                if attempt < len(history) and row < n_rows:
                    start, end = history[attempt]
                    user = (h * 104729 + h // N_USERS) % N_USERS  # no history twice
                    lines.append(
                        f'{{"id":{row},"problem":"p{h * 7919 % N_PROBLEMS:05}",'
                        f'"user":"user{user}","date":{1500000000 + row},'
                        f'{start}{row}\\n{end}')
                    row += 1
            out.write("".join(lines))
        first += BLOCK


main()
