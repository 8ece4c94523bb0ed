# Recomputes every figure of `tokfix score --json --k K`:
# score.py K SCORE GOLD PREDICTIONS [BASELINE,... [REWRITES PREDICTIONS]], where - is none.
# Verdicts use Python's tokenizer. Prints the differences. For the bootstrap see score_samples.py.
import collections
import fractions
import json
import math
import re
import statistics
import sys

import score_programs
import score_shape

CATEGORIES = (
    "variable_misuse binary_operator comparison_operator logical_operator assignment_operator "
    "literal type other"
).split()
K = int(sys.argv[1])
RANKS = sorted({1, 3, 5, 10, K})
Z = statistics.NormalDist().inv_cdf(0.975)


def rows(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


def predictions_of(path):
    by_id = collections.defaultdict(list)
    for row in rows(path):
        by_id[row["id"]].append(row)
    for list_of_one in by_id.values():
        list_of_one.sort(key=lambda row: row.get("rank", 1))
    return by_id


def normal(token):
    return re.sub(r"^(not|is)\s+(in|not)$", r"\1 \2", token)


class Verdict:
    """Ranks at which something holds, of the first ten predictions, or K."""

    def __init__(self, item, given):
        self.place, self.both, self.silent = [], [], []
        self.n = len(given)
        for rank, row in enumerate(given[: max(10, K)], 1):
            if "code" in row:
                self.judge_code(rank, row["code"], item)
            elif row.get("line") is None:
                self.silent.append(rank)
            elif item["category"] != "none":
                self.judge(rank, row, item)

    def judge(self, rank, row, item):
        is_there = (row["line"], row["column"]) == (item["line"], item["column"])
        is_right = normal(row["repair"]) == item["after"]
        is_fixed = is_there and is_right
        if not is_fixed:
            place = row["line"], row["column"]
            changed = score_programs.apply(item["buggy_code"], *place, row["repair"])
            is_fixed = bool(changed) and score_programs.are_equal(changed, item["fixed_code"])
        self.place += [rank] * is_there
        self.both += [rank] * is_fixed

    def judge_code(self, rank, code, item):
        made, buggy, fixed = (
            score_programs.words(score_programs.tokens(text))
            for text in (code, item["buggy_code"], item["fixed_code"])
        )
        is_fixed = made == fixed and item["category"] != "none"
        if made == buggy:
            self.silent.append(rank)
        elif is_fixed:
            self.place.append(rank)
            self.both.append(rank)

    def flagged(self, k):
        return self.n > 0 and not any(rank <= k for rank in self.silent)

    def right(self, item, k=K):
        if item["category"] == "none":
            return not self.flagged(k)
        return any(rank <= k for rank in self.both)

    def located(self, k=K):
        return any(rank <= k for rank in self.place)


def wilson(k, n):
    p = k / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    half = Z / (1 + Z * Z / n) * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return max(0.0, middle - half), min(1.0, middle + half)


def share(k, n):
    if n == 0:
        return {"right": k, "share": None, "low": None, "high": None}
    low, high = wilson(k, n)
    return {"right": k, "share": k / n, "low": low, "high": high}


def inputs(gold, given):
    ids = {item["id"] for item in gold}
    unknown = [key for key in given if key not in ids]
    correct = sum(item["category"] == "none" for item in gold)
    answered = sum(bool(given.get(key)) for key in ids)
    return {
        "items": len(gold),
        "bugs": len(gold) - correct,
        "correct": correct,
        "predictions": sum(map(len, given.values())),
        "answered": answered,
        "unanswered": len(gold) - answered,
        "unknown_ids": len(unknown),
        "unknown_predictions": sum(len(given[key]) for key in unknown),
        "task": None,
        "place_given": False,
        "unreadable": 0,
    }


def is_of(item, category):
    """Whether an item is of a row: a category, `all` bugs, or `correct` programs."""
    if category == "correct":
        return item["category"] == "none"
    return item["category"] == category or category == "all" and item["category"] != "none"


def bugs(gold, verdicts):
    table = []
    for category in CATEGORIES + ["all"]:
        of = [v for item, v in zip(gold, verdicts) if is_of(item, category)]
        ranks = []
        for k in RANKS:
            within = lambda ranks: any(rank <= k for rank in ranks)
            row = {"k": k}
            placed = [v for v in of if v.located(k)]
            row["localisation"] = share(len(placed), len(of))
            repaired = sum(within(v.both) for v in placed)
            row["repair"] = {**share(repaired, len(placed)), "n": len(placed)}
            row["joint"] = share(sum(within(v.both) for v in of), len(of))
            ranks.append(row)
        table.append({"category": category, "n": len(of), "ranks": ranks})
    return table


def false_positives(gold, verdicts):
    of = [(item, v) for item, v in zip(gold, verdicts) if item["category"] == "none"]
    return {
        "n": len(of),
        "ranks": [
            {"k": k, "flagged": share(sum(v.flagged(k) for _, v in of), len(of))} for k in RANKS
        ],
    }


def exact(b, c):
    n, tail = b + c, sum(math.comb(b + c, i) for i in range(min(b, c) + 1))
    return float(min(fractions.Fraction(1), fractions.Fraction(2 * tail, 2**n)))


def mcnemar(pairs):
    b = sum(x and not y for x, y in pairs)
    c = sum(y and not x for x, y in pairs)
    both = sum(x and y for x, y in pairs)
    chi = max(0, abs(b - c) - 1) ** 2 / (b + c) if b + c else 0
    odds = lambda p: p / (1 - p) if p < 1 else None
    low, high = wilson(b, b + c) if b + c else (0, 1)
    return {
        "n": len(pairs),
        "both": both,
        "only_system": b,
        "only_baseline": c,
        "neither": len(pairs) - both - b - c,
        "p_exact": exact(b, c),
        "p_holm_systems": None,
        "p_holm_categories": None,
        "chi_squared": chi,
        "p_chi_squared": 2 * statistics.NormalDist().cdf(-math.sqrt(chi)),
        "odds_ratio": b / c if c else None,
        "odds_low": 0 if b == 0 else odds(low),
        "odds_high": None if c == 0 else odds(high),
    }


def comparison(gold, verdicts, others):
    table = []
    for category in CATEGORIES + ["all", "localisation", "correct"]:
        is_place = category == "localisation"
        items = "all" if is_place else category
        of = [x for x in zip(gold, verdicts, others) if is_of(x[0], items)]
        right = (lambda _, v: v.located()) if is_place else (lambda item, v: v.right(item))
        pairs = [(right(item, v), right(item, w)) for item, v, w in of]
        table.append({"category": category, **mcnemar(pairs)})
    adjust(table[:-3], "p_holm_categories")
    return [row for row in table if row["n"]]


def adjust(table, key):
    """Holm's p of the rows that have items."""
    family = sorted((row for row in table if row["n"]), key=lambda row: row["p_exact"])
    least = 0
    for i, row in enumerate(family):
        least = max(least, min(1, (len(family) - i) * row["p_exact"]))
        row[key] = least


def baselines(gold, verdicts, paths):
    scores = []
    for path in paths:
        theirs = predictions_of(path)
        others = [Verdict(item, theirs.get(item["id"], [])) for item in gold]
        scores.append(
            {
                "name": path.split("/")[-1],
                "inputs": inputs(gold, theirs),
                "bugs": bugs(gold, others),
                "false_positives": false_positives(gold, others),
                "comparison": comparison(gold, verdicts, others),
            }
        )
    for rows_of_all in zip(*(score["comparison"] for score in scores)):
        adjust(rows_of_all, "p_holm_systems")
    return scores


def rewrites(gold, verdicts, path, given):
    by_id = {item["id"]: (item, v) for item, v in zip(gold, verdicts)}
    other = rows(path)
    tied, lost, correct = [], 0, 0
    for item in other:
        kind = re.search(r"~([a-z]+)", item["id"]).group(1)
        original = by_id.get(re.sub(r"~[a-z]+[0-9]*", "", item["id"]))
        lost += original is None
        correct += original is not None and original[0]["category"] == "none"
        if original and original[0]["category"] != "none":
            now = Verdict(item, given.get(item["id"], [])).right(item)
            tied.append((kind, original[0]["id"], original[1].right(original[0]), now))
    there = {t[0] for t in tied}
    solved = {
        item["id"] for item, v in by_id.values() if item["category"] != "none" and v.right(item)
    }
    table = []
    for name, pool in ("all", there), ("rename", {"rename"}), ("condition", {"condition"}):
        of = [t for t in tied if t[0] in pool]
        # Li and others: formulas 4 and 5; a bug counts once for each kind
        no_more = [t for t in of if t[2] and not t[3]]
        nam, nas = sum(t[1] in solved for t in of), len(solved) * len(pool & there)
        row = {"kind": name, "rewrites": len(of), "rewrites_of_solved": nam}
        row["pdm"] = share(len(no_more), nam)
        row["solved"] = nas
        row["pda"] = share(len({t[:2] for t in no_more}), nas)
        table.append(row)
    return {
        "rewrites": len(other),
        "without_original": lost,
        "of_correct": correct,
        "kinds": table,
    }


def without_bootstrap(value):
    if isinstance(value, dict):
        left_out = "bootstrap", "boot_low", "boot_high"
        return {key: without_bootstrap(value[key]) for key in value if key not in left_out}
    return [without_bootstrap(one) for one in value] if isinstance(value, list) else value


def nested(told):
    """The score as the tables above have it."""
    first, *others = score_shape.systems(told)
    made = {"name": first.pop("name"), "k": told["k"], **first}
    if others:
        made["baselines"] = [
            {**other, "comparison": of["comparison"]}
            for other, of in zip(others, told["baselines"])
        ]
    for one in [made, *others]:
        one["inputs"]["predictions"] += one["inputs"]["unknown_predictions"]
    if "rewrites" in told:
        made["rewrites"] = told["rewrites"]
        for row in told["rewrites"]["kinds"]:
            for value in row.values():
                if isinstance(value, dict):
                    del value["n"]
    return made


def compare(path, told, expected):
    """Prints where the two differ; returns the number of figures that are the same."""
    are = lambda kind: isinstance(expected, kind) and isinstance(told, kind)
    if are(dict) and list(told) == list(expected):
        return sum(compare(path + "." + key, told[key], expected[key]) for key in expected)
    if are(list) and len(told) == len(expected):
        return sum(compare("%s[%d]" % (path, i), told[i], x) for i, x in enumerate(expected))
    is_number = lambda x: isinstance(x, (int, float)) and not isinstance(x, bool)
    if is_number(told) and is_number(expected):
        same = math.isclose(told, expected, rel_tol=1e-9, abs_tol=1e-14)
    else:
        same = type(told) is type(expected) and told == expected
    if not same:
        print("%s: %r, not %r" % (path, told, expected))
    return int(same)


def main(score, gold_path, path, baseline="-", rewritten="-", rewritten_path="-"):
    gold, given = rows(gold_path), predictions_of(path)
    verdicts = [Verdict(item, given.get(item["id"], [])) for item in gold]
    expected = {
        "name": path.split("/")[-1],
        "k": K,
        "inputs": inputs(gold, given),
        "bugs": bugs(gold, verdicts),
        "false_positives": false_positives(gold, verdicts),
    }
    if baseline != "-":
        expected["baselines"] = baselines(gold, verdicts, baseline.split(","))
    if rewritten != "-":
        expected["rewrites"] = rewrites(
            gold, verdicts, rewritten, predictions_of(rewritten_path)
        )
    with open(score, encoding="utf-8") as file:
        n = compare("score", without_bootstrap(nested(json.load(file))), expected)
    solved = expected["bugs"][-1]["ranks"][-1]["joint"]["right"]
    flagged = expected["false_positives"]["ranks"][0]["flagged"]["right"]
    read = expected["inputs"]
    print(
        f"{n} figures are the same; {read['bugs']} bugs, {solved} solved; "
        f"{read['correct']} correct programs, {flagged} flagged"
    )


main(*sys.argv[2:])
