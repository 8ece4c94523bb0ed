#!/usr/bin/env python3
"""Plant known leaks of tasks in repositories, as the test of what `tokfix leak --tasks` finds.

    plant_leaks.py TASKS.jsonl MIRRORS OUT

TASKS has a JSON object a line: instance_id, repo ("owner/name"), base_commit, patch. MIRRORS has
their repositories, MIRRORS/owner+name/repo; they are not changed. For each one, a bare repository
OUT/owner+name.git is made, with a branch leak/TASK/KIND/N for each variant of a fix, and what
leads to them:

  verbatim     the fix
  reformatted  line breaks, quotes, spaces and commas as of a formatter: the changed statements
               taken apart (1) or joined (2), or the whole changed functions taken apart (3)
  names        other identifiers: those that the fix brings, everywhere (1); these, and in the
               added lines all local variables (2), as in a fix of a function with others
  locals       other names of the local variables of the changed functions, without (1) or with (2)
               the parameters
  swapped      operands of comparisons, `and` and `or` of changed lines in the other order
  combined     locals and reformatted (1); names, locals and swapped (2); names, reformatted and
               tangled (3); locals and moved (4); names or locals, and split (5)
  split        two commits, each with a part of the fix
  half         a part of the fix
  tangled      with the changes of one later commit (1) or of several (2), in the same files and
               in others
  moved        the changed function behind its neighbour (1); the fix made on an older version of
               its files, a near one (2) or a far one (3)

A variant parses if the fixed files do, and differs from the others of its task by more than white
space, except reformatted ones. A variant with other names has one in the changed lines.

OUT/manifest.jsonl has an object for each variant (task, repository, kind, number, branch, commits,
base), and for each task one of kind "earlier" and one of kind "earlier-merge": the ancestors of
the base that change a file with the name of a fixed file, none of which is a leak unless it is a
true earlier fix. score_leaks.py compares the manifest with what a program found.
"""
import ast
import builtins
import difflib
import hashlib
import io
import json
import keyword
import os
import random
import re
import subprocess
import sys
import tokenize

SEED = 20261126
WORDS = ("entry chosen outcome pending target holder origin marker detail wanted branch_of "
         "segment carrier picked reply stage_no extra_bits handle_to given probe limit_of subject "
         "known_set mapping_of filler anchor bundle piece series slot token_of witness").split()
KEPT_NAMES = set(keyword.kwlist) | set(dir(builtins)) | {"self", "cls", "print", "exec", "unicode"}
N_OLDER, N_LATER, N_SQUASHED, N_OTHER_FILES = 60, 40, 8, 5
LAYOUT = {tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.COMMENT,
          tokenize.ENDMARKER}


