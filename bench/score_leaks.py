#!/usr/bin/env python3
"""Compare the leaks that plant_leaks.py made with those that tokfix found.

    score_leaks.py MANIFEST.jsonl REPORT.json...

A report is what `tokfix leak --repositories OUT --tasks TASKS.jsonl --json --limit all` prints;
several, of a part of the repositories each, count as one. A variant is found if one of its commits
is. Prints how many are found by kind and evidence, the tasks with a false alarm (a finding that is
an earlier commit), and the mean of ten halves of the tasks.
"""
import json
import random
import sys
from collections import Counter, defaultdict

SEED = 48
NOT_COUNTED = ("verbatim", "half")  # in the recall over all kinds


def read_reports(paths):
    """task -> commit -> (evidence, similarity); only tasks that were searched."""
    found = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for result in json.load(file)["results"]:
                if result["problem"] is None:
                    found[result["id"]] = {f["commit"]: (f["evidence"], f.get("similarity", 1))
                                           for f in result["findings"]}
    return found


def share(n, total):
    return f"{n / total:.3f} ({n} of {total})" if total else "none"


def main():
    found = read_reports(sys.argv[2:])
    variants, alarms, n_earlier = [], defaultdict(dict), 0
    with open(sys.argv[1], encoding="utf-8") as file:
        for row in map(json.loads, file):
            task = row["task"]
            if task not in found:
                continue
            hits = {c: found[task][c] for c in row["commits"] if c in found[task]}
            if row["kind"].startswith("earlier"):
                n_earlier += len(row["commits"])
                alarms[task].update(hits)
            else:
                evidence = {e for e, _ in hits.values()} - {"revert"}
                variants.append((task, row["kind"], row["number"], evidence))

    print(f"{len(found)} tasks, {len(variants)} variants, {n_earlier} earlier commits")
    print("kind, number: found (of all); by other evidence than `similar`")
    kinds = Counter((kind, number) for _, kind, number, _ in variants)
    for kind, number in sorted(kinds):
        of_kind = [e for _, k, n, e in variants if (k, n) == (kind, number)]
        print(f"  {kind} {number}: {share(sum(map(bool, of_kind)), len(of_kind))}; "
              f"{share(sum(bool(e - {'similar'}) for e in of_kind), len(of_kind))}")
    counted = [v for v in variants if v[1] not in NOT_COUNTED]
    print("all but", " and ".join(NOT_COUNTED) + ":", share(sum(bool(v[3]) for v in counted),
                                                            len(counted)))
    print("missed:", ", ".join(f"{t} {k} {n}" for t, k, n, e in counted if not e) or "none")

    alarmed = sorted(task for task in alarms if alarms[task])
    print("tasks with a false alarm:", len(alarmed))
    for task in alarmed:
        for commit, (evidence, similarity) in sorted(alarms[task].items()):
            print(f"  {task} {commit} {evidence} {similarity:.2f}")

    dice, tasks, recalls, falses = random.Random(SEED), sorted(found), [], []
    for _ in range(10):
        dice.shuffle(tasks)
        half = set(tasks[(len(tasks) + 1) // 2:])
        own = [bool(v[3]) for v in counted if v[0] in half]
        recalls.append(sum(own) / max(1, len(own)))
        falses.append(sum(task in half for task in alarmed))
    print(f"ten halves of {len(half)} tasks: recall {sum(recalls) / 10:.3f} "
          f"({min(recalls):.3f} to {max(recalls):.3f}), tasks with a false alarm "
          f"{sum(falses) / 10:.1f} ({min(falses)} to {max(falses)})")


if __name__ == "__main__":
    main()
