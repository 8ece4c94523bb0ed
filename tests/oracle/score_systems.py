# Made-up systems that look for bugs. score_systems.py SYSTEM FILE...
#
# With TRAIN and GOLD, rows of pairs, these print predictions of GOLD:
#   nothing    says "no bug"
#   frequent   makes the most frequent edits of the training split where they fit; for half of the
#              programs it begins somewhere else in their list
#   knowing    knows the answers, and spoils most of them in one way or another
#   patching   writes whole programs
#   sampling   gives eight samples, of which some are right
#   rewrite    prints gold instead: the programs with one more line, under the ids of rewrites
# With ROWS, those of a trainer's format with ids, these print answers in words:
#   perfect    the right answer to each row
#   answer     a hash of the id decides which answers are right
# expect ROWS SCORE counts the right ones of `answer`, knowing only how they were chosen, and
# compares the counts with those of `tokfix score --json`.
import collections
import hashlib
import json
import sys

from python_code import apply, parses, rows, tokens

CATEGORIES = (
    "variable_misuse binary_operator comparison_operator logical_operator assignment_operator "
    "literal other"
).split()
GARBAGE = [
    "", "I cannot tell.", "```python\n)(\n```", "line x, column y", "\u202e{ \u00e9", "if if if:",
]
WAYS = ["right", "wrong", "no bug", "unchanged", "garbage", "silent", "right", "ranked"]


def chance(text):
    return int(hashlib.sha256(text.encode()).hexdigest(), 16)


def say(item, rank, edit=None, probability=None):
    prediction = {"id": item["id"], "rank": rank}
    if edit:
        prediction.update(line=edit[0], column=edit[1], repair=edit[2])
    if probability is not None:
        prediction["probability"] = probability
    print(json.dumps(prediction, ensure_ascii=rank % 2 == 0))


def frequent(train, gold):
    edits = collections.Counter((row["before"], row["after"]) for row in rows(train))
    total = sum(edits.values())
    ordered = sorted(edits.items(), key=lambda edit: (-edit[1], edit[0]))
    for item in rows(gold):
        text, rank, dice = item["buggy_code"], 1, chance(item["id"])
        begin = dice // 5 % len(ordered) if dice % 2 else 0
        found = tokens(text) if parses(text) else None
        for (before, after), n in ordered[begin:] + ordered[:begin] if found else []:
            for i, (word, line, column, _) in enumerate(found):
                previous = found[i - 1][0]
                fits = word == before if before else previous in ("if", "while", "and", "or")
                changed = fits and rank <= 12 and apply(text, line, column, after)
                if changed and parses(changed):
                    say(item, rank, (line, column, after), n / total)
                    rank += 1
                    break
        if dice % 5 == 0 or rank == 1:
            say(item, rank, None, 0.5)


def knowing(_, gold):
    for item in rows(gold):
        text, dice = item["buggy_code"], chance(item["id"])
        probability = dice // 1000 % 101 / 100 if dice % 7 else None
        way = dice // 7 % 9
        line, column, after = place = item["line"], item["column"], item["after"]
        blanks = "   " if after in ("not in", "is not") else " "
        padding = "  " if item["edit"] == "replace" and parses(text) else ""
        is_padded = item["before"] != "not" and "\n" not in after
        wrong_line = 1, 0, ""
        odd = [wrong_line, (1, 0, "x y"), (999, 3, "x"), (1, 0, "'" * 3), (1, 100000, "not")]
        if item["category"] == "none":
            edits = [odd[way - 4] if way > 3 else None] + [None] * (way > 5) if way != 3 else []
        else:
            spaced = line, column, after.replace(" ", blanks)
            padded = line, column, padding + after + padding[:1]
            edits = [
                [spaced],
                [spaced],
                [(line, column, item["before"]), place],
                [(1, 0, after), (line, column + 1, after), None, None, None, None, place],
                [None],
                [padded if is_padded else wrong_line],
                [(line, column, ""), *((rank, 0, "\u00e9") for rank in range(2, 14))],
                [],
                [wrong_line],
            ][way]
        for rank, edit in enumerate(edits, 1):
            say(item, rank, edit, probability if rank == 1 else None)
    print(json.dumps({"id": "of nobody", "line": 1, "column": 0, "repair": "x"}))


def patching(_, gold):
    """Whole code: the fixed program with other layout, another one, the buggy one, or none."""
    before = "x = 1\n"
    for item in rows(gold):
        way, fixed = chance("patch " + item["id"]) % 8, item["fixed_code"]
        same = fixed.rstrip() + "  # done\n\n# \u00e9\n"
        texts = [
            [same], [fixed], [before, same], [item["buggy_code"]], ["def ("],
            [fixed + "\nx = 1\n"], [""], [],
        ]
        for rank, text in enumerate(texts[way], 1):
            print(json.dumps({"id": item["id"], "rank": rank, "code": text, "probability": 0.5}))
        before = fixed


