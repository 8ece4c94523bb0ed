#!/usr/bin/python3
"""Reads rows of pairs and of nbf of the same fixes as a detector does: the program, the token of
the bug, the edit and the repair must be the same.

    same_bugs.py DETECTOR_FOLDER PAIRS NBF
"""
import collections
import sys

folder, pairs, nbf = sys.argv[1:]
sys.path.insert(0, folder)
sys.dont_write_bytecode = True
import detector

rows_of_pairs = {row.id: row for row in detector.read_rows([pairs])}
edits = collections.Counter()
for row in detector.read_rows([nbf]):
    other = rows_of_pairs[row.id]
    # Lines are counted as the format counts them: a CR alone ends one in pairs only.
    for part in "texts", "kinds", "bug", "edit", "repair":
        mine, its = getattr(row, part), getattr(other, part)
        assert mine == its, f"{row.id}: {part} is {mine!r} in nbf, {its!r} in pairs"
    if row.bug >= 0:
        assert detector.repaired(row).texts == detector.repaired(other).texts, row.id
    edits[row.edit] += 1
print("same:", ", ".join(f"{n} {edit}" for edit, n in sorted(edits.items())))
