# The part of a program that a place belongs to, by Python's own parser: reads rows of `pairs` and,
# beside them, rows with what is shown as `code`. Prints what does not agree.
import ast
import json
import re
import sys
import warnings

warnings.simplefilter("ignore")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINITIONS = FUNCTIONS + (ast.ClassDef,)
COMMENTS = re.compile(
    r"([ \t]+#[^\r\n]*(\r\n|\r|\n|$)|[ \t\f]*(\r\n|\r|\n))*"
)  # at the end of a body


def first_line(node):
    decorators = getattr(node, "decorator_list", [])
    return min([node.lineno] + [d.lineno for d in decorators])


def expected_lines(tree, line, column):
    """First and last line of the part, and whether it is a function."""
    inside = [
        node
        for node in ast.walk(tree)
        if isinstance(node, FUNCTIONS)
        and first_line(node) <= line
        and (line, column) < (node.end_lineno, node.end_col_offset)
    ]
    if inside:
        node = max(inside, key=first_line)
        return first_line(node), node.end_lineno, True
    run = []
    for node in tree.body:
        is_definition = isinstance(node, DEFINITIONS)
        holds = first_line(node) <= line <= node.end_lineno
        if is_definition and holds:
            return first_line(node), node.end_lineno, False
        if is_definition:
            if run and run[0].lineno <= line <= run[-1].end_lineno:
                break
            run = []
        else:
            run.append(node)
    return run[0].lineno, run[-1].end_lineno, False


def main():
    pairs, shown_rows = (
        [json.loads(row) for row in open(path, newline="\n")] for path in sys.argv[1:3]
    )
    programs = {pair["id"]: pair for pair in pairs}
    n_agree = n_functions = n_unparsed = 0
    for row in shown_rows:
        name, shown = row["id"], row["code"]
        pair = programs[name]
        code = pair["buggy_code"]
        try:
            tree = ast.parse(code)
        except (SyntaxError, ValueError):
            n_unparsed += 1
            continue
        before = code.encode()[: pair["start_byte"]].decode()
        above = re.split(r"\r\n|\r|\n", before)
        first, last, is_function = expected_lines(tree, len(above), len(above[-1].encode()))
        lines = re.findall(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+", code)
        expected = "".join(lines[first - 1 : last])
        if not shown.startswith(expected) or not COMMENTS.fullmatch(shown[len(expected) :]):
            print(f"{name}: shown\n{shown}\n-- expected\n{expected}")
            sys.exit(1)
        for text in shown, row["completion"]:
            ast.parse("if True:\n" + text if text[0] in " \t" else text)
        n_agree += 1
        n_functions += is_function
    print(f"{n_agree} parts agree ({n_functions} functions), {n_unparsed} programs do not parse")


main()
