# A detector that answers in words, and what its score must be.
#
# answers.py answer ROWS: answers to the rows of a trainer's format with ids, as JSON lines. A hash
# of the id decides which answers are right.
# answers.py perfect ROWS: the right answer to each row.
# answers.py expect ROWS SCORE: counts the right answers, knowing only how they were chosen, and
# compares the counts with those of `tokfix score --json`.
import collections
import hashlib
import json
import sys

import score_shape

CATEGORIES = (
    "variable_misuse binary_operator comparison_operator logical_operator assignment_operator "
    "literal other"
).split()
GARBAGE = [
    "",
    "I cannot tell.",
    "```python\n)(\n```",
    "line x, column y",
    "\u202e{ \u00e9",
    "if if if:",
]


def rows(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


def right_answer(row):
    if "messages" in row:
        return row["messages"][-1]["content"]
    return row.get("completion", row.get("chosen"))


def dice(row):
    return int(hashlib.sha256(row["id"].encode()).hexdigest(), 16)


def wrapped(text, way, is_code):
    """The same answer as models dress it."""
    if not is_code:
        return [text, "Well:\n" + text, text + "\n\nI am sure.", text][way]
    blocks = ["```python\n%s\n```", "The bug is `x`:\n```\n\n```\nSo:\n```py\n%s\n```\nDone."]
    return [text, blocks[0] % text, blocks[1] % text, "\n\n" + text.rstrip() + "\n\n"][way]


def wrong(row):
    """An answer that can be read, and has nothing right."""
    task = row["task"]
    if task.startswith("repair"):
        code = row["code"].strip("\r\n")
        indent = code[: len(code) - len(code.lstrip())]
        return indent + "0\n" + code if "\n" in code or "\r" in code else code + "\n" + code
    if task == "classify":
        return CATEGORIES[(CATEGORIES + ["none"]).index(row["category"]) - 1]
    place = "line 9999, column 7" if task != "explain" else "line 9999"
    return place + ": `zzz`" + ("" if task == "locate" else " should be `zzzz`")


def way_of(row):
    return ["right", "wrong", "no bug", "unchanged", "garbage", "silent", "right", "ranked"][
        dice(row) // 7 % 8
    ]


def answer(row):
    way, number = way_of(row), dice(row) // 1000
    if way == "unchanged" and not row["task"].startswith("repair"):
        way = "no bug"
    if way == "right":
        yield wrapped(right_answer(row), number % 4, row["task"].startswith("repair"))
    elif way == "wrong":
        yield wrong(row)
    elif way == "no bug":
        yield ["no bug", "No bug.", "no_bug", "**No bug** is here"][number % 4]
    elif way == "unchanged":
        yield row["code"]
    elif way == "garbage":
        yield GARBAGE[number % len(GARBAGE)]
    elif way == "ranked":
        yield wrong(row)
        yield right_answer(row)


def print_answers(path, answers_to):
    for row in rows(path):
        for rank, text in enumerate(answers_to(row), 1):
            print(json.dumps({"id": row["id"], "rank": rank, "answer": text, "probability": 0.5}))


def count(path):
    """The right answers by (category, k), flagged correct programs, unreadable answers."""
    right, n, flagged, garbage = (
        collections.Counter(),
        collections.Counter(),
        collections.Counter(),
        0,
    )
    for row in rows(path):
        way = way_of(row)
        garbage += way == "garbage"
        if row["negative"]:
            flagged["n"] += 1
            for k in (1, 3):
                flagged[k] += way in ("wrong", "garbage") or (way == "ranked" and k == 1)
            continue
        n[row["category"]] += 1
        for k in (1, 3):
            right[row["category"], k] += way == "right" or (way == "ranked" and k == 3)
    return n, right, flagged, garbage


def compare(path, score):
    with open(score, encoding="utf-8") as file:
        told = score_shape.systems(json.load(file))[0]
    n, right, flagged, garbage = count(path)
    task = rows(path)[0]["task"]
    measures = ["joint"]
    if task != "classify":
        measures.append("localisation")
    if task not in ("locate", "classify"):
        measures.append("repair")
    expected, found = {}, {}
    for row in told["bugs"]:
        of = [row["category"]] if row["category"] != "all" else CATEGORIES
        expected[row["category"], "n"] = sum(n[c] for c in of)
        found[row["category"], "n"] = row["n"]
        for k, rank in ((1, row["ranks"][0]), (3, row["ranks"][1])):
            for measure in ("joint", "localisation", "repair"):
                key = row["category"], measure, k
                expected[key] = sum(right[c, k] for c in of) if measure in measures else None
                found[key] = rank[measure] and rank[measure]["right"]
    for number, k in ((0, 1), (1, 3)):
        expected["flagged", k] = flagged[k]
        found["flagged", k] = told["false_positives"]["ranks"][number]["flagged"]["right"]
    expected["correct"], found["correct"] = flagged["n"], told["inputs"]["correct"]
    if "\n" in "".join(row["code"].strip() for row in rows(path)):
        # a single line may not parse alone, so garbage cannot be distinguished from a wrong line
        expected["unreadable"], found["unreadable"] = garbage, told["inputs"]["unreadable"]
    expected["task"], found["task"] = task, told["inputs"]["task"]
    for key in expected:
        if expected[key] != found[key]:
            print(key, "is", found[key], "and should be", expected[key])
            sys.exit(1)
    print(
        len(expected),
        "figures are the same;",
        sum(n.values()),
        "bugs,",
        flagged["n"],
        "correct programs",
    )


if sys.argv[1] == "answer":
    print_answers(sys.argv[2], answer)
elif sys.argv[1] == "perfect":
    print_answers(sys.argv[2], lambda row: [right_answer(row)])
else:
    compare(sys.argv[2], sys.argv[3])
