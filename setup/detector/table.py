#!/usr/bin/python3
"""Prints the tables of the experiment, in Markdown.

    ./table.py OUT > OUT/table.md

OUT is the folder that experiment.mk fills (results.py). What is missing in it is a "-", or has no
row, and the last line says how many files are missing. So a part of an experiment has its tables,
too.
"""
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from results import (Comparison, Json, Results, Test, adjust, compare, order, share, sizes,
                     test_of_flags)

Rows = list[list[str]]

NONE = "-"
SET = "real"  # the test set of the tables that have only one
CURVE, CURVE_SETS = ("mutants-1000", "mutants-10000", "mutants-real"), ("mutants", "real", "buggy")
ORDER_SETS = ("real", "mutants", "git")
CATEGORY_SETS = {SET: "joint / place", "buggy": "joint / place", "given": "repair"}
LEGEND = """\
Shares are percentages of first predictions, with intervals of 95 % (bootstrap over the problems).
Joint: place and repair are right. On `given`, the place is given, and joint is the repair. Flagged:
bugs whose first prediction is a bug, at any place. FP: correct programs that are flagged. Only one:
how often only the bug is flagged, and how often only its fix. Order: how often the bug is more
suspicious than its fix; 50 is chance. Tokens: in millions, with those of the arm before. Seeds: the
lowest and the highest joint of a seed. If p < 0.05, joint is "better" or "worse", and places and
false positives have a *. All p are of McNemar's exact test, adjusted by Holm over all rows of the
column.
"""
THESIS = ("joint", "localisation", "repair", "false_positives")


def read_tsv(path: Path) -> Rows:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


# ------------------------------------------------------------------------------------------ cells


def percent(of: Json) -> str:
    return NONE if of.get("share") is None else f"{100 * of['share']:.1f}"


def with_interval(of: Json) -> str:
    """The interval is the bootstrap's, or Wilson's where it has none."""
    if of.get("share") is None:
        return NONE
    kind = "" if of["boot_low"] is None else "boot_"
    return f"{percent(of)} ({100 * of[kind + 'low']:.1f}-{100 * of[kind + 'high']:.1f})"


def joined(*shares: Json) -> str:
    cells = [percent(of) for of in shares]
    return NONE if set(cells) == {NONE} else " / ".join(cells)


def number(of: float | None, form: str) -> str:
    return NONE if of is None else format(of, form)


def p_value(p: float) -> str:
    return "<0.0001" if p < 0.0001 else f"{p:.4f}"


def test_cells(test: Test | None) -> list[str]:
    if not test:
        return [NONE] * 2
    return [f"{test.only_arm} : {test.only_other}", p_value(test.adjusted_p)]


def difference(test: Test | None) -> str:
    if not test:
        return NONE
    return "not shown" if not test.is_shown else \
        "better" if test.only_arm > test.only_other else "worse"


def star(test: Test | None) -> str:
    return " *" if test and test.is_shown else ""


# ----------------------------------------------------------------------------------------- tables


def with_figures(rows: Rows) -> Rows:
    """Without rows that have none, and without headings of such rows."""
    kept: Rows = []
    for row in reversed(rows):
        is_above_figures = bool(kept) and len(kept[-1]) > 1
        has_figures = any(set(cell) - set("-/ ") for cell in row[1:])
        if has_figures or len(row) == 1 and is_above_figures:
            kept.append(row)
    return kept[::-1]


def table(title: str, header: str, rows: Rows) -> str:
    """A column whose name begins with < is aligned to the left. A row of one cell is a heading."""
    names = header.split(" | ")
    is_left = [name.startswith("<") for name in names]
    lines = [[name.lstrip("<") for name in names], *with_figures(rows)]
    full = [line for line in lines if len(line) > 1]
    widths = [max(3, *(len(line[i]) for line in full)) for i in range(len(names))]
    lines.insert(1, ["-" * w if left else "-" * (w - 1) + ":" for w, left in zip(widths, is_left)])
    text = f"**{title}**\n\n"
    for line in lines:
        cells = [cell.ljust(width) if left else cell.rjust(width)
                 for cell, width, left in zip(line, widths, is_left)]
        if len(line) == 1:
            cells = [f"**{line[0]}**"] + [""] * (len(names) - 1)
        text += f"| {' | '.join(cells)} |\n"
    return text


