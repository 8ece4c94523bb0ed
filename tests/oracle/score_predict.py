# Predictions of simple systems: score_predict.py nothing|frequent|knowing|patching TRAIN GOLD
#
#   nothing    says "no bug"
#   frequent   makes the most frequent edits of the training split where they fit; for half of the
#              programs it begins somewhere else in their list
#   knowing    knows the answers, and spoils most of them in one way or another
#   patching   writes whole programs
#   sampling   gives eight samples, of which some are right
# `rewrite` prints gold instead: the programs with one more line, under the ids of rewrites.
import collections
import hashlib
import json
import sys

import score_programs


def rows(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


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
        found = score_programs.tokens(text) if score_programs.parses(text) else None
        for (before, after), n in ordered[begin:] + ordered[:begin] if found else []:
            for i, (word, line, column, _) in enumerate(found):
                previous = found[i - 1][0]
                fits = word == before if before else previous in ("if", "while", "and", "or")
                changed = fits and rank <= 12 and score_programs.apply(text, line, column, after)
                if changed and score_programs.parses(changed):
                    say(item, rank, (line, column, after), n / total)
                    rank += 1
                    break
        if dice % 5 == 0 or rank == 1:
            say(item, rank, None, 0.5)


def knowing(gold):
    for item in rows(gold):
        text, dice = item["buggy_code"], chance(item["id"])
        probability = dice // 1000 % 101 / 100 if dice % 7 else None
        way = dice // 7 % 9
        right = (item["line"], item["column"], item["after"])
        if item["category"] == "none":
            odd = [(1, 0, ""), (1, 0, "x y"), (999, 3, "x"), (1, 0, "'" * 3), (1, 100000, "not")]
            if way != 3:
                say(item, 1, odd[way - 4] if way > 3 else None, probability)
            if way > 5:
                say(item, 2)
            continue
        is_joined = item["after"] in ("not in", "is not")
        spaced = item["after"].replace(" ", "   ") if is_joined else item["after"]
        if way in (0, 1):
            say(item, 1, (right[0], right[1], spaced), probability)
        elif way == 2:
            say(item, 1, (right[0], right[1], item["before"]), probability)
            say(item, 2, right)
        elif way == 3:
            say(item, 1, (1, 0, right[2]), probability)
            say(item, 2, (right[0], right[1] + 1, right[2]))
            for rank in (3, 4, 5, 6):
                say(item, rank)
            say(item, 7, right)
        elif way == 4:
            say(item, 1, None, probability)
        elif way == 5 and item["before"] != "not" and "\n" not in item["after"]:
            if item["edit"] == "replace" and score_programs.parses(text):
                right = (right[0], right[1], "  " + right[2] + " ")
            say(item, 1, right, probability)
        elif way == 6:
            say(item, 1, (right[0], right[1], ""), probability)
            for rank in range(2, 14):
                say(item, rank, (rank, 0, "\u00e9"))
        elif way == 7:
            continue
        else:
            say(item, 1, (1, 0, ""), probability)
    print(json.dumps({"id": "of nobody", "line": 1, "column": 0, "repair": "x"}))


def patching(gold):
    """Whole code: the fixed program with other layout, another one, the buggy one, or none."""
    before = "x = 1\n"
    for item in rows(gold):
        way, fixed = chance("patch " + item["id"]) % 8, item["fixed_code"]
        same = fixed.rstrip() + "  # done\n\n# \u00e9\n"
        if not score_programs.tokens(fixed) or not score_programs.tokens(item["buggy_code"]):
            continue
        texts = [
            [same],
            [fixed],
            [before, same],
            [item["buggy_code"]],
            ["def ("],
            [fixed + "\nx = 1\n"],
            [""],
        ]
        for rank, text in enumerate(texts[way] if way < 7 else [], 1):
            print(json.dumps({"id": item["id"], "rank": rank, "code": text, "probability": 0.5}))
        before = fixed


def sampling(gold):
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


def rewrite(gold):
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


if sys.argv[1] == "rewrite":
    rewrite(sys.argv[3])
elif sys.argv[1] == "nothing":
    for row in rows(sys.argv[3]):
        say(row, 1)
elif sys.argv[1] == "patching":
    patching(sys.argv[3])
elif sys.argv[1] == "sampling":
    sampling(sys.argv[3])
elif sys.argv[1] == "frequent":
    frequent(sys.argv[2], sys.argv[3])
else:
    knowing(sys.argv[3])
