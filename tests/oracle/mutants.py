# mutants.py ROWS DATASET N [REAL]: checks mutants with Python's own tokenizer and parser.
#
# ROWS comes from `tokfix export --format pairs --origin mutant`, DATASET is the mined dataset.
# Checks all rows of randomly chosen problems, at least N rows if there are that many. REAL contains
# rows of the real fixes; each edit must then be one of theirs. Prints how many rows agree, or the
# first row that does not.
import ast
import csv
import functools
import pathlib
import random
import re
import sys

from python_code import parses, rows as read, tokens, words

ARITHMETIC = set("+ - * / // % ** << >> @ | & ^".split())
AUGMENTED = {operator + "=" for operator in ARITHMETIC}
COMPARISONS = [set("< <= > >= == !=".split()), {"in", "not in"}, {"is", "is not"}]


def fail(row, why):
    print(f"{row['id']}: {why}\n{row['line']}: {row['before']!r} for {row['after']!r}")
    print(row["buggy_code"])
    sys.exit(1)


def applied(row):
    """Returns the fixed program: see `tokfix export --help`."""
    data, after = row["buggy_code"].encode(), row["after"].encode()
    left, right = data[: row["start_byte"]], data[row["end_byte"] :]
    if not after:
        right = right.lstrip(b" \t")
    out = left
    for part in (after, right):
        if (
            part
            and re.search(rb"[\w\x80-\xff]\Z", out, re.A)
            and re.match(rb"[\w\x80-\xff]", part, re.A)
        ):
            out += b" "
        elif part and re.search(rb"\d\Z", out, re.A) and part[:1] == b".":
            out += b" "
        elif part[:1] in (b"'", b'"') and out.endswith(part[:1] * 2):
            out += b" "
        out += part
    return out.decode()


def scope_at(tree, line, column):
    """The innermost function (lambda, module) around a place, and the comprehensions in it."""
    function, inner = tree, []
    for node in ast.walk(tree):  # from the outside in
        if not hasattr(node, "lineno"):
            continue
        if (
            not (node.lineno, node.col_offset)
            <= (line, column)
            < (node.end_lineno, node.end_col_offset)
        ):
            continue
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            if any(part.lineno <= line for part in node.body[:1]):
                function, inner = node, []
        elif isinstance(
            node, (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
        ):
            inner.append(node)
    return function, inner


def bound_names(function, inner, line):
    """Names that are bound on an earlier line of the function, or by what is around in it."""
    names, stack = set(), list(ast.iter_child_nodes(function))
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.Name, ast.arg)) and node.lineno < line:
            if isinstance(node, ast.arg) or isinstance(node.ctx, ast.Store):
                names.add(node.id if isinstance(node, ast.Name) else node.arg)
        if isinstance(node, ast.ExceptHandler) and node.name and node.lineno < line:
            names.add(node.name)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            continue
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
            continue
        stack.extend(ast.iter_child_nodes(node))
    for node in inner:
        for part in ast.walk(node):
            if isinstance(part, ast.arg):
                names.add(part.arg)
            elif isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                names.add(part.id)
    return names


def check_variable(row, tree):
    """The name that is there now was bound before; so was the right one, somewhere."""
    byte_column = len(
        "\n".join(row["fixed_code"].splitlines()[row["line"] - 1 : row["line"]])[
            : row["column"]
        ].encode()
    )
    function, inner = scope_at(tree, row["line"], byte_column)
    if row["before"] not in bound_names(function, inner, row["line"]):
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
    mutant, fixed = (words(tokens(row[side])) for side in ("buggy_code", "fixed_code"))
    if applied(row) != row["fixed_code"] and words(tokens(applied(row))) != fixed:
        fail(row, "it is not reversible")
    tree = parses(row["fixed_code"])
    if not tree or not fixed:
        return False
    if not mutant or not parses(row["buggy_code"]):
        fail(row, "it does not parse")
    prefix = next(
        (i for i, (a, b) in enumerate(zip(mutant, fixed)) if a != b), min(len(mutant), len(fixed))
    )
    edit = {"replace": (1, 1), "insert": (0, 1), "delete": (1, 0)}[row["edit"]]
    if mutant[prefix + edit[0] :] != fixed[prefix + edit[1] :]:
        fail(row, "more than one token differs")
    if tuple(mutant) in accepted:
        fail(row, "it is equal to an Accepted submission")
    if row["category"] == "variable_misuse":
        check_variable(row, tree)
    return True


rows = read(sys.argv[1])
root = pathlib.Path(sys.argv[2])
real = {
    (row["category"], row["before"], row["after"]) for path in sys.argv[4:] for row in read(path)
}
seen = set()
for row in rows:
    key = row["problem_id"], row["buggy_code"], row["fixed_submission"]
    if key in seen:
        fail(row, "duplicate row")
    seen.add(key)
problems = sorted({row["problem_id"] for row in rows})
random.Random(1).shuffle(problems)
chosen = []
while problems and len(chosen) < int(sys.argv[3]):
    problem = problems.pop()
    chosen += [row for row in rows if row["problem_id"] == problem]
rows = chosen
if not rows:
    sys.exit("there are no mutants")
rows.sort(key=lambda row: (row["problem_id"], row["fixed_submission"]))
n_told = sum(check_row(row, root, real) for row in rows)
print(f"{len(rows)} mutants re-parsed and reversed, {n_told} by CPython's own parser, none fails")
