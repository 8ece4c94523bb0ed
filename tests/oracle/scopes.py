# Compares scopes and uses of names with Python's own parser, which knows their places, and with its
# symbol tables, which know what they mean. Reads what test_scope.c wrote about programs, and prints
# the first program on which they disagree. Lines, separated by tabs:
#   P path                                      a program; what follows is about it
#   S kind line column parent text              a scope: column in bytes; text 1: inside an f-string
#   U line column name kind here owner text     a use: scopes by number; owner -1: bound nowhere
import ast
import symtable
import sys
import warnings
from collections import Counter

warnings.simplefilter("ignore")
COMPREHENSIONS = {
    ast.ListComp: "listcomp",
    ast.SetComp: "setcomp",
    ast.DictComp: "dictcomp",
    ast.GeneratorExp: "genexpr",
}
SPECIAL = {"__class__"}
DECLARED = "3"
SCOPES = {
    ast.FunctionDef: "function",
    ast.AsyncFunctionDef: "function",
    ast.ClassDef: "class",
    ast.Lambda: "lambda",
    **COMPREHENSIONS,
}


def nodes_of(node):
    """All nodes but those in f-strings, whose places are wrong before Python 3.12."""
    if not isinstance(node, ast.JoinedStr):
        yield node
        for child in ast.iter_child_nodes(node):
            yield from nodes_of(child)


def by_tree(source):
    """The places of scopes and of names, for all that the tree has a place for."""
    scopes, names = Counter(), set()
    for node in nodes_of(ast.parse(source)):
        name = None
        if type(node) in SCOPES:
            scopes[SCOPES[type(node)], node.lineno, node.col_offset] += 1
        elif isinstance(node, ast.Name):
            name = node.id
        elif isinstance(node, ast.arg):
            name = node.arg
        elif isinstance(node, ast.alias) and not node.asname and node.name != "*":
            name = node.name.split(".")[0]
        if name:
            names.add((node.lineno, node.col_offset, name))
    return scopes, names


def is_mangled(name):
    return name.startswith("__") and not name.endswith("__")


def by_tables(source):
    """The scopes, each with its names, which are its own, the module's, or free: of one around."""
    found = Counter()

    def visit(table, class_name):
        prefix = "_" + class_name.lstrip("_") + "__" if class_name else "\0"
        whose = {}
        for symbol in table.get_symbols():
            name = symbol.get_name()
            if name[0] == "." or name in SPECIAL or is_mangled(name) or name.startswith(prefix):
                continue
            is_own = symbol.is_local() and table.get_type() != "module"
            # is_global() takes a function called `top` for a module
            whose[name] = "free" if symbol.is_free() else "own" if is_own else "module"
        is_expression = table.get_name() in {*COMPREHENSIONS.values(), "lambda"}
        kind = table.get_name() if is_expression else table.get_type()
        found[kind, frozenset(whose.items())] += 1
        for child in table.get_children():
            visit(child, child.get_name() if child.get_type() == "class" else class_name)

    visit(symtable.symtable(source, "x", "exec"), None)
    return found


class Said:
    """What tokfix says of a program."""

    def __init__(self, path):
        self.path, self.scopes, self.uses = path, [], []

    def tables(self):
        names = [{} for _ in self.scopes]  # name -> number of the scope that owns it
        for _, _, name, kind, here, owner in self.uses:
            if is_mangled(name) or name in SPECIAL:
                continue
            names[here][name] = owner
            if owner > 0 or kind == DECLARED:
                names[max(owner, 0)][name] = owner
            scope = here
            while owner > 0 and scope not in (owner, 0):  # it goes through the scopes between
                names[scope].setdefault(name, owner)
                scope = self.scopes[scope][3]
        whose = lambda owner, number: (
            "module" if owner <= 0 else "own" if owner == number else "free")
        return Counter(
            (scope[0], frozenset((name, whose(owner, i)) for name, owner in names[i].items()))
            for i, scope in enumerate(self.scopes))


def disagree(said, what, ours, theirs):
    sys.exit(f"{said.path}: {what}\ntokfix: {ours}\nPython: {theirs}")


def check(said):
    """The number of uses that agree; None for a program that Python refuses."""
    with open(said.path, "rb") as file:
        source = file.read()
    try:
        scopes, names = by_tree(source)
        tables = by_tables(source)
    except (SyntaxError, ValueError, RecursionError):
        return None
    ours = Counter((kind, line, column) for kind, line, column, _, in_text in said.scopes[1:]
                   if not in_text)
    if ours != scopes:
        disagree(said, "scopes", ours - scopes, scopes - ours)
    missing = names - {use[:3] for use in said.uses}
    if missing:
        disagree(said, "names", "none", missing)
    ours = said.tables()
    if ours != tables:
        disagree(said, "symbol tables", ours - tables, tables - ours)
    return len(said.uses)


def main():
    programs = []
    for row in open(sys.argv[1], encoding="utf-8", newline="\n"):
        what, *columns = row[:-1].split("\t")
        if what == "P":
            programs.append(Said(columns[0]))
        elif what == "S":
            kind, line, column, parent, in_text = columns
            programs[-1].scopes.append((kind, int(line), int(column), int(parent), in_text == "1"))
        else:
            line, column, name, kind, here, owner, _ = columns
            programs[-1].uses.append((int(line), int(column), name, kind, int(here), int(owner)))
    agreed = [n for n in map(check, programs) if n is not None]
    print(f"{sum(agreed)} names of {len(agreed)} programs mean what Python says "
          f"({len(programs) - len(agreed)} are not Python 3)")


main()
