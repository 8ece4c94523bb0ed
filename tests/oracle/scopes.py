# Compares scopes and uses of names with Python's own parser and symbol tables. Reads what
# test_scope.c wrote about programs, and prints the first program on which they disagree. Lines,
# separated by tabs:
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


class Scope:
    def __init__(self, kind, node, parent, in_text):
        self.kind, self.node, self.parent, self.in_text = kind, node, parent, in_text
        self.bound, self.globals, self.outer = set(), set(), set()

    def key(self):
        if self.parent is None:
            return "module"
        if self.in_text:  # places inside f-strings are wrong before Python 3.12
            return (self.kind, "f-string")
        return (self.kind, self.node.lineno, self.node.col_offset)


class Walk(ast.NodeVisitor):
    """All names with the scope that they are looked up in."""

    def __init__(self):
        self.scope = None
        self.in_text = False
        self.placed, self.loose = [], []  # (place, name, scope), (name, scope)

    def name(self, node, name, binds, scope=None):
        scope = scope or self.scope
        if binds:
            scope.bound.add(name)
        if node is None or self.in_text:
            self.loose.append((name, scope))
        else:
            self.placed.append(((node.lineno, node.col_offset), name, scope))

    def all(self, nodes):
        for node in nodes:
            if node is not None:
                self.visit(node)

    def inside(self, kind, node, *parts):
        outer, self.scope = self.scope, Scope(kind, node, self.scope, self.in_text)
        for part in parts:
            part()
        self.scope = outer

    def visit_Module(self, node):
        self.inside("module", node, lambda: self.all(node.body))

    def visit_JoinedStr(self, node):
        outer, self.in_text = self.in_text, True
        self.generic_visit(node)
        self.in_text = outer

    def visit_Name(self, node):
        self.name(node, node.id, not isinstance(node.ctx, ast.Load))

    def visit_NamedExpr(self, node):
        scope = self.scope
        while scope.kind in COMPREHENSIONS.values():
            scope = scope.parent
        self.name(node.target, node.target.id, True, scope)
        self.visit(node.value)

    def arguments(self, a):
        for argument in a.posonlyargs + a.args + [a.vararg] + a.kwonlyargs + [a.kwarg]:
            if argument:
                self.name(argument, argument.arg, True)

    def visit_FunctionDef(self, node):
        a = node.args
        self.all(node.decorator_list + a.defaults + a.kw_defaults + [node.returns])
        every = a.posonlyargs + a.args + [a.vararg] + a.kwonlyargs + [a.kwarg]
        self.all([argument.annotation for argument in every if argument])
        self.name(None, node.name, True)
        self.inside("function", node, lambda: self.arguments(a), lambda: self.all(node.body))

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_Lambda(self, node):
        self.all(node.args.defaults + node.args.kw_defaults)
        self.inside(
            "lambda", node, lambda: self.arguments(node.args), lambda: self.visit(node.body)
        )

    def visit_ClassDef(self, node):
        self.all(node.decorator_list + node.bases + [k.value for k in node.keywords])
        self.name(None, node.name, True)
        self.inside("class", node, lambda: self.all(node.body))

    def comprehension(self, node):
        first = node.generators[0]
        self.visit(first.iter)

        def rest():
            for generator in node.generators:
                self.visit(generator.target)
                if generator is not first:
                    self.visit(generator.iter)
                self.all(generator.ifs)
            self.all([getattr(node, "elt", None), getattr(node, "key", None)])
            self.all([getattr(node, "value", None)])

        self.inside(COMPREHENSIONS[type(node)], node, rest)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = comprehension

    def visit_Import(self, node):
        for alias in node.names:
            if alias.asname:
                self.name(None, alias.asname, True)
            elif alias.name != "*":
                self.name(alias, alias.name.split(".")[0], True)

    visit_ImportFrom = visit_Import

    def visit_ExceptHandler(self, node):
        self.all([node.type])
        if node.name:
            self.name(None, node.name, True)
        self.all(node.body)

    def visit_MatchAs(self, node):
        self.all([node.pattern])
        if node.name:
            self.name(None, node.name, True)

    def visit_MatchStar(self, node):
        if node.name:
            self.name(None, node.name, True)

    def visit_MatchMapping(self, node):
        self.generic_visit(node)
        if node.rest:
            self.name(None, node.rest, True)

    def visit_Global(self, node):
        self.scope.globals.update(node.names)
        for name in node.names:
            self.name(None, name, False)

    def visit_Nonlocal(self, node):
        self.scope.outer.update(node.names)
        for name in node.names:
            self.name(None, name, False)


