# Recomputes shares of `tokfix score --json` by pass@k (--pass-at) or first predictions, and their
# bootstrap over problems: score_samples.py SCORE GOLD PREDICTIONS. GOLD is rows of pairs, and a
# prediction is right if place and repair are those of the row. Prints what differs.
from collections import Counter, defaultdict
import json
import math
import sys

import score_shape

rows = lambda path: [json.loads(line) for line in open(path, encoding="utf-8", newline="\n")]
score, gold, by_id = json.load(open(sys.argv[1])), rows(sys.argv[2]), defaultdict(list)
for row in rows(sys.argv[3]):
    by_id[row["id"]].append(row)
problems = list(dict.fromkeys(row["problem_id"] for row in gold))


def splitmix64(state, bits=2**64 - 1):
    while True:
        state = (state + 0x9E3779B97F4A7C15) & bits
        z = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & bits
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & bits
        yield z ^ (z >> 31)


draw = splitmix64(0)
drawn = lambda: Counter(problems[next(draw) % len(problems)] for _ in problems)
resamples = [drawn() for _ in range(score["bootstrap"]["resamples"])]


def chance(hits, k):
    n, wrong = len(hits), len(hits) - sum(hits)
    if not score.get("samples"):
        return any(hits[:k])
    return 1 - math.comb(wrong, k) / math.comb(n, k) if n >= k else math.nan


def check(row, name, told, items, hit):
    right, n, wanted = Counter(), Counter(), [None] * 3
    for item in items:
        n[item["problem_id"]] += 1
        right[item["problem_id"]] += chance([hit(item, x) for x in by_id[item["id"]]], row["k"])
    if items and not math.isnan(sum(right.values())):
        sums = [[sum(r[p] * of[p] for p in n) for of in (right, n)] for r in resamples]
        x = sorted(a / b for a, b in sums if b)
        ends = [x[len(x) // 40], x[-1 - len(x) // 40]] if len(n) > 1 else [None, None]
        wanted = [sum(right.values()) / len(items), *ends]
    for a, b in zip((told["share"], told["boot_low"], told["boot_high"]), wanted):
        if a != b and (None in (a, b) or not math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12)):
            print(name, row["k"], told, wanted)


is_there = lambda item, x: (x.get("line"), x.get("column")) == (item["line"], item["column"])
is_right = lambda item, x: is_there(item, x) and x["repair"] == item["after"]
bugs = [item for item in gold if item["category"] != "none"]
for of in score_shape.systems(score)[0]["bugs"]:
    items = [item for item in bugs if of["category"] in (item["category"], "all")]
    for rank in of["ranks"]:
        check(rank, of["category"] + ", both", rank["joint"], items, is_right)
        check(rank, of["category"] + ", place", rank["localisation"], items, is_there)
print("recomputed:", len(bugs), "bugs of", len(problems), "problems")
