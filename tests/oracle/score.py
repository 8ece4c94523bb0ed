# Recomputes every figure of `tokfix score --json --k K`:
# score.py K SCORE GOLD PREDICTIONS [BASELINE,... [REWRITES PREDICTIONS]], where - is none.
# Verdicts use Python's tokenizer. With samples (--pass-at), shares are recomputed by pass@k.
# Prints the differences, and the number of figures that are the same.
import collections
import fractions
import itertools
import json
import math
import re
import statistics
import sys

from python_code import apply, are_equal, rows, tokens, words

CATEGORIES = (
    "variable_misuse binary_operator comparison_operator logical_operator assignment_operator "
    "literal type other"
).split()
K = int(sys.argv[1])
Z = statistics.NormalDist().inv_cdf(0.975)


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
        is_fixed = is_there and normal(row["repair"]) == item["after"]
        if not is_fixed:
            changed = apply(item["buggy_code"], row["line"], row["column"], row["repair"])
            is_fixed = bool(changed) and are_equal(changed, item["fixed_code"])
        self.place += [rank] * is_there
        self.both += [rank] * is_fixed

    def judge_code(self, rank, code, item):
        made, buggy, fixed = (
            words(tokens(text)) for text in (code, item["buggy_code"], item["fixed_code"])
        )
        if made == buggy:
            self.silent.append(rank)
        elif made == fixed and item["category"] != "none":
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
    low, high = wilson(k, n) if n else (None, None)
    return {"right": k, "n": n, "share": k / n if n else None, "low": low, "high": high}


