# The part of a program that a place belongs to, by Python's own parser: enclosing.py PAIRS ROWS
# reads rows of `pairs` and, beside them, rows with what is shown as `code`. Prints what does not
# agree.
import ast
import re
import sys

from python_code import parses, part_at, rows

LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
COMMENTS = re.compile(  # at the end of a body
    r"([ \t]+#[^\r\n]*(\r\n|\r|\n|$)|[ \t\f]*(\r\n|\r|\n))*"
)


def main():
    programs = {pair["id"]: pair for pair in rows(sys.argv[1])}
    n_agree = n_unparsed = 0
    for row in rows(sys.argv[2]):
        pair, shown = programs[row["id"]], row["code"]
        tree = parses(pair["buggy_code"])
        if not tree:
            n_unparsed += 1
            continue
        first, last, _ = part_at(tree, pair["line"])
        expected = "".join(LINE.findall(pair["buggy_code"])[first - 1 : last])
        expected = expected.rstrip(" \t\r\n\f")
        if not shown.startswith(expected) or not COMMENTS.fullmatch(shown[len(expected) :] + "\n"):
            sys.exit(f"{row['id']}: shown\n{shown}\n-- expected\n{expected}")
        for text in shown, row["completion"]:
            ast.parse("if True:\n" + text if text[0] in " \t" else text)
        n_agree += 1
    print(f"{n_agree} parts agree, {n_unparsed} programs do not parse")


main()
