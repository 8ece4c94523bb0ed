# The tokens of Python programs as CPython's own tokenizer sees them, in the token model of tokfix.
#
# cpython.cjs prints the rows of programs in Python 3 by this. It has CPython 3.13 or later, whose
# tokenizer takes f-strings apart.
#
# tokens.py ROWS  Reads these rows, and replaces those of programs that are Python 2 and not Python
#                 3. Needs lib2to3, which CPython has up to 3.12.
#
# Rows have five columns, separated by tabs:
#
#   program  PATH   DIALECT  STATE  MESSAGE
#   token    START  END      KIND   TEXT
#
# DIALECT is 3 or 2. STATE is `parses`; or `tokenizes`, if only the parser refuses the program; or
# `refused`, if the tokenizer does, and then there are no tokens. MESSAGE is that of CPython. START
# and END are bytes of the program. KIND is CPython's name for the kind of the token. A backslash, a
# tab and a line feed in a column are \\, \t and \n.
#
# - NL, COMMENT, ENCODING and ENDMARKER are left out. NEWLINE, INDENT and DEDENT are empty; they are
#   at the end of the token before them.
# - `not in` and `is not` are one token, a NAME. Its TEXT has one blank.
# - What is between two fields of an f-string is one token, in which a brace is doubled as in the
#   file. An empty one is left out.
# - Lines end with LF, CRLF or CR. A byte order mark is not part of the program. The program is
#   UTF-8, whatever it declares.
import ast
import re
import sys
import tokenize
import warnings

