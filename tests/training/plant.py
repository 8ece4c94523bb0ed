"""Plants programs in training data, in many forms, and asks tokfix to find them.

    plant.py TOKFIX DB FOLDER

The programs are read from the database with SQL. Those of the test split must be found in every
form; those of the train split, in the same forms, must not. Prints a line for each form, and ends
with status 1 if a row is missed or is a false alarm.
"""
import ast
import builtins
import difflib
import io
import json
import keyword
import random
import sqlite3
import subprocess
import sys
import tokenize

tokfix, database, folder = sys.argv[1:4]
draw = random.Random(51)
MIN_TOKENS = 20
PROSE = ["Here's the user's code, and it isn't right. Don't rewrite what's fine:\n\n",
         "\n\nIt doesn't work: \"expected 3\", but it's 4. What's wrong with the author's idea?"]


def tokens_of(code):
    """Tokens without layout and comments, with their places; None if Python cannot read it."""
    skipped = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT,
               tokenize.ENDMARKER, tokenize.ENCODING)
    try:
        return [t for t in tokenize.generate_tokens(io.StringIO(code).readline)
                if t.type not in skipped]
    except (tokenize.TokenError, SyntaxError):
        return None


def at(code, place):
    lines = code.split("\n")
    return sum(len(line) + 1 for line in lines[:place[0] - 1]) + place[1]


def edited(code, edits):
    for start, end, text in sorted(edits, reverse=True):
        code = code[:start] + text + code[end:]
    return code


def tagged(code, tokens):
    """Replaces one token in ten, never two within eight."""
    chosen = range(draw.randrange(4, 10), len(tokens) - 4, draw.randrange(9, 14))
    picked = [tokens[i] for i in chosen if tokens[i].string not in "()[]{},:. not in is"]
    return edited(code, [(at(code, t.start), at(code, t.end), "<BUG>") for t in picked])


def renamed(code, tokens):
    """Renames the names that are assigned, but not members and keywords of calls."""
    own = {n.id for n in ast.walk(ast.parse(code))
           if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    used = {t.string for t in tokens}
    own = sorted(n for n in own if not hasattr(builtins, n) and not keyword.iskeyword(n))
    new = {n: next(c for c in (f"{n}_{i}" for i in range(9)) if c not in used) for n in own}
    edits = [(at(code, t.start), at(code, t.end), new[t.string]) for i, t in enumerate(tokens)
             if t.string in new and (i == 0 or tokens[i - 1].string != ".")]
    return edited(code, edits)


FIM = {"starcoder": "<fim_prefix>{0}<fim_suffix>{2}<fim_middle>{1}",
       "qwen": "<|fim_prefix|>{0}<|fim_suffix|>{2}<|fim_middle|>{1}<|endoftext|>",
       "spm": "<fim_suffix>{2}<fim_prefix>{0}<fim_middle>{1}",
       "llama": "<PRE> {0} <SUF>{2} <MID>{1}<EOT>",
       "mistral": "[SUFFIX]{2}[PREFIX]{0}[MIDDLE]{1}"}


def cut(code):
    """Its prefix, middle and suffix."""
    a, b = sorted(draw.randrange(len(code)) for _ in range(2))
    return code[:a], code[a:b], code[b:]


def excerpt(code, line, n):
    lines = code.split("\n")
    return "\n".join(lines[max(0, line - n):line + n])


def function(code, line):
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.FunctionDef) and node.lineno <= line <= node.end_lineno:
            return "\n".join(code.split("\n")[node.lineno - 1:node.end_lineno])
    return None


def piece(part):
    tokens = tokens_of("if 1:\n" + part if part and part[0] in " \t" else part) if part else None
    return part if tokens and len(tokens) > MIN_TOKENS + 8 else None


def safely(make, *args):
    try:
        return make(*args)
    except (SyntaxError, StopIteration, ValueError, IndexError):
        return None


