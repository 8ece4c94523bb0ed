#!/usr/bin/python3
"""What a detector finds in programs that it was not told about.

    ./untold.py rows TOKFIX DATA fixes.db fold1 > rows.jsonl
    ./untold.py measure rows.jsonl asked.jsonl told.jsonl

These are failing programs of DATA/expected.tsv (problem_id, buggy_submission, fixed_submission,
outcome) that the next Accepted one differs from in more than a token. So they are in no database,
and no prediction repairs them; but it may be in a line that the user changed. `rows` takes those of
the problems of a fold of fixes.db, and for fold1 also those of problems without a fold. `measure`
compares predictions, `told` with --has-bug, with a token chosen at random.
"""
import csv
import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from difflib import SequenceMatcher
from pathlib import Path

from detector import LAYOUT
from programs import row_of
from results import Json

LOCAL = 0.2  # a change of at most this share of the tokens is local


def folds(database: str) -> dict[str, str]:
    with closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as db:
        return dict(db.execute(
            "SELECT DISTINCT problem_id, set_splits.split FROM fix_details "
            "JOIN set_splits USING (fix_key) WHERE split_set = 'cv'"
        ))  # fmt: skip


def rows(tokfix: str, data: str, database: str, fold: str) -> Iterator[Json]:
    fold_of = folds(database)
    with open(Path(data) / "expected.tsv", encoding="utf-8") as lines:
        pairs = [pair for pair in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)
                 if pair["outcome"] == "multi"]
    for pair in pairs:
        problem, id_ = pair["problem_id"], pair["buggy_submission"]
        if fold_of.get(problem, "fold1") != fold:
            continue
        folder = Path(data) / "data" / problem / "Python"
        fixed = (folder / f"{pair['fixed_submission']}.py").read_bytes().decode(errors="replace")
        try:
            row: Json = json.loads(row_of(tokfix, str(folder / f"{id_}.py")))
        except (UnicodeDecodeError, subprocess.CalledProcessError) as error:
            print(f"{id_}: left out: {error}", file=sys.stderr)
            continue
        yield row | {"id": f"{problem}-{id_}", "problem_id": problem, "language": "python",
                     "fixed_code": fixed}


def changed_lines(buggy: str, fixed: str) -> set[int]:
    """The lines of the buggy program that the fixed one does not have, from 1, without regard to
    indentation."""
    old, new = ([line.strip() for line in code.split("\n")] for code in (buggy, fixed))
    changes = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return {line + 1 for tag, start, end, _, _ in changes if tag in ("replace", "delete")
            for line in range(start, end)}


def share_changed(row: Json, lines: set[int]) -> float:
    code = row["buggy_code"].encode()
    of_tokens = [1 + code[:start].count(b"\n") in lines
                 for start, kind in zip(row["token_starts"], row["token_kinds"])
                 if kind not in LAYOUT]
    return sum(of_tokens) / len(of_tokens)


def first_predictions(path: str) -> dict[str, Json]:
    with open(path, encoding="utf-8") as lines:
        return {guess["id"]: guess for guess in map(json.loads, lines) if guess["rank"] == 1}


def measure(path: str, asked: str, told: str) -> Json:
    """`all` and `local` programs: how many, in how many the first place is in a changed line, and
    in how many a token chosen at random would be on average."""
    flagged, places = first_predictions(asked), first_predictions(told)
    found = {name: {"programs": 0, "in_changed": 0, "by_chance": 0.0} for name in ("all", "local")}
    with open(path, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["id"] not in places:
                continue  # too long
            changed = changed_lines(row["buggy_code"], row["fixed_code"])
            share = share_changed(row, changed)
            for name in ["all"] + ["local"] * (0 < share <= LOCAL):
                found[name]["programs"] += 1
                found[name]["in_changed"] += places[row["id"]]["line"] in changed
                found[name]["by_chance"] += share
    return {"flagged": sum("line" in guess for guess in flagged.values()), **found}


def main() -> int:
    command, *args = sys.argv[1:] or [""]
    if command == "rows" and len(args) == 4:
        for row in rows(*args):
            print(json.dumps(row, ensure_ascii=False))
    elif command == "measure" and len(args) == 3:
        print(json.dumps(measure(*args)))
    else:
        sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
