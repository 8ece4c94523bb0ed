"""agree.py FOLDER...: whether the rows of all formats in a folder (FORMAT.jsonl) say the same as
those of pairs, which have whole programs; so have all in a folder that ends with "program". Prints
the number of rows of each folder."""
import json
import sys

BLANKS = " \t\r\n\f"


def rows_of(folder, name):
    with open(f"{folder}/{name}.jsonl", encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


def byte_of(lines, line, column):
    """The byte of a line and a column in code points, from 0; only LF ends a line."""
    assert column <= len(lines[line])
    return len("\n".join(lines[:line] + [""]).encode()) + len(lines[line][:column].encode())


def check_nbf(row, pair):
    shown, marker = row["input_text"], row["error_marker"]
    lines = shown.split("\n")
    start, end = byte_of(lines, *marker[:2]), byte_of(lines, *marker[2:])
    token = shown.encode()[start:end]
    assert shown in pair["buggy_code"] and token
    assert pair["buggy_code"].encode()[pair["start_byte"]:].startswith(token)
    assert row["repair"] == pair["after"]
    if pair["before"] and " " not in pair["before"]:  # `not in` may be spaced otherwise
        assert token.decode() == pair["before"]


def edited(pair):
    code = pair["buggy_code"].encode()
    return (code[:pair["start_byte"]] + pair["after"].encode() + code[pair["end_byte"]:]).decode()


def without_blanks(text):  # a blank may separate `not` from its neighbours
    return text.translate(dict.fromkeys(map(ord, BLANKS)))


def check(folder):
    pairs = {row["id"]: row for row in rows_of(folder, "pairs")}
    lists = [rows_of(folder, name)
             for name in ("prompt-completion", "messages", "preference", "fim")]
    assert all([row["id"] for row in rows] == list(pairs) for rows in lists)
    for completion, messages, preference, fim in zip(*lists):
        pair, chosen = pairs[fim["id"]], preference["chosen"]
        joined = fim["prefix"] + fim["middle"] + fim["suffix"]
        assert messages["messages"] == [{"role": "user", "content": completion["prompt"]},
                                        {"role": "assistant", "content": completion["completion"]}]
        assert preference["prompt"] == completion["prompt"]
        assert preference["rejected"] in completion["prompt"] and fim["code"] in pair["buggy_code"]
        assert chosen == completion["completion"] and chosen in joined
        assert fim["code"] == preference["code"] == completion["code"]
        if " " not in pair["after"]:
            assert fim["middle"] == pair["after"]
        if folder.rstrip("/").endswith("program"):
            assert chosen == joined and without_blanks(chosen) == without_blanks(edited(pair))
            assert preference["rejected"] == pair["buggy_code"].rstrip(BLANKS)
    nbf = rows_of(folder, "nbf")
    for row in nbf:
        check_nbf(row, pairs[row["commit_sha"]])
    print(f"{folder}: {len(pairs)} rows, {len(nbf)} of nbf")


for argument in sys.argv[1:]:
    check(argument)
