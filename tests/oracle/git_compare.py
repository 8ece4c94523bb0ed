"""Compares the fixes of a git repository that tokfix found with those of git_pairs.py.

  git_compare.py DB PAIRS REPOSITORY
      DB: tokfix mine --git REPOSITORY --keywords none --max-files 0
      PAIRS: what git_pairs.py prints of the repository

Where the two differ, a newer CPython decides: tokens.py, by cpython.cjs, and lib2to3 for Python 2.
(`make out/npm/installed` installs it; lib2to3 needs CPython up to 3.12.) It may agree with
tokfix: f-strings are not one token, and git_pairs.py leaves pairs out before it cuts them. A pair
of git_pairs.py that tokfix does not have must differ in the spelling of a literal only, such as its
quotes; or have a side that CPython cannot cut into tokens; or whose part around the edit is not
Python; or whose part has a form of GRAMMAR, which tree-sitter's grammar refuses. The part is the
innermost function, or else the class or run of statements at the top level. The pairs with the last
two reasons must be as many as tokfix rejects as syntax_error.

Prints how many pairs are the same and how many differ, by reason, and each difference without a
reason. Ends with 1 if a pair differs without a reason, or if the numbers do not agree."""

import ast
import bisect
import collections
import os
import re
import sqlite3
import subprocess
import sys
import tempfile
import tokenize

sys.dont_write_bytecode = True  # the source tree stays clean
import git_pairs  # noqa: E402
import tokens as model  # noqa: E402

FIXES = """SELECT c.commit_id, v.path, b.blob_id, v.blob_id, f.edit, f.before, f.after, f.line,
f.column, coalesce(f.function, '-'), c.keyword IS NOT NULL
FROM fixes f JOIN file_versions v ON v.submission_key = f.fixed_submission_key
JOIN file_versions b ON b.submission_key = f.buggy_submission_key
JOIN commits c ON c.commit_key = v.commit_key"""
SYNTAX_ERRORS = "SELECT coalesce(sum(n_pairs), 0) FROM rejects WHERE reason = 'syntax_error'"
HERE = os.path.dirname(os.path.abspath(__file__))
MODULES = os.path.join(HERE, "../../out/npm")
SHOWN = 120  # characters of a difference
REFUSED = "only the oracle: refused, "
Token = collections.namedtuple("Token", "start end kind text")
Verdict = collections.namedtuple("Verdict", "data dialect state tokens")


def escaped(text):
    for old, new in (("\r\n", "\n"), ("\\", "\\\\"), ("\t", "\\t"), ("\n", "\\n")):
        text = text.replace(old, new)
    return text


def unescaped(text):
    return re.sub(r"\\(.)", lambda match: {"t": "\t", "n": "\n"}.get(match[1], match[1]), text)


# ---- The newer CPython ----


def rows_of(texts, folder):
    names = [os.path.join(folder, f"{i}.py") for i in range(len(texts))]
    for name, text in zip(names, texts):
        with open(name, "wb") as file:
            file.write(text)
    with open(os.path.join(folder, "list"), "w", encoding="utf-8") as file:
        file.writelines(name + "\n" for name in names)
    newer = ["node", os.path.join(HERE, "cpython.cjs"), MODULES, file.name]
    with open(os.path.join(folder, "rows"), "wb") as rows:
        subprocess.run(newer, stdout=rows, check=True)
    older = [sys.executable, "-W", "ignore", os.path.join(HERE, "tokens.py"), "--python2"]
    return subprocess.run([*older, rows.name], stdout=subprocess.PIPE, check=True).stdout


def judge(texts):
    """The verdict on each program. Its tokens are empty if it is `refused`."""
    verdicts = []
    with tempfile.TemporaryDirectory() as folder:
        for row in rows_of(texts, folder).decode().splitlines():
            what, *columns = row.split("\t")
            if what == "program":
                data = texts[len(verdicts)].removeprefix(model.MARK)
                verdicts.append(Verdict(data, columns[1], columns[2], []))
            else:
                start, end, *names = columns
                verdicts[-1].tokens.append(Token(int(start), int(end), *names))
    assert len(verdicts) == len(texts)
    return verdicts


def keys_of(tokens):
    return [
        getattr(tokenize, token.kind) if token.kind in model.LAYOUT else token.text
        for token in tokens
    ]


