"""Reads the files that experiment.mk makes, and compares the models ("arms") by their scores.

OUT/models/ARM-SEED.pt.json      a training: rows, n_tokens
OUT/scores/ARM.SET.json          `tokfix score --json` of all seeds together
OUT/scores/ARM.SET-SEED.json     of one seed
OUT/predictions/ARM.SET.jsonl    the predictions, and OUT/test/SET.jsonl the rows
OUT/scores/ARM.OTHER.SET.json    of ARM, with the arm OTHER as --baseline
OUT/scores/untold.json           what untold.py has measured
OUT/scores/thesis.json           of any predictions, with --thesis
"""
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import mean
from typing import Any

Json = dict[str, Any]

LEVEL = 0.05  # a difference is shown if its adjusted p is below


@dataclass
class Results:
    """The folder OUT. A file that is missing, or not yet written, is read as an empty object.
    `missing` are those that are asked for."""

    folder: Path
    missing: set[str] = field(default_factory=set)

    def read(self, name: str, is_asked: bool = True) -> Json:
        path = self.folder / name
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
        if is_asked and not text:
            self.missing.add(name)
        found: Json = json.loads(text or "{}")
        return found

    def score(self, arm: str, test_set: str, is_asked: bool = False) -> Json:
        return self.read(f"scores/{arm}.{test_set}.json", is_asked)

    def of_seeds(self, start: str, end: str) -> list[Json]:
        name = re.compile(re.escape(start) + "-[0-9]+" + re.escape(end))
        names = sorted(str(p.relative_to(self.folder)) for p in self.folder.glob(f"{start}-*{end}"))
        return [found for n in names if name.fullmatch(n) and (found := self.read(n))]

    def mean_of_seeds(self, arm: str, key: str) -> float | None:
        """The mean of a figure over the trainings of an arm; None if there are none."""
        found = self.of_seeds(f"models/{arm}", ".pt.json")
        if not found:
            self.missing.add(f"models/{arm}-1.pt.json")
        return mean(training[key] for training in found) if found else None


    def order(self, arm: str, test_set: str) -> float | None:
        """The share of bugs whose program the arm thinks more suspicious than the fixed one, with
        half of those that it thinks alike. None if files are missing."""
        no_bug: dict[str, float] = {}  # how probable it is
        for guess in self.rows(f"predictions/{arm}.{test_set}.jsonl"):
            is_bug = "line" in guess
            no_bug[guess["id"]] = max(no_bug.get(guess["id"], 0.0),
                                      0.0 if is_bug else guess["probability"])
        buggy, correct = [], {}
        for row in self.rows(f"test/{test_set}.jsonl"):
            key, found = (row["problem_id"], row["fixed_submission"]), no_bug.get(row["id"])
            if found is not None and row["edit"] == "none":
                correct[key] = found
            elif found is not None:
                buggy.append((key, found))
        both = [(found, correct[key]) for key, found in buggy if key in correct]
        order = [0.5 + 0.5 * ((bug < fix) - (bug > fix)) for bug, fix in both]
        return mean(order) if order else None

    def rows(self, name: str) -> Iterator[Json]:
        path = self.folder / name
        if not path.is_file():
            return
        with path.open(encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def row_of(rows: Sequence[Json], category: str) -> Json:
    return next((row for row in rows if row["category"] == category), {})


def share(score: Json, what: str, category: str = "all") -> Json:
    """The share that is right in the first prediction: joint, localisation or repair of the bugs;
    or what is `flagged` of the correct programs. Empty if the score does not have it."""
    of = row_of(score.get("bugs", ()), category)
    if what == "flagged":
        of = score.get("false_positives", {})
    return next((rank[what] or {} for rank in of.get("ranks", ()) if rank["k"] == 1), {})


def sizes(score: Json) -> tuple[int, int]:
    """The bugs and the correct programs of the test set."""
    return score["inputs"]["bugs"], score["inputs"]["correct"]


@dataclass
class Test:
    """McNemar's test of two arms: the items that only the one and only the other has right."""

    only_arm: int
    only_other: int
    p: float
    adjusted_p: float = 1.0

    def says(self, arm: str, other: str, neither: str) -> str:
        """Which words are true: those for the arm, for the other, or for no shown difference."""
        if self.adjusted_p >= LEVEL:
            return neither
        return arm if self.only_arm > self.only_other else other


def adjust(tests: Sequence[Test | None]) -> None:
    """Adjusts p by Holm over the tests that could be made."""
    made = sorted((test for test in tests if test), key=lambda test: test.p)
    highest = 0.0
    for n_before, test in enumerate(made):
        highest = max(highest, min(1.0, (len(made) - n_before) * test.p))
        test.adjusted_p = highest


class Comparison:
    """Two arms on a test set. A test that cannot be made is None: files are missing, or are of
    different items, or there are no items of the kind."""

    def __init__(self, results: Results, arm: str, other: str, test_set: str) -> None:
        self.test_set = test_set
        self.scores = results.score(arm, test_set, True), results.score(other, test_set, True)
        both = results.read(f"scores/{arm}.{other}.{test_set}.json")
        is_same = len({sizes(score) for score in (*self.scores, both) if score}) == 1
        self.rows = both["baselines"][0]["comparison"] if both and is_same else []
        self.bugs, self.correct = self.test("all"), self.test("correct")

    def test(self, category: str) -> Test | None:
        row = row_of(self.rows, category)
        if not row.get("n"):
            return None
        return Test(row["only_system"], row["only_baseline"], row["p_exact"])


def compare(results: Results, questions: Sequence[Sequence[str]]) -> list[list[Comparison]]:
    """A list for each row of questions.tsv. The tests of bugs are adjusted together, and those of
    correct programs."""
    found = [[Comparison(results, arm, other, test_set) for test_set in sets.split()]
             for _, arm, other, sets, *_ in questions]
    adjust([comparison.bugs for of_question in found for comparison in of_question])
    adjust([comparison.correct for of_question in found for comparison in of_question])
    return found