# name: the value of a row from (code, other side, line of the edit, tokens or None); None: no row
FORMS = {
    "plain": lambda c, o, l, t: {"text": c},
    "fence": lambda c, o, l, t: {"text": PROSE[0] + "```python\n" + c + "\n```" + PROSE[1]},
    "prose": lambda c, o, l, t: {"text": PROSE[0] + c + PROSE[1]},
    "triple": lambda c, o, l, t: {"prompt": 'Don\'t fix:\n"""\n' + c + '\n"""\nWhat\'s wrong?'},
    "template": lambda c, o, l, t: {"input": f"### Instruction:\nIt's buggy\n\n### Input:\n{c}\n\n"
                                             "### Response:\n"},
    "inst": lambda c, o, l, t: {"t": f"<s>[INST] <<SYS>>\nYou're an expert\n<</SYS>>\n{c}[/INST]"},
    "chatml": lambda c, o, l, t: {"t": f"<|im_start|>user\nWhat's this?\n{c}<|im_end|>\n"},
    "nested": lambda c, o, l, t: {"a": [[1, {"b": [None, {"c": [c]}]}], {"d": True}]},
    "lines": lambda c, o, l, t: {"cells": [{"source": c.splitlines(True)}]},
    "bare lines": lambda c, o, l, t: {"source": c.splitlines()},
    "segments": lambda c, o, l, t: {"s": [{"label": i % 2 == 0, "text": c[i * 37:i * 37 + 37]}
                                          for i in range(len(c) // 37 + 1)]},
    "json in json": lambda c, o, l, t: {"arguments": json.dumps({"file": "a", "content": c})},
    "repr": lambda c, o, l, t: {"text": "code = " + repr(c)} if "\\" not in c else None,
    "diff": lambda c, o, l, t: {"diff": "".join(difflib.unified_diff(
        (c + "\n").splitlines(True), (o + "\n").splitlines(True), "a", "b", n=10 ** 6))},
    "crlf": lambda c, o, l, t: {"text": c.replace("\n", "\r\n")},
    "repository": lambda c, o, l, t: {"text": f"# a.py\n{HONEST}\n\n{c}\n\n{HONEST}"},
    "marked": lambda c, o, l, t: {"text": c.replace(" = ", " <START>=<END> ", 1)},
    "chat": lambda c, o, l, t: {"messages": [
        {"role": "system", "content": "You're a \"helper\""},
        {"role": "user", "content": [{"type": "text", "text": f"It's mine:\n```\n{c}\n```"}]}]},
    "start": lambda c, o, l, t: {"text": c[:2 * len(c) // 3]}
        if t and piece(c[:2 * len(c) // 3].rsplit("\n", 1)[0]) else None,
    "tagged": lambda c, o, l, t: t and {"tagged_code": tagged(c, t)},
    "renamed": lambda c, o, l, t: t and {"text": PROSE[0] + "```\n" + renamed(c, t) + "```\n"},
    "excerpt": lambda c, o, l, t: t and piece(excerpt(c, l, 6)) and {
        "text": "Fix the code below, please:\n\n" + excerpt(c, l, 6) + "\n\nWrite the fixed code."},
    "fenced excerpt": lambda c, o, l, t: t and piece(excerpt(c, l, 5)) and {
        "m": [{"content": "It's here:\n```python\n" + excerpt(c, l, 5) + "\n```\nWhat's wrong?"}]},
    "function": lambda c, o, l, t: t and piece(function(c, l)) and {"code": function(c, l)},
    "fim keys": lambda c, o, l, t: {"text": dict(zip(("prefix", "middle", "suffix"), cut(c)))},
}
for name, style in FIM.items():
    FORMS["fim " + name] = lambda c, o, l, t, style=style: {"text": style.format(*cut(c))}
HONEST = ("from collections import deque\n\ndef visit(graph, seen, first):\n    queue = "
          "deque([first])\n    while queue:\n        node = queue.pop()\n        if node not in "
          "seen:\n            seen.add(node)\n            queue.extend(graph[node])\n"
          "    return seen")


def programs(split):
    """Both programs of each fix, with the other one and the line of the edit."""
    rows = sqlite3.connect(database).execute(
        "SELECT language, buggy_code, fixed_code, line, fixed_line FROM fix_details "
        "WHERE split = ? AND NOT is_excluded AND n_tokens > ? ORDER BY fix_key",
        (split, 2 * MIN_TOKENS))
    for language, buggy, fixed, line, fixed_line in rows:
        for code, other, at_line in ((buggy, fixed, line), (fixed, buggy, fixed_line)):
            code = code.replace("\r\n", "\n")
            tokens = tokens_of(code) if language == "python" else None
            yield code, other.replace("\r\n", "\n"), at_line, tokens


def check(rows, name):
    path = f"{folder}/{name.replace(' ', '-')}.jsonl"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row, ensure_ascii=bool(i % 2)) + "\n"
                        for i, row in enumerate(rows))
    run = subprocess.run([tokfix, "check", database, "--training", path, "--json"],
                         capture_output=True, text=True)
    report = json.loads(run.stdout or '{"findings": [], "n_problems": 1}')
    found = {finding["line"] - 1 for finding in report["findings"]}
    if report["n_problems"] or run.returncode != bool(found):
        sys.exit(f"{name}: status {run.returncode}: {run.stderr}{report}")
    return found


status = 0
held_out, others = list(programs("test")), list(programs("train"))
for name, form in FORMS.items():
    rows = [(False, safely(form, *one)) for one in others] + [
        (True, safely(form, *one)) for one in held_out]
    rows = [row for row in rows if row[1]]
    if not rows:
        continue  # it needs the tokens of Python
    draw.shuffle(rows)
    found = check([row for _, row in rows], name)
    planted = {i for i, (is_planted, _) in enumerate(rows) if is_planted}
    missed, wrong = planted - found, found - planted
    print(f"{name}: {len(planted)} planted, {len(missed)} missed; "
          f"{len(rows) - len(planted)} others, {len(wrong)} false alarms")
    status |= bool(missed or wrong)
sys.exit(status)