def inputs(gold, given, path):
    ids = {item["id"] for item in gold}
    unknown = [key for key in given if key not in ids]
    correct = sum(item["category"] == "none" for item in gold)
    answered = sum(bool(given.get(key)) for key in ids)
    return {
        "name": path.split("/")[-1],
        "items": len(gold),
        "bugs": len(gold) - correct,
        "correct": correct,
        "predictions": sum(len(given[key]) for key in given if key in ids),
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


def shares(gold, verdicts):
    """The shares of a system by score, category and k."""
    table = {}
    for k in sorted({1, 3, 5, 10, K}):
        for category in CATEGORIES + ["all"]:
            of = [v for item, v in zip(gold, verdicts) if is_of(item, category)]
            placed = [v for v in of if v.located(k)]
            fixed = lambda some: sum(any(rank <= k for rank in v.both) for v in some)
            table["localisation", category, k] = share(len(placed), len(of))
            table["repair", category, k] = share(fixed(placed), len(placed))
            table["joint", category, k] = share(fixed(of), len(of))
        of = [v for item, v in zip(gold, verdicts) if is_of(item, "correct")]
        table["false_positive", "correct", k] = share(sum(v.flagged(k) for v in of), len(of))
    return table


def exact(b, c):
    n, tail = b + c, sum(math.comb(b + c, i) for i in range(min(b, c) + 1))
    return float(min(fractions.Fraction(1), fractions.Fraction(2 * tail, 2**n)))


def upper_odds(k, n):
    """Clopper and Pearson's upper bound for k of n, as odds."""
    low, high = 0.0, 1.0
    for _ in range(60):
        p = (low + high) / 2
        tail = math.fsum(math.comb(n, i) * p**i * (1 - p) ** (n - i) for i in range(k + 1))
        low, high = (p, high) if tail > 0.025 else (low, p)
    return low / (1 - low)


def mcnemar(pairs):
    b = sum(x and not y for x, y in pairs)
    c = sum(y and not x for x, y in pairs)
    both = sum(x and y for x, y in pairs)
    chi = max(0, abs(b - c) - 1) ** 2 / (b + c) if b + c else 0
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
        "odds_low": 1 / upper_odds(c, b + c) if b else 0,
        "odds_high": upper_odds(b, b + c) if c else None,
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


def splitmix64(state, bits=2**64 - 1):
    while True:
        state = (state + 0x9E3779B97F4A7C15) & bits
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & bits
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & bits
        yield z ^ (z >> 31)


def bootstrapped(told, gold, verdicts):
    """The shares of bugs, with their bootstrap over problems, by score and k. With samples, a
    share is the mean of the chances that one of k samples is right (pass@k)."""
    problems = list(dict.fromkeys(item["problem_id"] for item in gold))
    draw = splitmix64(0)
    resamples = [
        collections.Counter(problems[next(draw) % len(problems)] for _ in problems)
        for _ in range(told["bootstrap"]["resamples"])
    ]

    def chance(verdict, score, k):
        hits = verdict.both if score == "joint" else verdict.place
        if not told.get("samples"):
            return any(rank <= k for rank in hits)
        n = verdict.n
        return 1 - math.comb(n - len(hits), k) / math.comb(n, k) if n >= k else math.nan

    table, ks = {}, {row["k"] for row in told["shares"]}
    names = [*CATEGORIES, "all"]
    for score, category, k in itertools.product(("joint", "localisation"), names, ks):
        right, n = collections.Counter(), collections.Counter()
        for item, verdict in zip(gold, verdicts):
            if is_of(item, category):
                n[item["problem_id"]] += 1
                right[item["problem_id"]] += chance(verdict, score, k)
        row = {"share": None, "boot_low": None, "boot_high": None}
        if n and not math.isnan(sum(right.values())):
            row["share"] = sum(right.values()) / sum(n.values())
            sums = [[sum(r[p] * of[p] for p in n) for of in (right, n)] for r in resamples]
            x = sorted(a / b for a, b in sums if b)
            if len(n) > 1:
                row.update(boot_low=x[len(x) // 40], boot_high=x[-1 - len(x) // 40])
        table[score, category, k] = row
    return table


def shares_of(told):
    """The shares of each system as said, without those of single languages."""
    n = len(told["shares"]) // len(told["inputs"])
    return [
        {(r["score"], r["category"], r["k"]): r for r in told["shares"][i : i + n]
         if r["language"] is None}
        for i in range(0, len(told["shares"]), n)
    ]


def compare(path, told, expected):
    """Prints where what is expected is not said; returns the number of figures that are the same.
    More may be said of a share than here is expected."""
    are = lambda kind: isinstance(expected, kind) and isinstance(told, kind)
    if are(dict) and set(told) >= set(expected):
        return sum(compare(f"{path}.{key}", told[key], expected[key]) for key in expected)
    if are(list) and len(told) == len(expected):
        return sum(compare(f"{path}[{i}]", told[i], x) for i, x in enumerate(expected))
    is_number = lambda x: isinstance(x, (int, float)) and not isinstance(x, bool)
    if is_number(told) and is_number(expected):
        same = math.isclose(told, expected, rel_tol=1e-9, abs_tol=1e-12)
    else:
        same = type(told) is type(expected) and told == expected
    if not same:
        print(f"{path}: {told}, not {expected}")
    return int(same)


def main(score, gold_path, path, baseline="-", rewritten="-", rewritten_path="-"):
    with open(score, encoding="utf-8") as file:
        told = json.load(file)
    gold = rows(gold_path)
    names = [path] + ([] if baseline == "-" else baseline.split(","))
    given = [predictions_of(name) for name in names]
    systems = [[Verdict(item, by_id.get(item["id"], [])) for item in gold] for by_id in given]
    said = shares_of(told)
    n = compare("bootstrap", said[0], bootstrapped(told, gold, systems[0]))
    if not told.get("samples"):
        n += compare("shares", said, [shares(gold, verdicts) for verdicts in systems])
        n += compare("k", told["k"], K)
        if any(set(one) != set(shares(gold, systems[0])) for one in said):
            print("shares: other rows than expected")
    counted = [inputs(gold, by_id, name) for by_id, name in zip(given, names)]
    n += compare("inputs", told["inputs"], counted)
    if baseline != "-":
        compared = [comparison(gold, systems[0], others) for others in systems[1:]]
        for rows_of_all in zip(*compared):
            adjust(rows_of_all, "p_holm_systems")
        expected = [
            {"name": name.split("/")[-1], "comparison": table}
            for name, table in zip(names[1:], compared)
        ]
        n += compare("baselines", told["baselines"], expected)
    if rewritten != "-":
        given = predictions_of(rewritten_path)
        n += compare("rewrites", told["rewrites"], rewrites(gold, systems[0], rewritten, given))
    solved = sum(v.right(item) for item, v in zip(gold, systems[0]) if item["category"] != "none")
    bugs, correct = counted[0]["bugs"], counted[0]["correct"]
    flagged = sum(v.flagged(1) for item, v in zip(gold, systems[0]) if is_of(item, "correct"))
    print(
        f"{n} figures are the same; {bugs} bugs, {solved} solved; "
        f"{correct} correct programs, {flagged} flagged"
    )


main(*sys.argv[2:])
