"""Compares what `tokfix tasks --check --json` says of tasks with what make_tasks.py expects.

  compare_tasks.py OUT SIGHT REPORT   a report with --visible SIGHT
  compare_tasks.py DATA real REPORT   of the real tasks in a folder with tasks.jsonl, expected.jsonl
                                      and earlier.jsonl

Prints what differs, and ends with 1 if something does."""

import json
import sys

KEYS = ("commit", "evidence", "is_solved", "relation", "role", "distance")


def differences(row, wanted):
    """Lines that say what is not as expected of a task."""
    if row.get("problem"):
        yield f"problem: {row['problem']}"
        return
    for key in ("is_sealed", "applies", "decision", "off", "same_fix_as"):
        if row.get(key) != wanted[key]:
            yield f"{key}: {row.get(key)}, not {wanted[key]}"
    found = {f["commit"]: {key: f[key] for key in KEYS} for f in row["findings"]}
    expected = {f["commit"]: f for f in wanted["findings"]}
    for commit in sorted(found.keys() | expected.keys()):
        if found.get(commit) != expected.get(commit):
            yield f"{commit[:10]}: {found.get(commit)}, not {expected.get(commit)}"


def totals_of(tasks):
    """What fails a check, by its reason, and what could not be read."""
    fails = {
        "not_sealed": [not task["is_sealed"] for task in tasks],
        "solved_before": [
            any(f["relation"] == "before" and f["evidence"] != "similar" for f in task["findings"])
            for task in tasks
        ],
        "not_applicable": [not task["applies"] for task in tasks],
        "blind": [{"exact", "solved"} <= set(task["off"]) for task in tasks],
    }
    n_failing = sum(map(any, zip(*fails.values())))
    n_unread = sum(task["n_unread"] for task in tasks)
    failing = {reason: sum(one) for reason, one in fails.items()}
    failing |= {"in_files": 0, "not_searched": 0}
    return {"failing": failing, "n_failing": n_failing, "n_unread": n_unread, "clean": False}


def compare_made(out, sight, report):
    with open(f"{out}/expected.json") as file:
        expected = {name: wanted[sight] for name, wanted in json.load(file).items()}
    rows = {row["id"]: row for row in report["results"]}
    assert rows.keys() == expected.keys()
    for name, wanted in expected.items():
        for line in differences(rows[name], wanted):
            yield f"{name}: {line}"
    for key, total in totals_of(expected.values()).items():
        if report[key] != total:
            yield f"{key}: {report[key]}, not {total}"


def rows_of(path):
    with open(path) as file:
        return {row["instance_id"]: row for row in map(json.loads, file)}


def compare_real(data, report):
    """All fixes are found, and before the bases only those that are known."""
    rows = {row["id"]: row for row in report["results"]}
    earlier, hits = rows_of(f"{data}/earlier.jsonl"), rows_of(f"{data}/expected.jsonl")
    for name in rows_of(f"{data}/tasks.jsonl") | earlier:
        row, wanted = rows[name], hits.get(name, {"hits": []})["hits"]
        if row.get("problem"):
            yield f"{name}: {row['problem']}"
            continue
        found = {finding["commit"]: finding for finding in row["findings"]}
        before = {commit for commit, one in found.items() if one["relation"] == "before"}
        strong = {c for c in before if found[c]["evidence"] in ("exact", "contained", "solved")}
        fix = earlier.get(name, {}).get("earlier_fix", "")
        if not any(commit.startswith(fix) for commit in strong) and fix:
            yield f"{name}: the earlier fix is not found"
        if name not in earlier and strong:
            yield f"{name}: found before the base: {', '.join(sorted(strong))}"
        if not found.keys() - before:
            yield f"{name}: nothing is found that is not before the base"
        if not row["applies"]:
            yield f"{name}: the patch does not apply"
        for hit in wanted:
            one, right = found.get(hit["commit"], {}), ("exact", hit["relation"])
            if hit["exact"] and (one.get("evidence"), one.get("relation")) != right:
                yield f"{name}: {hit['commit'][:10]} is not exact and {hit['relation']}"


def main():
    folder, sight, path = sys.argv[1:]
    with open(path) as file:
        report = json.load(file)
    is_real = sight == "real"
    lines = list(compare_real(folder, report) if is_real else compare_made(folder, sight, report))
    print("".join(line + "\n" for line in lines), end="")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
