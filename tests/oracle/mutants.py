# mutants.py ROWS DATASET N [REAL]: checks mutants with Python's own tokenizer and parser.
#
# ROWS comes from `tokfix export --format pairs --origin mutant`, DATASET is the mined dataset.
# Checks all rows of randomly chosen problems, at least N rows if there are that many. REAL contains
# rows of the real fixes; each edit must then be one of theirs. Prints how many rows agree, or the
# first row that does not.
import ast
import collections
import csv
import functools
import pathlib
import random
import re
import sys

from python_code import FUNCTIONS, one_edit, parses, rows as read, tokens, words

ARITHMETIC = set("+ - * / // % ** << >> @ | & ^".split())
AUGMENTED = {operator + "=" for operator in ARITHMETIC}
INNER = ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp
COMPARISONS = [set("< <= > >= == !=".split()), {"in", "not in"}, {"is", "is not"}]


def fail(row, why):
    sys.exit(f"{row['id']}: {why}\n{row['line']}: {row['before']!r} for {row['after']!r}\n"
             f"{row['buggy_code']}")


def applied(row):
    """Returns the fixed program: see `tokfix export --help`."""
    data, after = row["buggy_code"].encode(), row["after"].encode()
    left, right = data[: row["start_byte"]], data[row["end_byte"] :]
    if not after:
        right = right.lstrip(b" \t")
    for part in (after, right):
        is_word = re.search(rb"[\w\x80-\xff]\Z", left) and re.match(rb"[\w\x80-\xff]", part)
        is_number = re.search(rb"\d\Z", left) and part[:1] == b"."
        is_quote = part[:1] in (b"'", b'"') and left.endswith(part[:1] * 2)
        left += (b" " if is_word or is_number or is_quote else b"") + part
    return left.decode()


def own_nodes(scope):
    """What is in a scope, and in no other scope in it."""
    for node in ast.iter_child_nodes(scope):
        yield node
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, *INNER)):
            yield from own_nodes(node)


def bound(nodes):
    """The names that these nodes bind."""
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, (ast.arg, ast.ExceptHandler)):
            yield node.arg if isinstance(node, ast.arg) else node.name


def bound_names(tree, line, column):
    """Names that are bound on an earlier line of the innermost function or class (or module) around
    a place, or by what is around it in there."""
    around = [node for node in ast.walk(tree) if hasattr(node, "lineno")  # from the outside in
              and (node.lineno, node.col_offset) <= (line, column)
              < (node.end_lineno, node.end_col_offset)]
    scopes = [node for node in around if isinstance(node, (*FUNCTIONS, ast.ClassDef))
              and node.body[0].lineno <= line]
    scope = scopes[-1] if scopes else tree
    inner = [node for node in around if isinstance(node, INNER) and node in ast.walk(scope)]
    earlier = (node for node in own_nodes(scope) if getattr(node, "lineno", line) < line)
    return {*bound(earlier), *(name for node in inner for name in bound(ast.walk(node)))}


def check_variable(row, tree):
    """The name that is there now was bound before; so was the right one, somewhere."""
    text = row["fixed_code"].splitlines()[row["line"] - 1]
    column = len(text[: row["column"]].encode())
    if row["before"] not in bound_names(tree, row["line"], column):
        fail(row, "the variable is not bound on an earlier line of its function")
    if "self" in (row["before"], row["after"]):
        fail(row, "a receiver")


def check_rule(row, real):
    """What BugLab's rewrites allow; or what was seen in real fixes."""
    if real and row["category"] != "variable_misuse":
        if (row["category"], row["before"], row["after"]) not in real:
            fail(row, "no edit of a real fix")
        return
    category, before, after = row["category"], row["before"], row["after"]
    if category == "binary_operator":
        good = {before, after} <= ARITHMETIC
    elif category == "comparison_operator":
        good = any({before, after} <= group for group in COMPARISONS)
    elif category == "logical_operator":
        good = {before, after} in ({"and", "or"}, {"not", ""})
    elif category == "assignment_operator":
        good = {before, after} <= AUGMENTED | {"="}
    elif category == "literal":
        good = {before, after} <= {"0", "1", "2"} or {before, after} == {"True", "False"}
    else:
        good = category == "variable_misuse" and before.isidentifier() and after.isidentifier()
    if not good or before == after:
        fail(row, "no rewrite of its category")


@functools.cache
def accepted_programs(root, problem):
    """The sources of a problem's Accepted submissions, and the tokens of all."""
    sources = {}
    for row in csv.DictReader((root / "metadata" / f"{problem}.csv").open(newline="")):
        source = root / "data" / problem / "Python" / f"{row.get('submission_id')}.py"
        try:
            if row.get("status") == "Accepted":
                sources[row["submission_id"]] = source.read_bytes().decode("utf-8-sig")
        except (OSError, UnicodeDecodeError):
            continue
    return sources, {tuple(words(tokens(code)) or [code]) for code in sources.values()}


def check_row(row, root, real):
    """Returns whether CPython could tell."""
    sources, accepted = accepted_programs(root, row["problem_id"])
    if row["origin"] != "mutant" or row["buggy_status"] != "Mutant":
        fail(row, "not said to be a mutant")
    if row["fixed_code"] != sources[row["fixed_submission"]]:
        fail(row, "the fixed program is not the Accepted one")
    check_rule(row, real)
    mutant, fixed = (tokens(row[side]) for side in ("buggy_code", "fixed_code"))
    if applied(row) != row["fixed_code"] and words(tokens(applied(row))) != words(fixed):
        fail(row, "it is not reversible")
    tree = parses(row["fixed_code"])
    if not tree or not fixed:
        return False
    if not mutant or not parses(row["buggy_code"]):
        fail(row, "it does not parse")
    edit = one_edit(mutant, fixed)
    if not edit or edit[0] != row["edit"]:
        fail(row, "another edit")
    if tuple(words(mutant)) in accepted:
        fail(row, "it is equal to an Accepted submission")
    if row["category"] == "variable_misuse":
        check_variable(row, tree)
    return True


def main():
    rows, root = read(sys.argv[1]), pathlib.Path(sys.argv[2])
    real = {(row["category"], row["before"], row["after"])
            for path in sys.argv[4:] for row in read(path)}
    by_problem = collections.defaultdict(list)
    for row in rows:
        by_problem[row["problem_id"]].append(row)
    keys = {(row["problem_id"], row["buggy_code"], row["fixed_submission"]) for row in rows}
    if len(keys) < max(len(rows), 1):
        sys.exit("rows are duplicates, or there are none")
    chosen = []
    for problem in random.Random(1).sample(sorted(by_problem), len(by_problem)):
        if len(chosen) < int(sys.argv[3]):
            chosen += sorted(by_problem[problem], key=lambda row: row["fixed_submission"])
    n_told = sum(check_row(row, root, real) for row in chosen)
    print(f"{len(chosen)} mutants re-parsed and reversed, {n_told} by CPython's own parser, none "
          "fails")


main()
