#!/usr/bin/env python3
"""cut_dump.py ROWS FOLDER: cuts a dump of submissions in two, as if it had been made twice.

ROWS are JSON lines. Into FOLDER go january.jsonl, rest.jsonl, which has the other rows, and
february.jsonl, which has all. A quarter of the users submitted only before the cut, a quarter only
after it, and the others have the first half of each of their histories before it.
"""
import hashlib
import json
import os
import sys

rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
rows.sort(key=lambda row: (row["problem"], row["user"], row["date"], row["id"]))
histories = {}
for row in rows:
    histories.setdefault((row["problem"], row["user"]), []).append(row)
january = set()
for (_, user), history in histories.items():
    turn = hashlib.sha256(user.encode()).digest()[0] % 4
    n = {0: len(history), 1: 0}.get(turn, len(history) // 2)
    january.update((row["problem"], row["id"]) for row in history[:n])
for name, wanted in ("january", {True}), ("rest", {False}), ("february", {True, False}):
    with open(os.path.join(sys.argv[2], name + ".jsonl"), "w", encoding="utf-8") as file:
        for row in rows:
            if ((row["problem"], row["id"]) in january) in wanted:
                file.write(json.dumps(row) + "\n")