def answer_of(found: Comparison) -> list[str]:
    joint = [with_interval(share(score, "joint") or share(score, "repair"))
             for score in found.scores]
    place, flagged = (joined(*(share(score, what) for score in found.scores))
                      for what in ("localisation", "flagged"))
    return [found.test_set, *joint, difference(found.bugs), place + star(found.places),
            flagged + star(found.correct)]


def tests_of(found: Comparison) -> list[str]:
    tests = found.bugs, found.places, found.correct
    return [found.test_set, *(cell for test in tests for cell in test_cells(test))]


def tables_of_questions(results: Results, questions: Rows) -> Iterator[str]:
    answers: Rows = []
    tests: Rows = []
    items: dict[str, list[str]] = {}
    for (words, arm, other, *_), asked in zip(questions, compare(results, questions)):
        found = [one for one in asked if all(one.scores)]
        answers += [words], *map(answer_of, found)
        tests += [f"{arm} : {other}"], *map(tests_of, found)
        items |= {one.test_set: [one.test_set, *(f"{n:,}" for n in sizes(score))]
                  for one in found for score in one.scores}
    yield table("Test sets", "<Set | Bugs | Correct programs", list(items.values()))
    yield table("Answers: joint of an arm and of the other one; places and false positives of both",
                "<Set | Joint | Of the other | <Difference | <Place | <False positives", answers)
    yield table("Tests: what only the arm and only the other one has right, and p",
                "<Set | Bugs | p | Places | p | Correct | p", tests)


def table_of_models(results: Results, starts: dict[str, str]) -> str:
    def n_tokens(arm: str) -> float | None:
        """In millions, with those of the arm that it starts with."""
        own = results.mean_of_seeds(arm, "n_tokens")
        before = 0.0 if starts[arm] == NONE else n_tokens(starts[arm])
        return None if own is None or before is None else own / 1e6 + before

    def joint_and_place(arm: str, test_set: str) -> list[str]:
        """Between them the lowest and highest joint of a seed."""
        seeds = [100 * share(score, "joint")["share"]
                 for score in results.of_seeds(f"scores/{arm}.{test_set}", ".json")]
        of_seeds = f"{min(seeds):.0f}-{max(seeds):.0f}" if seeds else NONE
        score = results.score(arm, test_set)
        return [percent(share(score, "joint")), of_seeds, percent(share(score, "localisation"))]

    def row_of_arm(arm: str) -> list[str]:
        return [
            arm,
            number(results.mean_of_seeds(arm, "rows"), ",.0f"),
            number(n_tokens(arm), ".1f"),
            *joint_and_place(arm, SET),
            *joint_and_place(arm, "buggy"),
            percent(share(results.score(arm, "given"), "repair")),
        ]

    return table("Models",
                 "<Arm | Rows | Tokens | Joint | Seeds | Place | Buggy | Seeds | Place | Given",
                 [row_of_arm(arm) for arm in starts])


def table_of_suspicion(results: Results, arms: Sequence[str]) -> str:
    pairs = {(arm, name): results.pairs(arm, name) for arm in arms for name in ORDER_SETS}
    tests = {arm: test_of_flags(pairs[arm, SET]) for arm in arms}
    adjust(list(tests.values()))

    def row_of_arm(arm: str) -> list[str]:
        of = pairs[arm, SET]
        n_flagged = sum(bug.is_flagged for bug, _ in of)
        return [
            arm,
            percent({"share": n_flagged / len(of) if of else None}),
            percent(share(results.score(arm, SET), "flagged")),
            *test_cells(tests[arm]),
            *(percent({"share": order(pairs[arm, name])}) for name in ORDER_SETS),
        ]

    return table("Suspicion: bugs and correct programs that are flagged, and the order",
                 " | ".join(("<Arm", "Flagged", "FP", "Only one", "p", *ORDER_SETS)),
                 [row_of_arm(arm) for arm in arms])


