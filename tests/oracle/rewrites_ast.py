# Whether rewritten programs mean the same to Python's own parser: rewrites_ast.py LIST
#
# A line of LIST is "ORIGINAL\tREWRITTEN\tKIND": two files. Both syntax trees are normalized with
# respect to the kind of rewrite; then they must be equal.
import ast
import sys
import warnings
from collections import Counter

warnings.simplefilter("ignore")


def ordered(node):
    """What is compared with one other thing is the smaller one, or the first by its text."""
    if len(node.ops) == 1:
        left, right, operator = node.left, node.comparators[0], node.ops[0]
        other = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}.get(type(operator))
        is_even = isinstance(operator, (ast.Eq, ast.NotEq))
        if other or (is_even and ast.dump(left) > ast.dump(right)):
            left, right = right, left
        node.left, node.comparators = left, [right]
        node.ops = [other() if other else operator]
    return node


class Condition(ast.NodeTransformer):
    """What is a condition, or joined to one by `and`, `or` and `not`, is ordered."""

    def visit_test(self, node):
        self.generic_visit(node)
        node.test = self.ordered(node.test)
        return node

    def ordered(self, test):
        if isinstance(test, ast.BoolOp):
            test.values = [self.ordered(value) for value in test.values]
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test.operand = self.ordered(test.operand)
        return ordered(test) if isinstance(test, ast.Compare) else test

    visit_If = visit_While = visit_IfExp = visit_test


class Rename(ast.NodeTransformer):
    """The names of variables are left out, and listed."""

    def __init__(self):
        self.names = []

    def take(self, node, field):
        if getattr(node, field, None):
            self.names.append(getattr(node, field))
            setattr(node, field, "")
        return self.generic_visit(node)

    def visit_Name(self, node):
        return self.take(node, "id")

    def visit_arg(self, node):
        return self.take(node, "arg")

    def visit_names(self, node):
        self.names += node.names
        node.names = []
        return node

    visit_Global = visit_Nonlocal = visit_names


def same_tree(kind, original, rewritten):
    if kind != "rename":
        return ast.dump(Condition().visit(original)) == ast.dump(Condition().visit(rewritten))
    old, new = Rename(), Rename()
    if ast.dump(old.visit(original)) != ast.dump(new.visit(rewritten)):
        return False
    changes = {pair for pair in zip(old.names, new.names) if pair[0] != pair[1]}
    fresh = {name for _, name in changes}
    return len(old.names) == len(new.names) and len(changes) == 1 and not fresh & set(old.names)


def main():
    counts, n_other = Counter(), 0
    for row in open(sys.argv[1]):
        original, rewritten, kind = row.rstrip("\n").split("\t")
        with open(original, "rb") as a, open(rewritten, "rb") as b:
            before, after = a.read(), b.read()
        try:
            tree = ast.parse(before)
        except (SyntaxError, ValueError, RecursionError):
            n_other += 1
            continue
        if not same_tree(kind, tree, ast.parse(after)):
            print(f"{kind}: {original} and {rewritten} differ in more")
            sys.exit(1)
        counts[kind] += 1
    if not counts:
        sys.exit("nothing was rewritten")
    told = ", ".join(f"{n} {kind}" for kind, n in sorted(counts.items()))
    print(f"{told} differ in what they should ({n_other} are not Python 3)")


main()
