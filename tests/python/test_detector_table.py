"""The tables of setup/detector, from a folder of small scores that are written here."""

import itertools
import json
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "setup" / "detector"))

from results import Guess, Results, Test, adjust, order, test_of_flags
from table import read_tsv, tables

ARMS = [["mutants", "rows", "-", "PRETRAINING"], ["fixes", "rows", "mutants", "FINETUNING"],
        ["fixes-code", "rows", "mutants", "FINETUNING"], ["frequent", "-", "-", "BASELINE"]]


def share(right: int, n: int, boot_low: float | None = 0.1) -> dict[str, Any]:
    return {"right": right, "share": right / n if n else None, "low": 0.2, "high": 0.7,
            "boot_low": boot_low, "boot_high": None if boot_low is None else 0.9}


def score(joint: int, flagged: int, n: int = 100, **more: Any) -> dict[str, Any]:
    bugs = [("joint", 1, share(joint, n)), ("localisation", 1, share(50, 100)),
            ("repair", 1, share(joint, n)), ("joint", 3, share(n, n)), ("repair", 3, share(n, n))]
    rows = [(category, size, *row) for category, size in (("type", 0), ("all", n)) for row in bugs]
    rows.append(("correct", n, "false_positive", 1, share(flagged, n, None)))
    shares = [{"system": "s", "category": category, "language": None, "score": what, "k": k,
               "n": size, **value} for category, size, what, k, value in rows]
    return {"name": "s", "inputs": [{"bugs": n, "correct": n}], "shares": shares, **more}


def comparison(*tests: tuple[str, int, int, float]) -> list[dict[str, Any]]:
    rows = [{"category": category, "n": 100, "only_system": only, "only_baseline": other,
             "p_exact": p} for category, only, other, p in tests]
    return [{"comparison": rows}]