class Repository:
    """A mirror: its objects through one process, and its history."""

    def __init__(self, path):
        self.path = path
        self.batch = subprocess.Popen(["git", "-C", path, "cat-file", "--batch"],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def text(self, name):
        """The text of a blob such as COMMIT:PATH, None if there is none."""
        self.batch.stdin.write(name.encode("utf-8", "surrogateescape") + b"\n")
        self.batch.stdin.flush()
        header = self.batch.stdout.readline().split()
        if header[-1] == b"missing" or header[-2] != b"blob":
            if header[-1] != b"missing":
                self.batch.stdout.read(int(header[-1]) + 1)
            return None
        data = self.batch.stdout.read(int(header[2]) + 1)[:-1]
        try:
            return data.decode("utf-8")
        except UnicodeDecodeError:
            return data.decode("latin-1")

    def lines(self, *arguments):
        return subprocess.run(["git", "-C", self.path, *arguments], stdout=subprocess.PIPE,
                              check=True).stdout.decode("utf-8", "surrogateescape").splitlines()


# ---- Patches and changes. A change is (first, last, new lines): lines[first:last] are replaced.

def parse_patch(patch):
    """For each file of a patch: (path before, path after, hunks). A hunk is (line from 0, lines
    before, changes with lines from that one on)."""
    files, lines, i = [], patch.split("\n"), 0
    while i < len(lines):
        line = lines[i]
        i += 1
        if line.startswith("--- ") and i < len(lines) and lines[i].startswith("+++ "):
            names = [n.split("\t")[0] for n in (line[4:], lines[i][4:])]
            files.append([None if n == "/dev/null" else n[2:] for n in names] + [[]])
            i += 1
        elif line.startswith("@@ "):
            first, n_old, n_new = hunk_header(line)
            before, changes, old, new = [], [], [], []
            while n_old > 0 or n_new > 0:
                mark, rest = lines[i][:1], lines[i][1:]
                i += 1
                if mark in (" ", ""):
                    flush_change(changes, len(before), old, new)
                    n_old, n_new, old, new = n_old - 1, n_new - 1, [], []
                    before.append(rest)
                elif mark == "-":
                    n_old, old = n_old - 1, old + [rest]
                    before.append(rest)
                elif mark == "+":
                    n_new, new = n_new - 1, new + [rest]
            flush_change(changes, len(before), old, new)
            files[-1][2].append((first, before, changes))
    return files


def hunk_header(line):
    match = re.match(r"@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@", line)
    n_old, n_new = (1 if n is None else int(n) for n in match.groups()[1:])
    return int(match[1]) - (1 if n_old else 0), n_old, n_new


def flush_change(changes, at, old, new):
    if old or new:
        changes.append((at - len(old), at, new))


def changes_of_hunks(lines, hunks):
    """The changes of a file with these lines: each hunk where its lines are, nearest to its line
    as the hunks before it were moved."""
    changes, moved = [], 0
    for first, before, own in hunks:
        places = [at for at in range(len(lines) - len(before) + 1)
                  if lines[at:at + len(before)] == before]
        at = min(places, key=lambda place: abs(place - first - moved))
        moved = at - first
        changes += [(at + a, at + b, new) for a, b, new in own]
    return changes


def apply_changes(lines, changes):
    out, at = [], 0
    for first, last, new in changes:
        out += lines[at:first] + new
        at = last
    return out + lines[at:]


def added_lines(changes):
    """The numbers, from 1, of the added lines in the result; of the lines beside a deletion."""
    added, shift = set(), 0
    for first, last, new in changes:
        at = first + shift + 1
        added |= set(range(at, at + len(new))) if new else {at - 1, at}
        shift += len(new) - (last - first)
    return added


def changes_between(before, after):
    """The changes of lines that make `after` of `before`."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    matcher = difflib.SequenceMatcher(None, before[start:len(before) - end],
                                      after[start:len(after) - end], autojunk=False)
    return [(start + a, start + b, after[start + c:start + d])
            for tag, a, b, c, d in matcher.get_opcodes() if tag != "equal"]


def place_changes(before, changes, lines, kept=frozenset()):
    """The changes of `before` at their only places in other lines, outside `kept` (numbers from
    0); those without one are left out."""
    placed = []
    for first, last, new in changes:
        start, end = max(0, first - 1), min(len(before), last + 1)
        wanted = before[start:end]
        places = [p for p in range(len(lines) - len(wanted) + 1)
                  if lines[p] == wanted[0] and lines[p:p + len(wanted)] == wanted]
        if len(places) != 1:
            continue
        at = places[0] + first - start
        if kept.isdisjoint(range(at - 1, at + last - first + 1)) and all(
                at >= b + 1 or at + last - first < a for a, b, _ in placed):
            placed.append((at, at + last - first, new))
    return sorted(placed, key=lambda change: change[:2])


# ---- Python sources. `added` are numbers of lines, and all but reformatting keeps them.

def parse(text):
    try:
        return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def tokens_of(text):
    try:
        return list(tokenize.generate_tokens(io.StringIO(text, newline="").readline))
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return []


class Source:
    """A text with what is known about it."""

    def __init__(self, text, added):
        self.text, self.added = text, added
        self.tree, self.tokens = parse(text), tokens_of(text)
        self.lines = text.split("\n")
        self.names = {t.string for t in self.tokens if t.type == tokenize.NAME}
        self.names |= set(re.findall(r"[A-Za-z_]\w*", text))

    def functions(self):
        """The outermost functions with an added line."""
        found = []

        def visit(node):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                    if self.added & set(range(first_line(child), child.end_lineno + 1)):
                        found.append(child)
                else:
                    visit(child)
        if self.tree:
            visit(self.tree)
        return found


def first_line(function):
    return min([function.lineno] + [d.lineno for d in function.decorator_list])


def edit(lines, edits):
    """Replaces (line, start, end, new text): line from 1, columns in characters."""
    lines = list(lines)
    for number, start, end, new in sorted(set(edits), reverse=True):
        line = lines[number - 1]
        lines[number - 1] = line[:start] + new + line[end:]
    return "\n".join(lines)


def fresh_name(old, dice, taken):
    bare = old.strip("_")
    while True:
        word = dice.choice(WORDS)
        if dice.random() < 0.5:
            word += "_" + dice.choice(WORDS)
        if bare.isupper() and len(bare) > 1:
            word = word.upper()
        elif bare[:1].isupper():
            word = "".join(part.capitalize() for part in word.split("_"))
        new = old[:len(old) - len(old.lstrip("_"))] + word
        if new not in taken:
            taken.add(new)
            return new


def rename(source, names, spans, variables_only):
    """The text with names replaced in the spans of lines, also in f-strings. Returns it, and
    whether an added line has one."""
    keywords = set()
    if variables_only and source.tree:
        for node in ast.walk(source.tree):
            if isinstance(node, ast.keyword) and node.arg:
                keywords.add((node.lineno, node.col_offset))
    edits, in_added, previous = [], False, ""
    for token in source.tokens:
        row, column = token.start
        if not any(a <= row <= b for a, b in spans):
            previous = token.string
            continue
        if token.type == tokenize.NAME and token.string in names:
            is_member = previous == "."
            offset = len(source.lines[row - 1][:column].encode("utf-8", "surrogatepass"))
            if not (variables_only and (is_member or (row, offset) in keywords)):
                edits.append((row, column, token.end[1], names[token.string]))
                in_added |= row in source.added
        elif token.type == tokenize.STRING and re.match(r"(?i)[rb]*f", token.string):
            new = re.sub(r"\{[^{}]*\}", lambda m: re.sub(
                r"(?<![\w.'\"])[A-Za-z_]\w*", lambda n: names.get(n[0], n[0]), m[0]), token.string)
            if new != token.string and token.start[0] == token.end[0]:
                edits.append((row, column, token.end[1], new))
                in_added |= row in source.added
        if token.type not in LAYOUT:
            previous = token.string
    return edit(source.lines, edits), in_added


def bound_names(tree):
    names = set()
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.attr)
    return names


def imported_names(tree):
    return {part for node in ast.walk(tree) if isinstance(node, (ast.Import, ast.ImportFrom))
            for alias in node.names for part in (alias.asname or alias.name).split(".")}


def rename_new(sources, before_names, dice):
    """Other names for those that the fix brings, in all its files."""
    new, taken = set(), set(before_names)
    for source in sources.values():
        taken |= source.names
        if source.tree:
            own = {t.string for t in source.tokens
                   if t.type == tokenize.NAME and t.start[0] in source.added}
            new |= own & bound_names(source.tree) - imported_names(source.tree)
    new -= before_names | KEPT_NAMES
    names = {name: fresh_name(name, dice, taken) for name in sorted(new)
             if not name.startswith("__") and not name.startswith("visit_")}
    if not names:
        return None
    return {path: rename(source, names, [(1, len(source.lines))], False)[0]
            for path, source in sources.items()}


def rename_added(sources, dice):
    """Other names for the variables of the touched functions, in the added lines alone."""
    texts, is_changed = {}, False
    for path, source in sources.items():
        texts[path] = source.text
        if not source.tree:
            continue
        own = {name for function in source.functions() for name in local_names(function, True)}
        taken = set(source.names)
        names = {name: fresh_name(name, dice, taken) for name in sorted(own)}
        text, in_added = rename(source, names, [(n, n) for n in source.added], True)
        if in_added and parse(text):
            texts[path], is_changed = text, True
    return texts if is_changed else None


def rename_locals(sources, dice, with_parameters):
    """Other names for the local variables of the touched functions."""
    texts, is_changed = {}, False
    for path, source in sources.items():
        text, taken = source.text, set(source.names)
        for function in source.functions():
            names = {n: fresh_name(n, dice, taken)
                     for n in sorted(local_names(function, with_parameters))}
            current = Source(text, source.added)
            new, in_added = rename(current, names,
                                   [(function.lineno, function.end_lineno)], True)
            if in_added and parse(new):
                text, is_changed = new, True
        texts[path] = text
    return texts if is_changed else None


def local_names(function, with_parameters):
    names, parameters, kept = set(), set(), set(KEPT_NAMES)
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            names.add(node.name)
        elif isinstance(node, ast.arg):
            parameters.add(node.arg)
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            kept |= set(node.names)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            kept |= {(a.asname or a.name).split(".")[0] for a in node.names}
    if with_parameters:
        names |= parameters
    return {n for n in names - kept - (set() if with_parameters else parameters)
            if not n.startswith("__")}


# ---- Operands in the other order

MIRRORED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: ">", ast.Gt: "<", ast.LtE: ">=",
            ast.GtE: "<=", ast.Is: "is", ast.IsNot: "is not"}


def is_plain(node):
    """Whether evaluating it early or not at all makes no difference that one would notice."""
    return not any(isinstance(n, (ast.Call, ast.Subscript, ast.Await, ast.Yield, ast.BinOp,
                                  ast.NamedExpr, ast.BoolOp, ast.Lambda, ast.IfExp))
                   or isinstance(n, ast.Attribute) and not (
                       isinstance(n.value, ast.Name) and n.value.id == "self")
                   for n in ast.walk(node))


def is_swappable(node):
    if isinstance(node, ast.Compare):
        return len(node.ops) == 1 and type(node.ops[0]) in MIRRORED and not any(
            isinstance(side, (ast.BoolOp, ast.Compare, ast.IfExp, ast.Lambda, ast.NamedExpr))
            or isinstance(side, ast.UnaryOp) and isinstance(side.op, ast.Not)
            for side in (node.left, node.comparators[0]))
    if isinstance(node, ast.BoolOp) and len(node.values) == 2 and all(map(is_plain, node.values)):
        a, b = ({n.id for n in ast.walk(v) if isinstance(n, ast.Name)} - {"self"}
                for v in node.values)
        return not a & b
    return False


def swap(sources):
    texts, is_changed = {}, False
    for path, source in sources.items():
        edits = []
        if source.tree:
            collect_swaps(source, source.tree, edits)
        text = edit(source.lines, edits)
        if edits and parse(text):
            texts[path], is_changed = text, True
        else:
            texts[path] = source.text
    return texts if is_changed else None


def collect_swaps(source, node, edits):
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.JoinedStr):
            continue
        if is_swappable(child) and child.lineno == child.end_lineno and \
                child.lineno in source.added:
            row = child.lineno
            line = source.lines[row - 1].encode("utf-8", "surrogatepass")
            sides = [child.left, child.comparators[0]] if isinstance(child, ast.Compare) \
                else child.values
            a, b = ((s.col_offset, s.end_col_offset) for s in sides)
            between = line[a[1]:b[0]].decode("utf-8", "surrogatepass")
            if isinstance(child, ast.Compare):
                between = re.sub(r"[=!<>]=?|is\s+not|is", MIRRORED[type(child.ops[0])], between,
                                 count=1)
            new = line[slice(*b)].decode("utf-8", "surrogatepass") + between + \
                line[slice(*a)].decode("utf-8", "surrogatepass")
            start = len(line[:a[0]].decode("utf-8", "surrogatepass"))
            end = len(line[:b[1]].decode("utf-8", "surrogatepass"))
            edits.append((row, start, end, new))
        else:
            collect_swaps(source, child, edits)


# ---- Reformatting

def reformat(sources, explodes, whole_functions):
    texts, is_changed = {}, False
    for path, source in sources.items():
        rows = set(source.added)
        if whole_functions:
            for function in source.functions():
                rows |= set(range(first_line(function), function.end_lineno + 1))
        texts[path] = reformat_source(source, rows, explodes)
        is_changed |= texts[path] != source.text
    return texts if is_changed else None


def reformat_source(source, rows, explodes):
    lines, statement, replaced = list(source.lines), [], []
    for token in source.tokens:
        if token.type in (tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER):
            continue
        if token.type == tokenize.NL and not statement or \
                token.type == tokenize.COMMENT and not statement:
            continue
        if token.type != tokenize.NEWLINE:
            statement.append(token)
            continue
        if rows & set(range(statement[0].start[0], statement[-1].end[0] + 1)):
            replaced.append((statement[0].start[0], statement[-1].end[0], statement))
        statement = []
    for first, last, statement in reversed(replaced):
        new = format_statement(statement, lines[first - 1], explodes)
        if new is not None and (first == 1 or not lines[first - 2].endswith("\\")):
            trial = lines[:first - 1] + new + lines[last:]
            if not source.tree or parse("\n".join(trial)):
                lines = trial
    return "\n".join(lines)


def other_quotes(text):
    """A string with the other quotes, if that is safe."""
    match = re.fullmatch(r"([a-zA-Z]*)(['\"])([^'\"\\\n{]*)\2", text)
    if not match:
        return text
    quote = "'" if match[2] == '"' else '"'
    return match[1] + quote + match[3] + quote


def format_statement(tokens, line, explodes):
    """The lines of a statement in another form; None if it is better left."""
    if any(t.type == tokenize.COMMENT or t.start[0] != t.end[0] for t in tokens):
        return None
    indent = line[:len(line) - len(line.lstrip())]
    tokens = [t for t in tokens if t.type != tokenize.NL]
    if tokens[0].start[1] != len(indent) or any(t.string == ";" for t in tokens):
        return None
    texts = [other_quotes(t.string) if t.type == tokenize.STRING else t.string for t in tokens]
    gaps = [a.end[0] == b.start[0] and a.end[1] < b.start[1] for a, b in zip(tokens, tokens[1:])]
    gaps = [" " if g else "" for g in gaps] + [""]
    for i, (a, b) in enumerate(zip(tokens, tokens[1:])):
        if a.end[0] != b.start[0] and a.string not in "([{" and b.string not in ")]}":
            gaps[i] = " "
    depths, depth = [], 0
    for token in tokens:
        if token.string in (")", "]", "}"):
            depth -= 1
        depths.append(depth)
        if token.string in ("(", "[", "{"):
            depth += 1
    return (explode if explodes else join)(indent, texts, gaps, depths)


def explode(indent, texts, gaps, depths):
    """A condition in brackets with a line for each part, or the elements of the first brackets
    on lines of their own."""
    inner = indent + "    "
    words = [i for i, t in enumerate(texts) if t in ("and", "or") and depths[i] == 0]
    if words and texts[0] in ("if", "elif", "while", "return") and \
            (texts[-1] == ":") == (texts[0] != "return") and "lambda" not in texts:
        last = len(texts) - (texts[-1] == ":")
        out, start = [indent + texts[0] + " ("], 1
        for end in words + [last]:
            out.append(inner + joined(texts, gaps, start, end))
            start = end
        return out + [indent + ")" + (":" if last < len(texts) else "")]
    opens = [i for i, t in enumerate(texts) if t in ("(", "[", "{") and depths[i] == 0]
    for a in opens:
        b = next(i for i in range(a + 1, len(texts)) if depths[i] == 0 and texts[i] in ")]}")
        if b == a + 1:
            continue
        commas = [i for i in range(a, b) if texts[i] == "," and depths[i] == 1]
        out, start = [indent + joined(texts, gaps, 0, a + 1)], a + 1
        for comma in commas:
            out.append(inner + joined(texts, gaps, start, comma) + ",")
            start = comma + 1
        if start < b:
            out.append(inner + joined(texts, gaps, start, b) + ("," if commas else ""))
        return out + [indent + joined(texts, gaps, b, len(texts))]
    return [indent + joined(texts, gaps, 0, len(texts))]


def joined(texts, gaps, start, end):
    return "".join(texts[i] + gaps[i] for i in range(start, end)).strip()


def join(indent, texts, gaps, depths):
    """The statement in one line, with spaces in brackets and around signs."""
    out = indent
    for i, text in enumerate(texts):
        following = texts[i + 1] if i + 1 < len(texts) else ""
        n_commas = sum(1 for j in range(i) if texts[j] == "," and depths[j] == depths[i])
        if text == "," and following in ("]", "}") and n_commas:
            continue
        out += text
        if text in ("(", "[", "{") and following not in (")", "]", "}"):
            out += " "
        elif following in (")", "]", "}") and text not in ("(", "[", "{"):
            out += " "
        elif text in ("+", "*", "%", "/") and gaps[i]:
            out += "  "
        else:
            out += gaps[i]
    return [out]


# ---- Variants: a list of commits, each {path: text}, None for a file that is deleted

class Task:
    def __init__(self, row, repository):
        self.id, self.base, self.repository = row["instance_id"], row["base_commit"], repository
        self.before, self.fixed = {}, {}
        for old, new, hunks in parse_patch(row["patch"]):
            text = repository.text(f"{self.base}:{old}") if old else ""
            changes = changes_of_hunks(text.split("\n") if old else [], hunks)
            self.before[old or new] = text
            if old and new and old != new:
                self.fixed[old] = None
            path = new or old
            lines = apply_changes(text.split("\n") if old else [], changes)
            if not old:
                lines.append("")
            self.fixed[path] = "\n".join(lines) if new else None
        self.names = {os.path.basename(p) for p in list(self.before) + list(self.fixed)}

    def sources(self, texts=None):
        """The fixed files, or variants of them, with their added lines."""
        out = {}
        for path, text in (texts or self.fixed).items():
            if text is not None and path.endswith(".py"):
                before = self.before.get(path, "")
                fixed = self.fixed[path] if texts and count_lines(texts[path]) == count_lines(
                    self.fixed[path]) else text
                out[path] = Source(text, added_lines(changes_between(
                    before.split("\n") if before else [], fixed.split("\n"))))
        return out

    def complete(self, texts):
        return {**self.fixed, **texts}

    def is_valid(self, texts):
        return all(text is None or parse(text) or not parse(self.fixed.get(path) or "") or
                   path not in self.fixed for path, text in texts.items())


def count_lines(text):
    return text.count("\n")


def parts_of(task, texts, dice):
    """The change in two parts: the files after the first of them, and after the second one's
    lines alone (only for a change with several parts, otherwise None)."""
    places = []
    for path in sorted(texts):
        if texts[path] is None or path not in task.before:
            continue
        before = task.before[path].split("\n") if task.before[path] else []
        places += [(path, change) for change in changes_between(before, texts[path].split("\n"))]
    if len(places) > 1:
        middle = len(places) // 2
        return [only(task, texts, places[:middle]), only(task, texts, places[middle:])]
    if not places:
        return None
    path, (first, last, new) = places[0]
    cuts = sorted(range(1, len(new)), key=lambda k: abs(k - len(new) / 2))
    for cut in cuts:
        kept = [only(task, texts, [(path, (first, last, new[:cut]))]),
                only(task, texts, [(path, (first, last, new[cut:]))])]
        if task.is_valid(kept[0]):
            return kept if task.is_valid(kept[1]) else kept[:1] * 2
    return None


def only(task, texts, places):
    """The base's files with some of the changes."""
    out = {}
    for path in sorted({path for path, _ in places}):
        before = task.before[path].split("\n") if task.before[path] else []
        out[path] = "\n".join(apply_changes(before, [c for p, c in places if p == path]))
    return out


def split(task, texts, dice):
    parts = parts_of(task, texts, dice)
    return parts and task.is_valid(parts[0]) and [parts[0], texts]


def half(task, dice):
    parts = parts_of(task, task.fixed, dice)
    if not parts:
        return None
    chosen = parts[dice.randrange(2)]
    return [chosen] if task.is_valid(chosen) else None


def tangle(task, texts, wanted, dice):
    """The fix with the changes of `wanted` later commits."""
    repository, out, others, n = task.repository, dict(texts), {}, 0
    paths = [p for p in task.before if task.fixed.get(p)]
    later = repository.lines("rev-list", "--no-merges", "--reverse", f"{task.base}..HEAD", "--",
                             *paths)[:N_LATER]
    own = {re.sub(r"\s", "", line) for text in task.fixed.values() for line in (text or "").split(
        "\n")} - {re.sub(r"\s", "", x) for t in task.before.values() for x in t.split("\n")}
    for commit in later:
        is_used = False
        for path in paths:
            a, b = repository.text(f"{commit}^:{path}"), repository.text(f"{commit}:{path}")
            if a is None or b is None or a == b:
                continue
            lines = out[path].split("\n")
            fixed = set()
            for first, last, new in changes_between(task.before[path].split("\n"),
                                                    texts[path].split("\n")):
                fixed |= set(new)
            kept = {i for i, line in enumerate(lines) if line.strip() and line in fixed}
            a = a.split("\n")
            changes = [c for c in changes_between(a, b.split("\n")) if own.isdisjoint(
                re.sub(r"\s", "", line) for line in c[2])]
            placed = place_changes(a, changes, lines, kept)
            trial = "\n".join(apply_changes(lines, placed))
            if placed and (parse(trial) or not parse(out[path])):
                out[path], is_used = trial, True
        if is_used:
            n += 1
            others.update(other_files(task, commit))
            if n == wanted:
                break
    if not n or wanted > 1 and n < 2:
        return None
    return [{**others, **out}]


def other_files(task, commit):
    """Other files that a commit changes and that the base has, as they are after it."""
    out = {}
    for line in task.repository.lines("-c", "core.quotepath=off", "diff-tree", "-r", "--raw",
                                      "--no-commit-id", "--no-renames", "--diff-filter=M", commit):
        path = line.split("\t")[1]
        if path not in task.fixed and path not in task.before and len(out) < N_OTHER_FILES:
            before = task.repository.text(f"{task.base}:{path}")
            after = task.repository.text(f"{commit}:{path}")
            if before is not None and after is not None and "\0" not in after:
                out[path] = after
    return out


def move_function(task, sources):
    """The first touched function that can be, behind the next function beside it."""
    for path in sorted(sources):
        source = sources[path]
        for function in source.functions():
            bodies = (n.body for n in ast.walk(source.tree)
                      if isinstance(getattr(n, "body", None), list))
            siblings = [n for n in next(b for b in bodies if function in b)
                        if isinstance(n, (ast.FunctionDef, ast.AsyncFunctionDef))] if any(
                            function in n.body for n in ast.walk(source.tree)
                            if isinstance(getattr(n, "body", None), list)) else []
            at = next((i for i, n in enumerate(siblings) if n is function), len(siblings))
            if at + 1 < len(siblings):
                a, b = siblings[at], siblings[at + 1]
            elif 0 < at < len(siblings):
                a, b = siblings[at - 1], siblings[at]
            else:
                continue
            lines = source.lines
            first, middle, last = first_line(a) - 1, first_line(b) - 1, b.end_lineno
            gap = lines[a.end_lineno:middle]
            new = lines[:first] + lines[middle:last] + gap + lines[first:a.end_lineno] + \
                lines[last:]
            if parse("\n".join(new)):
                return {**{p: s.text for p, s in sources.items()}, path: "\n".join(new)}
    return None


def older_versions(task):
    """(commit, files before, files with the fix) for ancestors with other versions of the files in
    which all changes have a place, from near to far."""
    paths = sorted(p for p in task.before if task.before[p])
    if not paths or any(task.fixed.get(p) is None for p in paths):
        return
    seen = {tuple(task.before[p] for p in paths)}
    history = task.repository.lines("rev-list", "--no-merges", task.base, "--", *paths)
    for commit in history[:N_OLDER]:
        texts = [task.repository.text(f"{commit}:{p}") for p in paths]
        if None in texts or tuple(texts) in seen:
            continue
        seen.add(tuple(texts))
        out = {p: t for p, t in task.fixed.items() if p not in paths}
        for path, text in zip(paths, texts):
            before = task.before[path].split("\n")
            changes = changes_between(before, task.fixed[path].split("\n"))
            placed = place_changes(before, changes, text.split("\n"))
            if len(placed) != len(changes):
                break
            out[path] = "\n".join(apply_changes(text.split("\n"), placed))
        else:
            if task.is_valid(out):
                yield commit, out


def variants_of(task, dice):
    """(kind, number, parent, commits) of all variants."""
    base, fixed = task.base, task.fixed
    sources = task.sources()
    before_names = {n for t in task.before.values() for n in re.findall(r"[A-Za-z_]\w*", t or "")}

    def of(texts):
        return texts and [task.complete(texts)]

    def then(texts, step, *arguments):
        return texts and step(task.sources(task.complete(texts)), *arguments)

    renamed = rename_new(sources, before_names, dice)
    own = rename_added({p: Source(t, sources[p].added) for p, t in renamed.items()} if renamed
                       else sources, dice)
    without, with_parameters = (rename_locals(sources, dice, p) for p in (False, True))
    swapped = swap(sources)
    yield "verbatim", 1, base, [fixed]
    yield "reformatted", 1, base, of(reformat(sources, True, False))
    yield "reformatted", 2, base, of(reformat(sources, False, False))
    yield "reformatted", 3, base, of(reformat(sources, True, True))
    yield "names", 1, base, of(renamed)
    yield "names", 2, base, of(own)
    yield "locals", 1, base, of(without)
    yield "locals", 2, base, of(with_parameters)
    yield "swapped", 1, base, of(swapped)
    yield "combined", 1, base, of(then(with_parameters, reformat, True, False))
    two = then(renamed, rename_locals, dice, False) or with_parameters
    yield "combined", 2, base, of(then(two, swap) or (two if two is not with_parameters else None))
    three = then(renamed or own, reformat, False, False)
    yield "combined", 3, base, three and tangle(task, task.complete(three), 1, dice)
    moved = then(without or with_parameters, lambda s: move_function(task, s))
    yield "combined", 4, base, of(moved)
    five = own or with_parameters
    yield "combined", 5, base, five and split(task, task.complete(five), dice)
    yield "split", 1, base, split(task, fixed, dice)
    yield "half", 1, base, half(task, dice)
    yield "tangled", 1, base, tangle(task, fixed, 1, dice)
    yield "tangled", 2, base, tangle(task, fixed, N_SQUASHED, dice)
    yield "moved", 1, base, of(move_function(task, sources))
    older = list(older_versions(task))
    if older:
        yield "moved", 2, older[0][0], [older[0][1]]
        yield "moved", 3, older[-1][0], [older[-1][1]]


def kept_variants(task, dice):
    """Those that parse and differ from each other."""
    seen = set()
    for kind, number, parent, commits in variants_of(task, dice):
        if not commits or not task.is_valid(commits[-1]):
            continue
        key = tuple((path, re.sub(r"\s", "", text or "")) for texts in commits
                    for path, text in sorted(texts.items()))
        if key in seen and (kind != "reformatted" or commits == [task.fixed]):
            continue
        seen.add(key)
        yield kind, number, parent, commits


# ---- Writing

class Importer:
    """A bare repository that borrows objects until it is closed, and git fast-import in it."""

    def __init__(self, path, mirror):
        subprocess.run(["git", "init", "-q", "--bare", path], check=True)
        self.path = path
        self.alternates = os.path.join(path, "objects", "info", "alternates")
        with open(self.alternates, "w") as file:
            file.write(os.path.abspath(os.path.join(mirror, "objects")) + "\n")
        self.marks = os.path.join(path, "marks")
        self.process = subprocess.Popen(
            ["git", "-C", path, "fast-import", "--quiet", f"--export-marks={self.marks}"],
            stdin=subprocess.PIPE)
        self.mark, self.pending = 0, []

    def data(self, text):
        data = text.encode("utf-8", "surrogateescape")
        self.process.stdin.write(b"data %d\n%s\n" % (len(data), data))

    def add(self, branch, parent, commits, modes, when):
        marks = []
        for texts in commits:
            self.mark += 1
            self.process.stdin.write((
                f"commit refs/heads/{branch}\nmark :{self.mark}\n"
                f"committer Planted <planted@example.org> {when + self.mark} +0000\n").encode())
            self.data(f"Variant {branch}\n")
            if not marks:
                self.process.stdin.write(f"from {parent}\n".encode())
            for path, text in sorted(texts.items()):
                name = json.dumps(path, ensure_ascii=False)
                if text is None:
                    self.process.stdin.write(f"D {name}\n".encode())
                else:
                    mode = modes.get(path, "100644")
                    self.process.stdin.write(f"M {mode} inline {name}\n".encode())
                    self.data(text)
            marks.append(self.mark)
        return marks

    def close(self):
        self.process.stdin.close()
        assert self.process.wait() == 0
        with open(self.marks) as file:
            commits = dict(line.split() for line in file)
        os.remove(self.marks)
        subprocess.run(["git", "-C", self.path, "repack", "-a", "-d", "-q"], check=True)
        os.remove(self.alternates)
        return commits


def earlier_commits(task, is_merge):
    """The ancestors of the base that change a file with the name of a fixed file; merges by their
    difference to the first parent."""
    names = [f":(glob)**/{name}" for name in sorted(task.names)]
    if not is_merge:
        return task.repository.lines("rev-list", "--no-merges", "--full-history", task.base, "--",
                                     *names)
    merges = task.repository.lines("rev-list", "--merges", task.base)
    changed = subprocess.run(
        ["git", "-C", task.repository.path, "diff-tree", "--stdin", "--raw", "-r",
         "--diff-merges=first-parent", "--", *names], input="\n".join(merges).encode(),
        stdout=subprocess.PIPE, check=True).stdout.decode("utf-8", "surrogateescape")
    return [line for line in changed.splitlines() if re.fullmatch("[0-9a-f]{40}", line)]


def main():
    rows = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8")]
    mirrors, out = sys.argv[2:4]
    os.makedirs(out, exist_ok=True)
    manifest = []
    for name in sorted({row["repo"] for row in rows}):
        folder = name.replace("/", "+")
        mirror = os.path.join(mirrors, folder, "repo")
        repository = Repository(mirror)
        importer = Importer(os.path.join(out, folder + ".git"), mirror)
        own = []
        for row in rows:
            if row["repo"] != name:
                continue
            task = Task(row, repository)
            digest = hashlib.sha256(f"{SEED} {task.id}".encode()).digest()
            dice = random.Random(int.from_bytes(digest[:8], "big"))
            modes = {line.split("\t")[1]: line.split()[0] for line in repository.lines(
                "-c", "core.quotepath=off", "ls-tree", "-r", task.base)}
            when = int(repository.lines("log", "-1", "--format=%ct", task.base)[0])
            about = {"task": task.id, "repository": folder + ".git", "base": task.base}
            for kind, number, parent, commits in kept_variants(task, dice):
                branch = f"leak/{task.id}/{kind}/{number}"
                marks = importer.add(branch, parent, commits, modes, when)
                own.append({**about, "kind": kind, "number": number, "branch": branch,
                            "commits": marks})
            for kind in ("earlier", "earlier-merge"):
                own.append({**about, "kind": kind,
                            "commits": earlier_commits(task, kind == "earlier-merge")})
        commits = importer.close()
        for row in own:
            row["commits"] = [c if isinstance(c, str) else commits[f":{c}"]
                              for c in row["commits"]]
        manifest += own
    with open(os.path.join(out, "manifest.jsonl"), "w", encoding="utf-8") as file:
        for row in manifest:
            file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