def edit_in(old, new):
    """The first five columns of an edit, and the bytes of the two places; or None."""
    edit = git_pairs.single_edit(keys_of(old.tokens), keys_of(new.tokens))
    if not edit:
        return None
    kind, index = edit
    before, after = old.tokens[index], new.tokens[index]
    starts = model.Program(old.data).starts
    line = bisect.bisect_right(starts, before.start)
    column = len(old.data[starts[line - 1] : before.start].decode())
    texts = "" if kind == "insert" else before.text, "" if kind == "delete" else after.text
    return (kind, *texts, str(line), str(column)), (before.start, after.start)


# ---- The part around an edit ----

Line = collections.namedtuple("Line", "depth start end word")


def lines_of(tokens):
    """The logical lines. The word is the first one, after `async`."""
    depth, first, found = 0, 0, []
    for i, token in enumerate(tokens):
        depth += (token.kind == "INDENT") - (token.kind == "DEDENT")
        if token.kind == "NEWLINE":
            is_async = tokens[first].text == "async"
            word = tokens[first + is_async].text
            found.append(Line(depth, tokens[first].start, token.start, word))
        if token.kind in model.LAYOUT:
            first = i + 1
    return found


def extent(lines, i):
    """The lines of the definition at line i, as a range: with its decorators and its body."""
    while lines[i].word == "@":
        i += 1
    first, end = i, i + 1
    while first > 0 and lines[first - 1][::3] == (lines[i].depth, "@"):
        first -= 1
    while end < len(lines) and lines[end].depth > lines[i].depth:
        end += 1
    return first, end, lines[i].word


def range_around(lines, byte):
    at = max((i for i, line in enumerate(lines) if line.start <= byte), default=0)
    level = lines[at].depth + 1
    for i in range(at, -1, -1):
        if lines[i].depth < level:  # the line itself, or a block around it
            level = lines[i].depth
            if lines[i].word in ("@", "def") and extent(lines, i)[2] == "def":
                return extent(lines, i)
    run = 0
    for i, line in enumerate(lines):
        if line.depth == 0 and line.word in ("@", "def", "class"):
            first, end, _ = extent(lines, i)
            if end > at:
                return (first, end) if first <= at else (run, first)
            run = end
    return run, len(lines)


def part_around(verdict, byte):
    """The part as a program of its own."""
    lines = lines_of(verdict.tokens)
    first, end = range_around(lines, byte)[:2]
    start = verdict.data.rfind(b"\n", 0, lines[first].start) + 1
    head = b"if 1:\n" if lines[first].depth else b""
    return head + verdict.data[start : lines[end - 1].end] + b"\n"


# ---- Forms of Python that tree-sitter's grammar refuses ----


def has_exec(verdict):
    """Whether `exec` stands before what is neither a name nor a string alone."""
    tokens = verdict.tokens
    return verdict.dialect == "2" and any(
        a.text == "exec" and b.text != "(" and c.kind != "NEWLINE" and c.text not in ("in", ";")
        for a, b, c in zip(tokens, tokens[1:], tokens[2:])
    )


def has_constant_target(verdict):
    tokens = verdict.tokens
    return verdict.dialect == "2" and any(
        a.kind in model.LAYOUT and b.text in ("True", "False", "None") and c.text == "="
        for a, b, c in zip(tokens, tokens[1:], tokens[2:])
    )


def has_dedented_line(verdict):
    """Whether a line in brackets is indented less than its block, and does not follow a comma."""
    n_open, indentation = 0, 0
    for before, token in zip([None, *verdict.tokens], verdict.tokens):
        line = verdict.data.rfind(b"\n", 0, token.start) + 1
        blanks = verdict.data[line : token.start]
        is_first = token.kind not in model.LAYOUT and not blanks.strip()
        if is_first and n_open == 0:
            indentation = len(blanks)
        elif is_first and len(blanks) < indentation and before.text != ",":
            return True
        n_open += (token.text in ("(", "[", "{")) - (token.text in (")", "]", "}"))
    return False


GRAMMAR = {
    "exec of an expression": has_exec,
    "an assignment to True, False or None": has_constant_target,
    "a line in brackets that is indented less than its block": has_dedented_line,
}