class Tables(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.out = Path(folder.name)
        for name in ("models", "scores"):
            (self.out / name).mkdir()

    def write(self, name: str, value: Any) -> None:
        (self.out / name).write_text(json.dumps(value), encoding="utf-8")

    def compare(self, *tests: tuple[str, int, int, float], n: int = 100) -> None:
        self.write("scores/fixes.real.json", score(40, 30))
        self.write("scores/mutants.real.json", score(20, 10))
        self.write("scores/fixes.mutants.real.json",
                   score(40, 30, n, baselines=comparison(*tests)))

    def print(self, sets: str = "real") -> str:
        return "\n".join(tables(Results(self.out), ARMS, [["Fixes", "fixes", "mutants", sets]]))

    def rows(self, first: str, text: str | None = None) -> list[list[str]]:
        """The cells of the rows that begin with this one."""
        lines = (self.print() if text is None else text).splitlines()
        rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines]
        return [row for row in rows if row and row[0] == first]

    def answer(self) -> list[str]:
        return self.rows("real")[1]  # after that of the test sets

    def test_p_is_adjusted_by_holm(self) -> None:
        for given, expected in (((0.04, 0.01, 0.03, 0.6), (0.09, 0.04, 0.09, 0.6)),
                                ((0.7, 0.8), (1, 1))):
            tests = [Test(1, 0, p) for p in given]
            adjust([tests[0], None, *tests[1:]])
            for test, adjusted in zip(tests, expected):
                self.assertAlmostEqual(test.adjusted_p, adjusted)

    def test_answer_is_in_words(self) -> None:
        for only, other, p, words in ((9, 1, 0.01, "better"), (1, 9, 0.01, "worse"),
                                      (9, 1, 0.05, "not shown")):
            self.compare(("all", only, other, p))
            self.assertEqual(self.answer(), ["real", "40.0 (10.0-90.0)", "20.0 (10.0-90.0)",
                                             words, "50.0 / 50.0", "30.0 / 10.0"])

    def test_answer_marks_places_and_false_positives_that_differ(self) -> None:
        for kind, cells in (("localisation", ["50.0 / 50.0 *", "30.0 / 10.0"]),
                            ("correct", ["50.0 / 50.0", "30.0 / 10.0 *"])):
            for only, other in (1, 9), (9, 1):
                self.compare(("all", 5, 5, 1), (kind, only, other, 0.01))
                self.assertEqual(self.answer()[3:], ["not shown", *cells])
                column = 3 if kind == "localisation" else 5
                cell = f"{only} : {other}"
                self.assertEqual(self.rows("real")[2][column:column + 2], [cell, "0.0100"])

    def test_p_is_adjusted_over_all_questions(self) -> None:
        self.compare(("all", 9, 1, 0.03))
        self.write("scores/fixes.mutants.git.json",
                   score(40, 30, baselines=comparison(("all", 5, 5, 0.9))))
        rows = self.rows("real", self.print("real git"))
        self.assertEqual(rows[1][3], "not shown")
        self.assertEqual(rows[2][1:3], ["9 : 1", "0.0600"])

    def test_other_items_are_not_compared(self) -> None:
        self.compare(("all", 9, 1, 0.01), n=99)
        self.assertEqual(self.answer()[3], "-")

    def test_interval_is_wilsons_where_the_bootstrap_has_none(self) -> None:
        one = score(40, 30)
        row = next(row for row in one["shares"]
                   if row["category"] == "all" and row["score"] == "joint")
        row.update(share(40, 100, None))
        self.compare()
        self.write("scores/fixes.real.json", one)
        self.assertEqual(self.answer()[1], "40.0 (20.0-70.0)")

    def test_models_have_means_of_their_seeds_and_tokens_of_their_start(self) -> None:
        for arm, rows, n_tokens in (("mutants", 30000, 8000000), ("fixes", 1001, 500000),
                                    ("fixes-code", 7, 7)):
            for seed in 1, 2:
                self.write(f"models/{arm}-{seed}.pt.json",
                           {"rows": rows + 2 * seed, "n_tokens": n_tokens})
        (self.out / "models/fixes-3.pt.json").touch()  # a training that runs
        for seed, joint in (1, 38), (2, 43):
            self.write(f"scores/fixes.real-{seed}.json", score(joint, 0))
            self.write(f"scores/fixes.buggy-{seed}.json", score(joint + 10, 0))
        row = ["fixes", "1,004", "8.5", "-", "38-43", "-", "-", "48-53", "-", "-"]
        self.assertEqual(self.rows("fixes")[0], row)
        self.assertEqual(self.rows("frequent"), [])

    def test_order_compares_a_bug_with_its_fix_and_counts_flagged_bugs(self) -> None:
        rows = [{"id": name + side, "problem_id": "p", "fixed_submission": name, "edit": edit}
                for name in "abcd" for side, edit in (("-", "replace"), ("+", "none"))][:-1]
        guesses = [{"id": "a-", "probability": 0.2},
                   {"id": "a-", "line": 1, "probability": 0.8, "rank": 2},
                   {"id": "a+", "probability": 0.3},
                   {"id": "b-", "line": 1, "probability": 1.0}, {"id": "b+", "line": 1},
                   {"id": "c-", "probability": 0.2}, {"id": "c+", "probability": 0.1},
                   {"id": "d-", "probability": 0.0}]
        for name, lines in ("test/real", rows), ("predictions/fixes.real", guesses):
            (self.out / name).parent.mkdir()
            (self.out / (name + ".jsonl")).write_text("\n".join(map(json.dumps, lines)))
        # a is in order, b undecided, c is not; d has no fix.
        pairs = Results(self.out).pairs("fixes", "real")
        self.assertEqual(order(pairs), 0.5)
        self.assertIsNone(pairs[3][1])
        # Of a, the first guess is "no bug"; b is flagged, and so is its fix.
        row = ["fixes", "25.0", "-", "0 : 0", "1.0000", "50.0", "-", "-"]
        self.assertEqual(self.rows("fixes"), [row])

    def test_flags_of_pairs_are_tested(self) -> None:
        bug, fix = (Guess(True), Guess(False)), (Guess(False), Guess(True))
        same = (Guess(True), Guess(True)), (Guess(False), Guess(False)), (Guess(True), None)
        # 2 (1 + 5) / 2^5
        self.assertEqual(test_of_flags([*[bug] * 4, fix, *same]), Test(4, 1, 0.375))
        self.assertIsNone(test_of_flags([]))

    def test_each_question_and_model_of_the_files_has_its_rows(self) -> None:
        folder = Path(sys.path[0])
        arms, questions = read_tsv(folder / "arms.tsv"), read_tsv(folder / "questions.tsv")
        names = [arm for arm, _, _, length, *_ in arms if length != "BASELINE"]
        self.assertGreater(len(names), 10)
        for arm in names:
            self.write(f"models/{arm}-1.pt.json", {"rows": 9, "n_tokens": 9})
        for _, arm, other, sets, *_ in questions:
            for one, name in itertools.product((arm, other), sets.split()):
                self.write(f"scores/{one}.{name}.json", score(40, 30))
        text = "\n".join(tables(Results(self.out), arms, questions))
        for arm in names:
            self.assertEqual(len([row for row in self.rows(arm, text) if len(row) == 10]), 1)
        for words, *_ in questions:
            self.assertEqual(len(self.rows(f"**{words}**", text)), 1)

    def test_thesis_is_beside_the_arms(self) -> None:
        self.write("scores/thesis.json", {"thesis": [
            {"table": "6", "training": "both", "joint": 27.74, "localisation": 33.07,
             "repair": 66.43, "false_positives": None}]})
        self.assertEqual(self.rows("thesis, table 6: both")[0][1:], ["27.7", "33.1", "66.4", "-"])

    def test_programs_that_were_not_told_about(self) -> None:
        self.assertEqual(self.rows("any"), [])
        self.write("scores/untold.json", {
            "flagged": 20, "all": {"programs": 200, "in_changed": 50, "by_chance": 11.1},
            "local": {"programs": 0, "in_changed": 0, "by_chance": 0.0}})
        self.assertEqual(self.rows("any")[0][1:], ["200", "10.0", "25.0", "5.5"])
        self.assertEqual(self.rows("of at most a fifth of the tokens")[0][1:], ["0", *"---"])

    def test_missing_files_are_counted(self) -> None:
        before = self.print()
        words = " files are missing; what needs them is left out."
        self.assertEqual(self.rows("real", before), [])
        n_before = int(before.splitlines()[-1].removesuffix(words))
        self.compare(("all", 9, 1, 0.01))
        self.assertEqual(self.print().splitlines()[-1], f"{n_before - 3}{words}")

    def test_empty_categories_are_left_out(self) -> None:
        self.compare()
        self.assertEqual(self.rows("type"), [])
        self.assertEqual(self.rows("all"), [["all", "100", "40.0 / 50.0", "20.0 / 50.0"]])


if __name__ == "__main__":
    unittest.main()