def owner(name, scope):
    here = scope
    while scope.parent is not None:
        if scope is here or scope.kind != "class":
            if name in scope.globals:
                break
            if name in scope.bound and name not in scope.outer:
                return scope.key()
        scope = scope.parent
    return "module"


def by_tree(source):
    walk = Walk()
    walk.visit(ast.parse(source))
    placed = {place: (name, owner(name, scope)) for place, name, scope in walk.placed}
    return placed, Counter((name, owner(name, scope)) for name, scope in walk.loose)


def is_mangled(name):
    return name.startswith("__") and not name.endswith("__")


def by_tables(source):
    """For each scope: the names that are its own, the module's, and those of a scope around it."""
    found = Counter()

    def visit(table, class_name):
        prefix = "_" + class_name.lstrip("_") + "__" if class_name else "\0"
        own, of_module, free = set(), set(), set()
        for symbol in table.get_symbols():
            name = symbol.get_name()
            if name[0] == "." or name in SPECIAL or is_mangled(name) or name.startswith(prefix):
                continue
            if table.get_type() == "module":
                of_module.add(name)
            elif symbol.is_free():
                free.add(name)
            elif symbol.is_local():  # is_global() takes a function called `top` for a module
                own.add(name)
            else:
                of_module.add(name)
        kind = table.get_type()
        if table.get_name() in set(COMPREHENSIONS.values()) | {"lambda"}:
            kind = table.get_name()
        found[kind, frozenset(own), frozenset(of_module), frozenset(free)] += 1
        for child in table.get_children():
            visit(child, child.get_name() if child.get_type() == "class" else class_name)

    visit(symtable.symtable(source, "x", "exec"), None)
    return found


class Said:
    """What tokfix says of a program."""

    def __init__(self, path):
        self.path, self.scopes, self.uses = path, [], []

    def key(self, number):
        kind, line, column, _, in_text = self.scopes[number]
        if number <= 0:
            return "module"
        return (kind, "f-string") if in_text else (kind, line, column)

    def tables(self):
        names = [{} for _ in self.scopes]  # name -> number of the scope that owns it
        classes = [None] * len(self.scopes)
        for line, column, name, kind, here, owner, in_text in self.uses:
            if is_mangled(name) or name in SPECIAL:
                continue
            names[here][name] = owner
            if owner > 0 or kind == DECLARED:
                names[max(owner, 0)][name] = owner
            scope = here
            while owner > 0 and scope not in (owner, 0):  # it goes through the scopes between
                names[scope].setdefault(name, owner)
                scope = self.scopes[scope][3]
        found = Counter()
        for number, scope in enumerate(self.scopes):
            own = {n for n, owner in names[number].items() if owner == number != 0}
            of_module = {n for n, owner in names[number].items() if owner <= 0}
            free = set(names[number]) - own - of_module
            found[scope[0], frozenset(own), frozenset(of_module), frozenset(free)] += 1
        return found


def disagree(said, what, ours, theirs):
    print(f"{said.path}: {what}\ntokfix: {ours}\nPython: {theirs}")
    sys.exit(1)


def check(said):
    """The number of uses that agree; None for a program that Python refuses."""
    with open(said.path, "rb") as file:
        source = file.read()
    try:
        placed, loose = by_tree(source)
        tables = by_tables(source)
    except (SyntaxError, ValueError, RecursionError):
        return None
    rest = Counter()
    for line, column, name, kind, here, owner, in_text in said.uses:
        use = (name, said.key(owner))
        if not in_text and (line, column) in placed:
            if placed[line, column] != use:
                disagree(said, f"line {line}, column {column}", use, placed[line, column])
            del placed[line, column]
        else:
            rest[use] += 1
    if placed:
        disagree(said, "uses", "none", placed)
    if rest != loose:
        disagree(said, "uses without a place", rest - loose, loose - rest)
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
            line, column, name, kind, here, owner, in_text = columns
            programs[-1].uses.append(
                (int(line), int(column), name, kind, int(here), int(owner), in_text == "1")
            )
    results = [check(said) for said in programs]
    agreed = [n for n in results if n is not None]
    print(
        f"{sum(agreed)} names of {len(agreed)} programs mean what Python says "
        f"({len(results) - len(agreed)} are not Python 3)"
    )


main()