def has_bad_target(text):
    """What lib2to3 does not check: `a + b = c`."""
    try:
        ast.parse(text)
    except model.REFUSALS as error:
        return str(error).startswith("cannot assign to expression")
    return False


# ---- The differences ----


def is_spelling(edit):
    """Whether the two tokens are literals of the same value. u'' is '' in Python 3."""
    try:
        trees = [ast.dump(ast.parse(unescaped(text))) for text in edit[1:3]]
        values = [tree.replace(", kind='u'", "") for tree in trees]
    except model.REFUSALS:
        return False
    return values[0] == values[1]


def is_valid(data):
    try:
        data.decode()
        return True
    except UnicodeDecodeError:
        return False


def reason_of(ours, theirs, old, new):
    """Why they differ, or None; or the two parts around the edit, which decide."""
    if "refused" in (old.state, new.state):
        if not ours:
            return "only the oracle: CPython cannot cut a side into tokens"
        is_utf8 = all(map(is_valid, (old.data, new.data)))
        return None if is_utf8 else "only tokfix: a side is not UTF-8"
    edit = edit_in(old, new)
    if ours:
        is_same = edit and ours[:5] == edit[0] and (not theirs or ours[5:] == theirs[5:])
        what = "" if theirs else "only tokfix: "
        return f"{what}the newer CPython sees what tokfix sees" if is_same else None
    if not edit:
        return "only the oracle: the newer CPython sees several edits, or none"
    if is_spelling(theirs):
        return "only the oracle: two spellings of one value"
    return [part_around(side, byte) for side, byte in zip((old, new), edit[1])]


def reason_of_parts(parts):
    if any(part.state != "parses" or has_bad_target(part.data) for part in parts):
        return REFUSED + "a side is not Python"
    forms = [form for form, has in GRAMMAR.items() if any(map(has, parts))]
    return REFUSED + "as the grammar does not know " + forms[0] if forms else None


def reasons_of(differences, repository):
    """Takes (ours, theirs, old blob, new blob)."""
    blobs = git_pairs.Blobs(repository, 1 << 30)
    texts = blobs.read([blob.encode() for pair in differences for blob in pair[2:]])
    sides = judge(texts)
    reasons = [
        reason_of(*pair[:2], *sides[2 * i : 2 * i + 2]) for i, pair in enumerate(differences)
    ]
    texts = [part for reason in reasons if isinstance(reason, list) for part in reason]
    parts = iter(judge(texts))
    return [
        reason_of_parts([next(parts), next(parts)]) if isinstance(reason, list) else reason
        for reason in reasons
    ]


def main():
    database, pairs, repository = sys.argv[1:]
    db = sqlite3.connect(database)
    ours, theirs, blobs = {}, {}, {}
    for commit, path, old, new, edit, before, after, *rest in db.execute(FIXES):
        ours[commit, path] = (edit, escaped(before), escaped(after), *map(str, rest))
        blobs[commit, path] = old, new
    with open(pairs, encoding="utf-8", errors="replace", newline="\n") as file:
        for line in file:
            commit, path, old, new, edit, before, after, row, column, keyword, _, function = (
                line.rstrip("\n").split("\t")
            )
            function = function or ours.get((commit, path), ("",) * 7)[5]  # ast could not parse it
            theirs[commit, path] = (edit, before, after, row, column, function, keyword)
            blobs[commit, path] = old, new
    keys = sorted(ours.keys() | theirs.keys())
    differing = [key for key in keys if ours.get(key) != theirs.get(key)]
    differences = [(ours.get(key), theirs.get(key), *blobs[key]) for key in differing]
    reasons = reasons_of(differences, repository)
    counts = collections.Counter(reason or "unexplained" for reason in reasons)
    for key, pair, reason in zip(differing, differences, reasons):
        if not reason:
            print(*key, *(repr(side)[:SHOWN] for side in pair[:2]))
    print(f"{len(keys) - len(differing)} are the same")
    for reason, n in counts.most_common():
        print(f"{n} {reason}")
    (n_syntax_errors,) = db.execute(SYNTAX_ERRORS).fetchone()
    n_refused = sum(reason.startswith(REFUSED) for reason in reasons if reason)
    print(f"{n_refused} are refused, and tokfix rejects {n_syntax_errors} as syntax_error")
    return None in reasons or n_refused != n_syntax_errors


if __name__ == "__main__":
    sys.exit(main())