def joint_and_place(score: Json, category: str = "all") -> str:
    return joined(share(score, "joint", category), share(score, "localisation", category))


def table_of_categories(results: Results, arms: Sequence[str]) -> str:
    rows: Rows = []
    for test_set, words in CATEGORY_SETS.items():
        scores = [results.score(arm, test_set) for arm in arms]
        counts = {row["category"]: row["n"] for score in scores for row in score.get("shares", ())
                  if row["score"] == "joint" and row["k"] == 1 and row["language"] is None}
        rows += [f"{test_set}: {words}"], *(
            [category, f"{n:,}", *(joint_and_place(score, category) for score in scores)]
            for category, n in counts.items() if n)
    return table("Categories", " | ".join(("<Category", "Bugs", *arms)), rows)


def table_of_curve(results: Results) -> str:
    return table("Learning curve: joint / place",
                 " | ".join(("<Arm", "Rows", *CURVE_SETS)),
                 [[arm, number(results.mean_of_seeds(arm, "rows"), ",.0f"),
                   *(joint_and_place(results.score(arm, test_set)) for test_set in CURVE_SETS)]
                  for arm in CURVE])


def table_of_thesis(results: Results, arms: Sequence[str]) -> str:
    theirs = [[f"thesis, table {row['table']}: {row['training']}",
               *(number(row[key], ".1f") for key in THESIS)]
              for row in results.read("scores/thesis.json").get("thesis", ())]
    of_ours = ((SET, "joint"), (SET, "localisation"), ("given", "repair"), (SET, "flagged"))
    ours = [[arm, *(percent(share(results.score(arm, name), what)) for name, what in of_ours)]
            for arm in arms]
    return table("The thesis's detectors, which were tested on other data, and ours",
                 "<Detector | Joint | Place | Repair, given | False positives", theirs + ours)


def table_of_untold(results: Results) -> str:
    untold = results.read("scores/untold.json", is_asked=False)

    def row_of_programs(words: str, found: Json, flagged: int | None) -> list[str]:
        n = found["programs"]
        counts = flagged, found["in_changed"], found["by_chance"]
        return [words, f"{n:,}", *(NONE if of is None or not n else f"{100 * of / n:.1f}"
                                   for of in counts)]

    return table("Failing programs that no single token repairs: what the arm `fixes` says",
                 "<Change of the user | Programs | Has a bug | Place is changed | By chance",
                 [row_of_programs("any", untold["all"], untold["flagged"]),
                  row_of_programs("of at most a fifth of the tokens", untold["local"], None)]
                 if untold else [])


def tables(results: Results, arms: Rows, questions: Rows) -> Iterator[str]:
    """Of the rows of arms.tsv and questions.tsv."""
    on_set = (row for row in questions if SET in row[3].split())
    shown = list(dict.fromkeys(arm for row in on_set for arm in row[1:3]))[:4]
    yield LEGEND
    yield from tables_of_questions(results, questions)
    starts = {arm: start for arm, _, start, length, *_ in arms if length != "BASELINE"}
    yield table_of_models(results, starts)
    yield table_of_suspicion(results, list(starts))
    yield table_of_categories(results, shown)
    yield table_of_curve(results)
    yield table_of_thesis(results, shown)
    yield table_of_untold(results)
    if n := len(results.missing):
        yield f"{n} {'file is' if n == 1 else 'files are'} missing; what needs them is left out.\n"


def main() -> int:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    here = Path(__file__).parent
    arms, questions = read_tsv(here / "arms.tsv"), read_tsv(here / "questions.tsv")
    print(*tables(Results(Path(sys.argv[1])), arms, questions), sep="\n", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
