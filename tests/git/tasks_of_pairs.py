"""Searches the repositories of repositories.py for the solutions of tasks.

  tasks_of_pairs.py OUT TOKFIX   prints what is wrong; ends with 1 if something is

Each change of a limit that a miner finds is a task, whose base is the parent. `tokfix tasks` must
find it in a sound repository. In all others it must end as it should, and name what it skips."""

import json
import os
import subprocess
import sys

PATCH = "--- a/shop.py\n+++ b/shop.py\n@@ -1 +1 @@\n-LIMIT = %s\n+LIMIT = %s\n"
# Whose objects are elsewhere, so that no base is found if only this one is searched.
BORROWING = {"alternates-outside", "alternates-sibling"}
# No repository is found here: a link to another folder, a name that cannot be an id, no HEAD.
UNUSABLE = ("folder-", "git-file", "linked-second", "--output", "damaged-head-missing",
            "alternates-outside-objects")


def problems(out, name, wanted, tokfix):
    pairs = [pair for pair in wanted["pairs"] + wanted["may"]
             if pair["before"].isdigit() and pair["path"] == "shop.py"]
    rows = [{"base_commit": p["parent"], "patch": PATCH % (p["before"], p["after"])} for p in pairs]
    rows = rows or [{"base_commit": "0" * 40, "patch": PATCH % (5, 6)}]
    tasks = "".join(json.dumps(row | {"repo": "a/b", "instance_id": f"t-{i}"}) + "\n"
                    for i, row in enumerate(rows))
    command = [tokfix, "tasks", "--repositories", os.path.join(out, name), "--tasks", "-", "--json"]
    done = subprocess.run(command, input=tasks, capture_output=True, text=True, timeout=120)
    if done.returncode not in (0, 1) or (done.returncode and not done.stderr):
        yield f"ends with {done.returncode}: {done.stderr}"
    if done.returncode:
        if not name.startswith(UNUSABLE):
            yield f"cannot be searched: {done.stderr}"
        return
    report = json.loads(done.stdout)
    for row, pair in zip(report["results"], pairs):
        evidence = {f["commit"]: f["evidence"] for f in row.get("findings", [])}
        is_sound = pair in wanted["pairs"] and name not in BORROWING
        if is_sound and evidence.get(pair["commit"]) != "exact":
            yield f"{pair['commit'][:10]} is not found: {row.get('problem')}"
        is_skipped = not evidence and not row.get("problem")
        if is_skipped and not (report.get("notes") or report["n_unread"] or is_sound):
            yield f"{pair['commit'][:10]} is not found, and nothing says why"


def main():
    out, tokfix = os.path.abspath(sys.argv[1]), sys.argv[2]
    with open(f"{out}/expected.json", encoding="utf-8") as file:
        expected = json.load(file)
    lines = [f"{name!r}: {line}" for name, wanted in sorted(expected.items())
             for line in problems(out, name, wanted, tokfix)]
    if os.path.exists(f"{out}/pwned"):
        lines.append("a repository has started a program")
    print("".join(line + "\n" for line in lines), end="")
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main())
