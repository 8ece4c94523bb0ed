# Programs, their tokens and edits, by Python's own tokenizer and parser, for other oracles.
import ast
import functools
import io
import itertools
import json
import tokenize
import warnings

warnings.simplefilter("ignore")
SKIPPED = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
LAYOUT = {"NEWLINE", "INDENT", "DEDENT"}
FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef


def rows(path):
    with open(path, encoding="utf-8", newline="\n") as file:
        return [json.loads(line) for line in file]


@functools.lru_cache(maxsize=64)
def tokens(text):
    """(text, line, column, type) of each token; `not in` and `is not` are one. None: no program."""
    found = []
    try:
        for token in tokenize.generate_tokens(io.StringIO(text, newline="").readline):
            if token.type in SKIPPED:
                continue
            word = token.string
            if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
                word = tokenize.tok_name[token.type]
            joined = found and (found[-1][0], word) in (("not", "in"), ("is", "not"))
            if joined:
                found[-1] = (found[-1][0] + " " + word,) + found[-1][1:]
            else:
                found.append((word, token.start[0], token.start[1], token.type))
    except (tokenize.TokenError, SyntaxError):
        return None
    return found


@functools.lru_cache(maxsize=64)
def parses(text):
    """Its tree; None for what is not Python 3."""
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError):
        return None


def words(found):
    """Their texts; line ends inside strings compare equal."""
    return found and [token[0].replace("\r\n", "\n").replace("\r", "\n") for token in found]


def are_equal(text, other):
    """Whether two programs have the same tokens. Most differ in more than blanks and comments."""
    has_only_blanks = not {"#", "\\"} & {*text, *other}
    if has_only_blanks and "".join(text.split()) != "".join(other.split()):
        return False
    found = words(tokens(text))
    return bool(found) and found == words(tokens(other))


def common(a, b):
    """How many items two lists have in common at their beginning."""
    return next((i for i, (x, y) in enumerate(zip(a, b)) if x != y), min(len(a), len(b)))


def one_edit(old, new):
    """(kind, index) of the edit, if two lists of tokens differ in one that is no layout; a token
    that only one of them has must be `not`. Otherwise None."""
    a, b = words(old), words(new)
    at = common(a, b)
    for kind, n_old, n_new in ("replace", 1, 1), ("insert", 0, 1), ("delete", 1, 0):
        changed = {*a[at : at + n_old], *b[at : at + n_new]}
        is_edit = not changed & LAYOUT if kind == "replace" else changed == {"not"}
        if a != b and is_edit and a[at + n_old :] == b[at + n_new :]:
            return kind, at
    return None


def parts_of(tree):
    """(first line, last line, name) of all functions, of the classes of the module, and of the runs
    of statements between these, which have no name."""

    def extent(node):
        decorators = [decorator.lineno for decorator in node.decorator_list]
        return min([node.lineno] + decorators), node.end_lineno

    yield from ((*extent(node), node.name) for node in ast.walk(tree)
                if isinstance(node, FUNCTIONS))
    is_definition = lambda node: isinstance(node, (*FUNCTIONS, ast.ClassDef))
    for are_definitions, nodes in itertools.groupby(tree.body, is_definition):
        nodes = list(nodes)
        if are_definitions:
            yield from ((*extent(node), "") for node in nodes if isinstance(node, ast.ClassDef))
        else:
            yield nodes[0].lineno, nodes[-1].end_lineno, ""


def part_at(tree, line):
    """The innermost one."""
    around = [part for part in parts_of(tree) if part[0] <= line <= part[1]]
    return min(around, key=lambda part: part[1] - part[0])


def apply(text, line, column, repair):
    """The program with the edit; None where no token starts there. `not` goes before the token,
    other repairs replace it."""
    here = [token for token in tokens(text) or []
            if token[1:3] == (line, column) and token[0] not in LAYOUT]
    if not here:
        return None
    lines = io.StringIO(text, newline="").readlines()
    at = sum(map(len, lines[: line - 1])) + column
    if repair == "not":
        return text[:at] + "not " + text[at:]
    first, *second = here[0][0].split() if here[0][3] == tokenize.NAME else [here[0][0]]
    end = at + len(first)
    if second:  # `not in`, however far apart
        end = text.index(second[0], end) + len(second[0])
    return text[:at] + " " + repair + " " + text[end:]
