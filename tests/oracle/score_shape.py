# The list of shares of `tokfix score --json` as nested tables, one for each system.


def share(row):
    return {key: row[key] for key in ("right", "share", "low", "high", "boot_low", "boot_high")}


def system(inputs, rows):
    """The rows of a system, without those of single languages."""
    of = {(r["score"], r["category"], r["k"]): r for r in rows if r["language"] is None}
    ks = sorted({k for score, _, k in of if score == "false_positive"})
    names = list(dict.fromkeys(c for score, c, _ in of if score in ("joint", "repair")))
    bugs = []
    for name in names:
        ranks = []
        for k in ks:
            rank = {"k": k}
            for score in ("localisation", "repair", "joint"):
                row = of.get((score, name, k))
                rank[score] = row and share(row)
                if row and score == "repair":
                    rank[score]["n"] = row["n"]
            ranks.append(rank)
        first = of.get(("joint", name, ks[0])) or of["repair", name, ks[0]]
        bugs.append({"category": name, "n": first["n"], "ranks": ranks})
    correct = [of["false_positive", "correct", k] for k in ks]
    return {
        "name": inputs["name"],
        "inputs": {key: inputs[key] for key in inputs if key != "name"},
        "bugs": bugs,
        "false_positives": {
            "n": correct[0]["n"],
            "ranks": [{"k": row["k"], "flagged": share(row)} for row in correct],
        },
    }


def systems(score):
    n = len(score["shares"]) // len(score["inputs"])
    return [
        system(inputs, score["shares"][i * n : (i + 1) * n])
        for i, inputs in enumerate(score["inputs"])
    ]