warnings.simplefilter("ignore")
LINE = re.compile(rb"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
MARK = b"\xef\xbb\xbf"
LAYOUT = {"NEWLINE", "INDENT", "DEDENT"}
SKIPPED = {"NL", "COMMENT", "ENCODING", "ENDMARKER"}
RUNS = {"FSTRING_MIDDLE", "TSTRING_MIDDLE"}
# What lib2to3 takes and Python 2 does not, by the kind of the token and the line from there.
NOT_PYTHON2 = {
    "STRING": re.compile("[rR]?[fF]"),
    "NAME": re.compile("\\w*[^\\W\0-\x7f]"),
    "NUMBER": re.compile(r"[\d.]+_|0(?:[oO][^0-7]|[bB][^01]|[xX][^\da-fA-F])"),  # 1_000, 0or 1
    "ERRORTOKEN": re.compile(""),
}
JOINED = {(b"not", b"in"), (b"is", b"not")}
REFUSALS = (SyntaxError, tokenize.TokenError, ValueError, RecursionError, MemoryError)


class Program:
    """A file as the lines that CPython reads."""

    def __init__(self, data):
        self.data = bytes(data).removeprefix(MARK)
        self.lines, self.starts = [], []
        for match in LINE.finditer(self.data):
            self.lines.append(re.sub("\r\n?", "\n", match.group().decode()))
            self.starts.append(match.start())

    def byte(self, place):
        """Of a line, from 1, and a column, from 0 in code points."""
        line, column = place
        if line > len(self.lines):
            return len(self.data)
        text = self.lines[line - 1]
        if not text.isascii():
            column = len(text[:column].encode())
        return self.starts[line - 1] + column

    def token(self, kind, token):
        """The token as (kind, start, end)."""
        start, end = self.byte(token[2]), self.byte(token[3])
        if kind not in LAYOUT | SKIPPED | RUNS:
            text = re.sub(rb"\r\n?", b"\n", self.data[start:end])
            if text != token[1].encode():
                raise AssertionError(f"{token} is not at bytes {start} to {end}")
        return kind, start, end


def tokens_of_python3(program):
    # tokenize.generate_tokens() is the same tokenizer in a lenient mode, which takes 10L for two
    # tokens, does not match brackets, and accepts any character in a name.
    operators = set(tokenize.EXACT_TOKEN_TYPES.values())
    for token in tokenize._generate_tokens_from_c_tokenizer(iter(program.lines).__next__):
        kind = "OP" if token.type in operators else tokenize.tok_name[token.type]
        yield program.token(kind, token)


def parse_python3(program):
    ast.parse("".join(program.lines))


def with_last_line_end(program):
    """The lines as lib2to3 wants them."""
    lines = program.lines
    return lines if not lines or lines[-1].endswith("\n") else [*lines[:-1], lines[-1] + "\n"]


def tokens_of_python2(program):
    from lib2to3.pgen2 import token as names
    from lib2to3.pgen2 import tokenize as python2

    try:
        for token in python2.generate_tokens(iter(with_last_line_end(program)).__next__):
            kind = names.tok_name[token[0]]
            rest = token[4][token[2][1] :]
            if kind in NOT_PYTHON2 and NOT_PYTHON2[kind].match(rest) or "\0" in token[1]:
                raise SyntaxError(f"not Python 2: {token[1]!r}")
            yield program.token({"ASYNC": "NAME", "AWAIT": "NAME"}.get(kind, kind), token)
    except python2.TokenError as error:
        raise SyntaxError(error.args[0]) from None


def parse_python2(program):
    from lib2to3 import pygram, pytree
    from lib2to3.pgen2 import driver, parse

    text = "".join(with_last_line_end(program))
    for grammar in (pygram.python_grammar, pygram.python_grammar_no_print_statement):
        try:
            driver.Driver(grammar, pytree.convert).parse_string(text)
            return
        except parse.ParseError as error:
            message = str(error)
    raise SyntaxError(message)


def with_whole_runs(tokens):
    """Joins the pieces of a text. The last one may end between two braces, but the text reaches to
    the next token."""
    run = None
    for kind, start, end in tokens:
        if kind in RUNS:
            run = run or (kind, start)
            continue
        if run and run[1] < start:
            yield *run, start
        run = None
        yield kind, start, end


def joined(found, token):
    """A token, or what it becomes with the last ones found, which are removed."""
    kind, start, end, text = token
    if found and found[-1][0] == kind == "NAME" and (found[-1][3], text) in JOINED:
        _, start, _, before = found.pop()
        return kind, start, end, before + b" " + text
    # lib2to3 takes `...` for three tokens.
    if len(found) > 1 and all(before[3] == text == b"." for before in found[-2:]):
        if found[-2][1] == end - 3:
            del found[-2:]
            return kind, end - 3, end, b"..."
    return token


def in_model(program, tokens):
    """The tokens as (kind, start, end, text)."""
    found, at = [], 0
    for kind, start, end in with_whole_runs(tokens):
        if kind in SKIPPED:
            continue
        if kind in LAYOUT:
            start = end = at
        found.append(joined(found, (kind, start, end, program.data[start:end])))
        at = end
    return found


def row(*columns):
    texts = (str(column).replace("\\", "\\\\") for column in columns)
    return "\t".join(text.replace("\t", "\\t").replace("\n", "\\n") for text in texts) + "\n"


def message_of(error):
    if isinstance(error, tokenize.TokenError):
        return f"{error.args[0]} (line {error.args[1][0]})"
    if isinstance(error, SyntaxError):
        return f"{error.msg} (line {error.lineno})" if error.lineno else error.msg
    return str(error)


def rows(path, data, dialect=3):
    """The rows of one program."""
    tokens_of, parse = {
        2: (tokens_of_python2, parse_python2),
        3: (tokens_of_python3, parse_python3),
    }[dialect]
    state, message, tokens = "refused", "", []
    try:
        program = Program(data)
        tokens = in_model(program, tokens_of(program))
        state = "tokenizes"
        parse(program)
        state = "parses"
    except REFUSALS as error:
        message = message_of(error)
    return row("program", path, dialect, state, message) + "".join(
        row("token", start, end, kind, text.decode()) for kind, start, end, text in tokens
    )


def rows_of_python2(path):
    """None for a program that is not Python 2."""
    with open(path, "rb") as file:
        found = rows(path, file.read(), 2)
    return found if found.split("\t")[3] == "parses" else None


def rows_with_python2(path):
    """Reads rows."""
    for line in open(path, encoding="utf-8", newline="\n"):
        what, name, _, state, _ = line.split("\t")
        if what == "program":
            other = None if state == "parses" else rows_of_python2(name)
            if other:
                yield other
        if not other:
            yield line


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.writelines(rows_with_python2(sys.argv[1]))
