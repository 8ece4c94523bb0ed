"""Compares what tokfix says of tasks with what make_tasks.py expects.

  compare_tasks.py found OUT SIGHT REPORT    REPORT is of `tokfix tasks --json`
  compare_tasks.py check OUT SIGHT STATUSES  a line "NAME STATUS" for each list of OUT/lists: the
                                             exit status of `tokfix tasks --check`
  compare_tasks.py lists OUT SIGHT FOLDER    DIR of `tokfix tasks --output DIR`
  compare_tasks.py real DATA SIGHT REPORT    of the real tasks in a folder with tasks.jsonl,
                                             expected.jsonl and earlier.jsonl

Prints what differs, and ends with 1 if something does."""

import json
import os
import sys

KEYS = ("commit", "evidence", "is_solved", "relation", "role", "distance")


def differences(row, wanted, sight):
    """Lines that say what is not as expected."""
    right = wanted["sights"][sight]
    if row.get("problem"):
        yield f"problem: {row['problem']}"
        return
    for key in ("is_sealed", "applies", "decision", "off"):
        if row[key] != right[key]:
            yield f"{key}: {row[key]}, not {right[key]}"
    if row.get("same_fix_as") != wanted["twin_id"]:
        yield f"same_fix_as: {row.get('same_fix_as')}, not {wanted['twin_id']}"
    found = {f["commit"]: {key: f[key] for key in KEYS} for f in row["findings"]}
    expected = {f["commit"]: f for f in right["findings"]}
    subjects = {f["commit"]: f["subject"] for f in row["findings"]}
    for commit in sorted(found.keys() | expected.keys()):
        if found.get(commit) != expected.get(commit):
            subject = subjects.get(commit, "")
            yield f"{commit[:10]} {subject}: {found.get(commit)}, not {expected.get(commit)}"


def compare_reports(out, expected, sight, path):
    with open(path) as file:
        report = json.load(file)
    rows = {row["id"]: row for row in report["results"]}
    assert rows.keys() == expected.keys()
    for name, wanted in expected.items():
        lines = list(differences(rows[name], wanted, sight))
        if lines:
            yield f"{name} ({wanted['note']})" + "".join(f"\n    {line}" for line in lines)
    n_unread = sum(wanted["sights"][sight]["n_unread"] for wanted in expected.values())
    if report["n_unread"] != n_unread:
        yield f"n_unread: {report['n_unread']}, not {n_unread}"


def passes(wanted):
    can_be_used = wanted["is_sealed"] and wanted["decision"] == "keep" and wanted["applies"]
    return can_be_used and not wanted["n_unread"]


def compare_statuses(out, expected, sight, path):
    with open(path) as file:
        statuses = dict(line.split() for line in file)
    assert len(statuses) == len(os.listdir(f"{out}/lists"))
    for name, status in statuses.items():
        with open(f"{out}/lists/{name}.jsonl") as file:
            names = [json.loads(line)["instance_id"] for line in file]
        right = "0" if all(passes(expected[name]["sights"][sight]) for name in names) else "1"
        if status != right:
            yield f"{name}: check ends with {status}, not {right}"


def compare_lists(out, expected, sight, folder):
    with open(f"{out}/tasks.jsonl", "rb") as file:
        rows = file.readlines()
    for decision in ("keep", "drop", "review"):
        right = b"".join(
            row
            for row in rows
            if expected[json.loads(row)["instance_id"]]["sights"][sight]["decision"] == decision
        )
        with open(f"{folder}/{decision}.jsonl", "rb") as file:
            if file.read() != right:
                yield f"{decision} has other bytes"


def rows_of(path):
    with open(path) as file:
        return {row["instance_id"]: row for row in map(json.loads, file)}


def compare_real(out, sight, path):
    """All fixes are found, and before the bases only those that are known."""
    with open(path) as file:
        rows = {row["id"]: row for row in json.load(file)["results"]}
    earlier, hits = rows_of(f"{out}/earlier.jsonl"), rows_of(f"{out}/expected.jsonl")
    for name in rows_of(f"{out}/tasks.jsonl") | earlier:
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
            one = found.get(hit["commit"], {})
            if hit["exact"] and (one.get("evidence"), one.get("relation")) != (
                "exact",
                hit["relation"],
            ):
                yield f"{name}: {hit['commit'][:10]} is not exact and {hit['relation']}"


def main():
    kind, out, sight, path = sys.argv[1:]
    compare = {"found": compare_reports, "check": compare_statuses,
               "lists": compare_lists}
    if kind == "real":
        lines = list(compare_real(out, sight, path))
    else:
        with open(f"{out}/expected.json") as file:
            expected = json.load(file)
        lines = list(compare[kind](out, expected, sight, path))
    print("".join(line + "\n" for line in lines), end="")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
