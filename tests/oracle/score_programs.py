# Programs, edits and kinds of tokens, by Python's own tokenizer.
import ast
import functools
import io
import keyword
import tokenize
import warnings

warnings.simplefilter("ignore")
SKIPPED = (tokenize.COMMENT, tokenize.NL, tokenize.ENCODING, tokenize.ENDMARKER)
BINARY = set("+ - * / // % ** @ << >> & | ^".split())
COMPARISON = {"<", "<=", ">", ">=", "==", "!=", "in", "is", "not in", "is not"}
ASSIGNMENT = {"=", "+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", "&=", "|=", "^=", "<<=", ">>="}


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
    try:
        ast.parse(text)
        return True
    except (SyntaxError, ValueError, RecursionError):
        return False


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


def kind_at(found, index, names):
    """The category whose kind of token stands there; None for none."""
    word, line, column, kind = found[index]
    if kind in (tokenize.NUMBER, tokenize.STRING) or word in ("True", "False", "None"):
        return "literal"
    if word in ("and", "or", "not"):
        return "logical_operator"
    if word in COMPARISON:
        return None if word == "in" and is_of_for(found, index) else "comparison_operator"
    if word in BINARY:
        return None if is_prefix(found, index) else "binary_operator"
    if word in ASSIGNMENT:
        return None if word == "=" and depth_at(found, index) else "assignment_operator"
    if kind == tokenize.NAME and (line, column) in names:
        return "variable_misuse"
    return None


def bare_names(text):
    """Places of names that are read, written or called, and no annotations."""
    places, lines = set(), text.splitlines(keepends=True)
    tree = ast.parse(text)
    annotations = set()
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            if getattr(node, field, None):
                annotations.update(id(inner) for inner in ast.walk(getattr(node, field)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and id(node) not in annotations:
            line = lines[node.lineno - 1].encode()
            places.add((node.lineno, len(line[: node.col_offset].decode())))
    return places


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


def category(text, changed):
    """The category of the edit between a program and one that parses."""
    before, after = tokens(text), tokens(changed)
    a, b = words(before), words(after)
    start = 0
    while start < min(len(a), len(b)) and a[start] == b[start]:
        start += 1
    end = 0
    while end < min(len(a), len(b)) - start and a[-1 - end] == b[-1 - end]:
        end += 1
    left, right = a[start : len(a) - end], b[start : len(b) - end]
    if sorted([left, right]) == [[], ["not"]]:
        return "logical_operator"
    if len(left) != 1 or len(right) != 1:
        return "other"
    one = kind_at(before, start, bare_names(text))
    two = kind_at(after, start, bare_names(changed))
    return one if one and one == two else "other"
