#!/usr/bin/python3
"""Prints the repairs that a detector predicts, as pairs of programs, so that tests can judge them.

    ./repairs.py rows.jsonl predictions.jsonl > pairs.jsonl
    tokfix mine pairs.jsonl --format pairs -o repairs.db
    tokfix verify repairs.db --tests tests

The rows are those that the predictions are of: of programs.py, or of `tokfix export --format pairs
--tokens`. The id of a pair is that of its row, with the rank of the prediction. A row needs the key
problem_id if its tests are to be found.
"""
import json
import sys

from detector import Row, read_row
from results import Json


def repaired(row: Json, tokens: Row, guess: Json) -> str:
    """The program with a predicted repair. A `not` is added before the token; "" deletes it."""
    places = list(zip(tokens.lines, tokens.columns))
    # A line end or a block may have the place of the token after it.
    at = len(places) - 1 - places[::-1].index((guess["line"] - 1, guess["column"]))
    code = row["buggy_code"].encode()
    start, end = row["token_starts"][at], row["token_ends"][at]
    new = guess["repair"].encode()
    if new == b"not":
        new, end = b"not ", start
    fixed: str = (code[:start] + new + code[end:]).decode()
    return fixed


def main() -> int:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    with open(sys.argv[1], encoding="utf-8") as lines:
        rows = {row["id"]: row for row in map(json.loads, lines)}
    tokens = {id_: read_row(row) for id_, row in rows.items()}
    with open(sys.argv[2], encoding="utf-8") as lines:
        for guess in map(json.loads, lines):
            if "line" not in guess:
                continue  # no bug
            row = rows[guess["id"]]
            pair = {key: row[key] for key in ("problem_id", "language") if key in row}
            pair |= {
                "id": f"{guess['id']}-{guess['rank']}",
                "buggy": row["buggy_code"],
                "fixed": repaired(row, tokens[guess["id"]], guess),
            }
            print(json.dumps(pair, ensure_ascii=False))
    return 0


if __name__ == "__main__":
    sys.exit(main())
