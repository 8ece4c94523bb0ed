# Programs, their tokens and edits, by Python's own tokenizer and parser, for other oracles.
import ast
import functools
import io
import itertools
import json
import keyword
import tokenize
import warnings

warnings.simplefilter("ignore")
SKIPPED = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
LAYOUT = {"NEWLINE", "INDENT", "DEDENT"}
BINARY = set("+ - * / // % ** @ << >> & | ^".split())
COMPARISON = {"<", "<=", ">", ">=", "==", "!=", "in", "is", "not in", "is not"}
FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef
ASSIGNMENT = {"=", "+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", "&=", "|=", "^=", "<<=", ">>="}


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


def is_prefix(found, index):
    """Whether an operator at that index has nothing to its left."""
    if index == 0:
        return True
    word, _, _, kind = found[index - 1]
    is_closing = word in (")", "]", "}")
    is_operand = kind in (tokenize.NUMBER, tokenize.STRING) or (
        kind == tokenize.NAME and (not keyword.iskeyword(word) or word in ("True", "False", "None"))
    )
    return not (is_closing or is_operand)


def is_of_for(found, index):
    """Whether an `in` belongs to a `for`."""
    depth = 0
    for word, _, _, _ in reversed(found[:index]):
        depth += (word in (")", "]", "}")) - (word in ("(", "[", "{"))
        if depth < 0 or word in ("NEWLINE", ":"):
            return False
        if depth == 0 and word in ("in", "not in"):
            return False
        if depth == 0 and word == "for":
            return True
    return False


def depth_at(found, index):
    before = [token[0] for token in found[:index]]
    return sum(word in ("(", "[", "{") for word in before) - sum(
        word in (")", "]", "}") for word in before
    )


def apply(text, line, column, repair):
    """The program with the edit, as tokens' text may be put: None where no token starts there."""
    found = tokens(text)
    layout = ("INDENT", "DEDENT", "NEWLINE")
    here = [t for t in found or [] if (t[1], t[2]) == (line, column) and t[0] not in layout]
    if not here:
        return None
    word = here[0][0]
    lines = io.StringIO(text, newline="").readlines()
    at = sum(len(x) for x in lines[: line - 1]) + column
    index = found.index(here[0])
    is_operator = word != "not" and (word in BINARY | COMPARISON | ASSIGNMENT | {"and", "or", "~"})
    is_operator = is_operator and not (word in ("*", "**", "@") and is_prefix(found, index))
    is_operator = is_operator and not (word == "=" and depth_at(found, index))
    is_operator = is_operator and not (word == "in" and is_of_for(found, index))
    if repair == "not" and not is_operator:
        return text[:at] + "not " + text[at:]
    end = at + len(word)
    if " " in word and here[0][3] == tokenize.NAME:  # two words, however far apart
        end = text.index(word.split()[1], at + len(word.split()[0])) + len(word.split()[1])
    return text[:at] + " " + repair + " " + text[end:]