def sampling(_, gold):
    for item in rows(gold):
        way = chance("sample " + item["id"])
        for i in range(8):
            dice, sample = way // 16 ** (i + 1) % 16, {"id": item["id"], "rank": i + 1}
            if item["category"] != "none" and dice <= way % 16:
                repair = item["after"] if dice % 4 else "no_such_name"
                sample.update(line=item["line"], column=item["column"], repair=repair)
            elif dice % 3:
                sample.update(line=item["line"] + 1000, column=0, repair="x")
            print(json.dumps(sample))


def rewrite(_, gold):
    for item in rows(gold):
        dice = chance("rewrite " + item["id"])
        for kind in ["rename", "condition5", "rename2", "condition", "rename3", "rename4"][
            dice % 4 : dice // 4 % 7
        ]:
            problem, buggy, fixed = item["id"].split("-")
            row = dict(item, id=f"{problem}-{buggy}~{kind}-{fixed}~{kind}", line=item["line"] + 1)
            row.update(
                buggy_code="# \u00e9\n" + item["buggy_code"],
                fixed_code="# \u00e9\n" + item["fixed_code"],
            )
            print(json.dumps(row))
    print(json.dumps(dict(row, id="p-s~rename-t~rename")))


def right_answer(row):
    if "messages" in row:
        return row["messages"][-1]["content"]
    return row.get("completion", row.get("chosen"))


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
    return WAYS[chance(row["id"]) // 7 % len(WAYS)]


def answer(row):
    way, number = way_of(row), chance(row["id"]) // 1000
    is_code = row["task"].startswith("repair")
    no_bug = ["no bug", "No bug.", "no_bug", "**No bug** is here"][number % 4]
    return {
        "right": [wrapped(right_answer(row), number % 4, is_code)],
        "wrong": [wrong(row)],
        "no bug": [no_bug],
        "unchanged": [row["code"] if is_code else no_bug],
        "garbage": [GARBAGE[number % len(GARBAGE)]],
        "ranked": [wrong(row), right_answer(row)],
        "silent": [],
    }[way]


def nothing(_, gold):
    for row in rows(gold):
        say(row, 1)


def print_answers(path, answers_to):
    for row in rows(path):
        for rank, text in enumerate(answers_to(row), 1):
            print(json.dumps({"id": row["id"], "rank": rank, "answer": text, "probability": 0.5}))


def counts(asked, task):
    """What `score` must say: numbers of right answers by score, category and k, and others."""
    measures = ["joint"] + ["localisation"] * (task != "classify")
    measures += ["repair"] * (task not in ("locate", "classify"))
    found = collections.Counter()
    for row in asked:
        way = way_of(row)
        found["unreadable"] += way == "garbage"
        found["correct"] += row["negative"]
        for k in (1, 3):
            if row["negative"]:
                is_flagged = way in ("wrong", "garbage") or (way == "ranked" and k == 1)
                found["false_positive", "correct", k] += is_flagged
                continue
            for measure in measures:
                for category in (row["category"], "all"):
                    is_right = way == "right" or (way == "ranked" and k == 3)
                    found[measure, category, k] += is_right
    return found


def expect(path, score):
    with open(score, encoding="utf-8") as file:
        told = json.load(file)
    asked, said = rows(path), told["inputs"][0]
    expected = counts(asked, asked[0]["task"])
    if "\n" not in "".join(row["code"].strip() for row in asked):
        # a single line may not parse alone, so garbage cannot be distinguished from a wrong line
        expected["unreadable"] = said["unreadable"]
    found = {name: said[name] for name in ("unreadable", "correct")}
    for row in told["shares"]:
        key = row["score"], row["category"], row["k"]
        if row["language"] is None and row["k"] in (1, 3) and (row["right"] or key in expected):
            found[key] = row["right"]
    wrong = [key for key in {**expected, **found} if expected[key] != found.get(key)]
    for key in wrong:
        print(key, "is", found.get(key), "and should be", expected[key])
    if wrong or said["task"] != asked[0]["task"]:
        sys.exit(1)
    print(len(found), "figures are the same;", said["bugs"], "bugs,", said["correct"], "correct")


SYSTEMS = {
    "nothing": nothing, "frequent": frequent, "knowing": knowing, "patching": patching,
    "sampling": sampling, "rewrite": rewrite, "expect": expect,
    "answer": lambda path: print_answers(path, answer),
    "perfect": lambda path: print_answers(path, lambda row: [right_answer(row)]),
}
SYSTEMS[sys.argv[1]](*sys.argv[2:])
