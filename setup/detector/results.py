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
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import comb
from pathlib import Path
from statistics import mean
from typing import Any

Json = dict[str, Any]

LEVEL = 0.05  # a difference is shown if its adjusted p is below


@dataclass
class Guess:
    """What an arm says of a program."""

    is_flagged: bool = False  # its first prediction is a bug
    no_bug: float | None = None  # how probable it is that there is none; None: no prediction


Pair = tuple[Guess, Guess | None]  # of a bug, and of its fix, if that is in the test set


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

    def pairs(self, arm: str, test_set: str) -> list[Pair]:
        """What an arm says of each bug and of its fix; empty if files are missing."""
        guesses: dict[str, Guess] = defaultdict(Guess)
        for row in self.rows(f"predictions/{arm}.{test_set}.jsonl"):
            guess, is_bug = guesses[row["id"]], "line" in row
            guess.is_flagged |= is_bug and row.get("rank", 1) == 1
            guess.no_bug = max(guess.no_bug or 0.0, 0.0 if is_bug else row["probability"])
        buggy, correct = [], {}
        for row in self.rows(f"test/{test_set}.jsonl") if guesses else ():
            key, guess = (row["problem_id"], row["fixed_submission"]), guesses[row["id"]]
            if row["edit"] == "none":
                correct[key] = guess
            else:
                buggy.append((key, guess))
        return [(guess, correct.get(key)) for key, guess in buggy]

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
    if what == "flagged":
        what, category = "false_positive", "correct"
    wanted = (score.get("name"), category, None, what, 1)
    keys = "system", "category", "language", "score", "k"
    found = (row for row in score.get("shares", ()) if tuple(row[key] for key in keys) == wanted)
    return next(found, {})


def sizes(score: Json) -> tuple[int, int]:
    """The bugs and the correct programs of the test set."""
    return score["inputs"][0]["bugs"], score["inputs"][0]["correct"]


@dataclass
class Test:
    """McNemar's test of two arms: the items that only the one and only the other has right."""

    only_arm: int
    only_other: int
    p: float
    adjusted_p: float = 1.0

    @property
    def is_shown(self) -> bool:
        return self.adjusted_p < LEVEL


def test_of_flags(pairs: Sequence[Pair]) -> Test | None:
    """Of the pairs of which the bug alone and the fix alone is flagged."""
    only_bug = sum(bug.is_flagged and not fix.is_flagged for bug, fix in pairs if fix)
    only_fix = sum(fix.is_flagged and not bug.is_flagged for bug, fix in pairs if fix)
    n = only_bug + only_fix
    tail = sum(comb(n, i) for i in range(min(only_bug, only_fix) + 1))
    return Test(only_bug, only_fix, min(1.0, 2 * tail / 2**n)) if pairs else None


def order(pairs: Sequence[Pair]) -> float | None:
    """The share of the bugs that are more suspicious than their fixes, of those that are not as
    suspicious; None if there are none."""
    both = [(bug.no_bug, fix.no_bug) for bug, fix in pairs if fix]
    found = [bug < fix for bug, fix in both
             if bug is not None and fix is not None and bug != fix]
    return mean(found) if found else None


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
        self.bugs, self.places = self.test("all"), self.test("localisation")
        self.correct = self.test("correct")

    def test(self, category: str) -> Test | None:
        row = row_of(self.rows, category)
        if not row.get("n"):
            return None
        return Test(row["only_system"], row["only_baseline"], row["p_exact"])


def compare(results: Results, questions: Sequence[Sequence[str]]) -> list[list[Comparison]]:
    """A list for each row of questions.tsv. The tests of bugs are adjusted together, those of their
    places, and those of correct programs."""
    found = [[Comparison(results, arm, other, test_set) for test_set in sets.split()]
             for _, arm, other, sets, *_ in questions]
    for kind in "bugs", "places", "correct":
        adjust([getattr(comparison, kind) for of_question in found for comparison in of_question])
    return found
