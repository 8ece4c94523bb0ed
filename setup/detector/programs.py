#!/usr/bin/python3
"""Prints rows of programs that are in no database, for `detector.py predict`.

    ./programs.py tokfix *.py > rows.jsonl

The first argument is the program tokfix. The id of a row is the path of its file. Files that do
not parse, or are not UTF-8, are named and left out.
"""
import json
import subprocess
import sys
from pathlib import Path

LETTERS = {
    "word": "w", "number": "n", "string": "s", "sign": "o", "quote": "q", "text": "t",
    "line_end": "l", "block_open": "b", "block_close": "e",
}  # fmt: skip


def row_of(tokfix: str, path: str) -> str:
    code = Path(path).read_bytes().decode().removeprefix("\ufeff")
    command = [tokfix, "diff", "--tokens", path, "--json"]
    done = subprocess.run(command, capture_output=True, check=True)
    tokens = [json.loads(line) for line in done.stdout.splitlines()]
    tokens = [token for token in tokens if "index" in token]  # the last line is the dialect
    row = {
        "id": path,
        "edit": "none",
        "after": "",
        "token_index": None,
        "buggy_code": code,
        "token_starts": [token["start_byte"] for token in tokens],
        "token_ends": [token["end_byte"] for token in tokens],
        "token_kinds": "".join(LETTERS[token["kind"]] for token in tokens),
    }
    return json.dumps(row, ensure_ascii=False)


def main() -> int:
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    n_left_out = 0
    for path in sys.argv[2:]:
        try:
            print(row_of(sys.argv[1], path))
        except (UnicodeDecodeError, subprocess.CalledProcessError) as error:
            n_left_out += 1
            print(f"{path}: left out: {error}", file=sys.stderr)
    return 1 if n_left_out == len(sys.argv) - 2 else 0


if __name__ == "__main__":
    sys.exit(main())
