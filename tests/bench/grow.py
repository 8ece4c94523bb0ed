#!/usr/bin/env python3
"""grow.py tree|pairs SEED_TREE,... OUT N [RANDOM_SEED [BLOCK]]: grows a CodeNet tree, and
says what is in it. It shares no code with tokfix. The same arguments give the same bytes.

tree: N submissions in the languages of the seeds, each an edit of the one before in its history.
pairs: N fixes of Python programs. One in eight is a copy of another: the same, in another layout,
with other names, or with two names merged. OUT/groups.tsv has each pair, how it was made, and the
first pair of its `exact` and its `renamed` group. With BLOCK, each BLOCK pairs have words of their
own, so that no near duplicates are in two blocks, and the rows go to standard output as JSON lines.

OUT/truth.tsv has each single-token fix (line from 1, column from 0, in code points; an insertion is
at the token before which it is missing), OUT/histories.tsv each history and its pairs."""
import ast
import csv
import json
import keyword
import os
import random
import re
import sys
import warnings

LANGUAGES = {"Python": ("python", "py", 3286314), "C++": ("cpp", "cpp", 8008527),
             "C": ("c", "c", 754058), "Java": ("java", "java", 712153)}  # CodeNet's submissions
SIZES = 1106809, 288544, 128527, 68805, 40515, 25344, 16605, 10958, 7709, 5398, 3895, 13053
FAILING = "Wrong Answer", "Wrong Answer", "Runtime Error", "Time Limit Exceeded"
EDITS = {"one": 7.5, "layout": 5, "many": 37.5, "statement": 20, "both": 15, "other": 15}
SINGLE = "replace", "insert", "delete"
KINDS = {"new": 88, "same": 4, "layout": 3.5, "renamed": 3.5, "merged": 1}
# An edit changes only what is one token here, and is one token for tokfix.
TOKENS = r"""(?P<gap>(?:\s|%s)+)|(?P<directive>\#[^\n]*)|(?P<string>[A-Za-z]*(?:\"{3}.*?\"{3}
    |'{3}.*?'{3}|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'))|(?P<number>\.?\d[\w.]*)
    |(?P<sign>is[ ]not\b|not[ ]in\b|//|&&|\|\||[-+*/%%&|^<>=!]=|[^\w\s"'\\])|(?P<name>\w+)"""
PYTHON, BRACES = (re.compile(TOKENS % comment, re.S | re.X)
                  for comment in (r"\#[^\n]*", r"//[^\n]*|/\*.*?\*/"))
FAMILIES = [family.split() for family in (
    "< <= > >= == !=", "+= -= *=", "+ - * %", "and or", "&& ||")] + [
        ["is", "is not"], ["in", "not in"]]
NOT_NAMES = {*keyword.kwlist, *"print exec match case type _ int char long double float boolean"
             " byte short delete auto default operator".split()}
VOCABULARY = "n m k a b c d x y z s t p q i j ans res cnt count total tmp data line dp".split()


class Program:
    """ValueError: its tokens are in doubt. SyntaxError: it is not Python."""

    def __init__(self, text, language):
        self.text, self.language, self.is_python = text, language, language == "Python"
        parts = [(match.lastgroup, match[0], match.start()) for match in
                 (PYTHON if self.is_python else BRACES).finditer(text)]
        if sum(len(part[1]) for part in parts) < len(text) or re.search(r"[\r\f\v]|<>|\?\?", text):
            raise ValueError("in doubt")
        if self.is_python:
            compile(text, "", "exec", dont_inherit=True)
        self.gaps = [part for part in parts if part[0] == "gap"]
        self.parts = [part for part in parts if part[0] != "gap"]
        self.tokens = [part[1] for part in self.parts]
        in_strings = " ".join(token for token in self.tokens if re.match(r"\w+[\"']", token))
        names = self.tokens if self.is_python else re.findall(r"\w+(?= [-+*/]?= |\[)", text)
        self.names = [name for name in dict.fromkeys(names) if name not in NOT_NAMES and
                      name not in in_strings and re.match(r"(?!__)[A-Za-z_]\w*$", name)]

    def replace(self, start, end, text):
        return Program(self.text[:start] + text + self.text[end:], self.language)

    def rename(self, names):
        text, end = "", 0
        for _, token, at in self.parts:
            text += self.text[end:at] + names.get(token, token)
            end = at + len(token)
        return Program(text + self.text[end:], self.language)


# Edits. ValueError, IndexError: there is no place for it.

def edit_token(program, rng):
    kind, token, at = rng.choice(program.parts)
    end, new, family = at + len(token), token, [f for f in FAMILIES if token in f]
    if token in program.names:
        new = rng.choice(program.names)
    elif re.fullmatch(r"0|[1-9]\d*", token):
        new = str(abs(int(token) + rng.choice((-1, 1, 2))))
    elif kind == "string" and re.match(r"'[^']|\"[^\"]" if program.is_python else r"\"", token):
        new = token[0] + rng.choice(("Yes", "No", "YES", "Impossible", " ", ",")) + token[0]
    elif family and re.match(r"[\w)\]] .+ [\w(]", program.text[at - 2:end + 2]):
        new = rng.choice(family[0])
    elif token in ("if", "elif", "while"):
        before, negation = (" ", "not ") if program.is_python else (" (", "!")
        rest = program.text[end:].removeprefix(before)
        old = before + negation * rest.startswith(negation)
        if not program.text.startswith(old, end) or rest.startswith((negation * 2, "not in", "!=")):
            raise ValueError(token)
        new = token + (before if old != before else before + negation)
        end += len(old)
    if new == token:
        raise ValueError(token)
    return program.replace(at, end, new)


def edit_statement(program, rng):
    """Drops a line with an assignment, or adds one before it."""
    lines, end = program.text.split("\n"), "" if program.is_python else ";"
    place = rng.choice([i for i in range(1, len(lines)) if
                        re.match(rf"\s*\w+(\[\w+\])* [-+*]?= [^:;{{}}]*{end}$", lines[i]) and
                        (program.is_python or lines[i - 1].endswith((";", "{", "}")))])
    new = re.match(r"\s*", lines[place])[0] + f"extra = {rng.randrange(1000)}{end}"
    lines[place:place + 1] = rng.choice(([], [new, lines[place]]))
    return Program("\n".join(lines), program.language)


def edit_layout(program, rng):
    _, gap, at = rng.choice(program.gaps)
    comment = " # check this" if program.is_python else " // check this"
    line = program.text[:at].rpartition("\n")[2]
    if gap != " " and (gap[0] != "\n" or line.lstrip().startswith("#")):
        raise ValueError(gap)
    new = " " if gap == " " else rng.choice((comment, "\n" + comment, "\n"))
    return program.replace(at, at, new)


def attempt(edit, program, rng):
    for _ in range(30):
        try:
            return edit(program, rng)
        except (ValueError, IndexError, SyntaxError):
            pass
    return program


def edit_once(program, rng, seeds):
    kind = rng.choices(list(EDITS), list(EDITS.values()))[0]
    if kind == "other":
        return rng.choice(seeds)
    if kind == "layout":
        return attempt(edit_layout, program, rng)
    if kind in ("statement", "both"):
        program = attempt(edit_statement, program, rng)
    for _ in range({"one": 1, "many": rng.randint(2, 10), "both": 3}.get(kind, 0)):
        program = attempt(edit_token, program, rng)
    return program


def change(buggy, fixed):
    """Returns insert, delete, replace, larger or identical, and the index of the token."""
    a, b = buggy.tokens, fixed.tokens
    least = min(len(a), len(b))
    start = next((i for i in range(least) if a[i] != b[i]), least)
    end = next((i for i in range(least - start) if a[-1 - i] != b[-1 - i]), least - start)
    return {(1, 1): "replace", (0, 1): "insert", (1, 0): "delete", (0, 0): "identical"}.get(
        (len(a) - start - end, len(b) - start - end), "larger"), start


# Histories of a problem: user, programs, statuses, and what groups.tsv says of it.

def draw_histories(seeds, n, rng):
    user, last, weights = rng.randrange(90000), None, [LANGUAGES[name][2] for name in seeds]
    while n > 0:
        language = rng.choices(list(seeds), weights)[0]
        is_second = last not in (None, language) and rng.random() < 0.1  # of the same user
        user, last = user + (not is_second), None if is_second else language
        size = min(n, rng.choices(range(1, 13), SIZES)[0])
        n -= size
        programs = [rng.choice(seeds[language])]
        while len(programs) < size:
            programs.append(edit_once(programs[-1], rng, seeds[language]))
        statuses = [rng.choice(FAILING) if rng.random() > 0.001 else "WJ" for _ in programs]
        if rng.random() < (0.81 if size > 1 else 0.63):
            statuses[-1] = "Accepted"
            if rng.random() < 0.02:
                statuses[rng.randrange(size)] = "Accepted"
        yield f"u{user:09}", programs, statuses, ()


class Pairs:
    def __init__(self, seeds, block):
        self.block, self.n, self.known, self.seen, self.pieces = block, 0, [], set(), []
        for program in seeds:
            lines, starts = program.text.split("\n"), {}
            for node in ast.parse(program.text).body:
                decorators = getattr(node, "decorator_list", ())
                starts[min([node.lineno] + [d.lineno for d in decorators]) - 1] = True
            starts = [*starts, len(lines)]
            self.pieces.append(["\n".join(lines[a:b]) for a, b in zip(starts, starts[1:])])

    def compose(self, base, rng):
        """A pair that is unlike all others, also with other names: `base` with some statements
        dropped, doubled and added, and some tokens and names changed."""
        pieces, distance = [], rng.random()
        for piece in base:
            pieces += [piece] * (rng.random() > 0.5 * distance)
            pieces += [piece] * (rng.random() < 0.05 * distance)
            pieces += [rng.choice(rng.choice(self.pieces))] * (rng.random() < 0.5 * distance)
        buggy = Program("\n".join(pieces) + "\n", "Python")
        for _ in range(rng.randrange(1 + int(12 * distance))):
            buggy = attempt(edit_token, buggy, rng)
        share, words = rng.choice((0, 0.2, 0.5, 0.9)), rng.sample(VOCABULARY, len(VOCABULARY))
        buggy = buggy.rename({name: f"{words[i % len(words)]}{i or ''}" for i, name in
                              enumerate(buggy.names) if rng.random() < share})
        fixed = edit_token(buggy, rng)
        shape = hash((self.n // self.block, *(
            "" if kind == "name" and token not in NOT_NAMES else token
            for kind, token, _ in buggy.parts + fixed.parts)))
        if shape in self.seen or not 20 < len(buggy.tokens) < 900 or \
                change(buggy, fixed)[0] not in SINGLE:
            raise ValueError("not new")
        self.seen.add(shape)
        self.known.append((self.n, self.n, buggy, fixed))
        return "new", *self.known[-1]

    def copy(self, kind, rng):
        exact, renamed, buggy, fixed = rng.choice(self.known[-64:])
        names, at = sorted({*buggy.names} & {*fixed.names}), change(buggy, fixed)[1]
        if kind == "layout":
            buggy, fixed = edit_layout(buggy, rng), edit_layout(fixed, rng)
        elif kind == "renamed":
            exact, new = self.n, {name: f"{name}{self.n}" for name in names[rng.randrange(2)::2]}
            if not new:
                raise ValueError("no names")
            buggy, fixed = buggy.rename(new), fixed.rename(new)
        elif kind == "merged":
            names = [name for name in names if f".{name}" not in buggy.text
                     and name not in buggy.tokens[at:at + 1] + fixed.tokens[at:at + 1]]
            new = dict([rng.sample(names, 2)])
            self.known.remove((exact, renamed, buggy, fixed))
            exact = renamed = self.n
            buggy, fixed = buggy.rename(new), fixed.rename(new)
        return kind, exact, renamed, buggy, fixed

    def draw_histories(self, n, rng):
        bases, user = rng.choices(self.pieces, k=3), rng.randrange(90000)
        if self.n % self.block == 0:
            self.known = []
        for _ in range(min(n, self.block - self.n % self.block, rng.choice((2, 5, 20, 50, 400)))):
            pair, kind = None, rng.choices(list(KINDS), list(KINDS.values()))[0]
            while not pair:
                try:
                    pair = self.copy(kind, rng) if kind != "new" and self.known else \
                        self.compose(rng.choice(bases), rng)
                except (ValueError, IndexError, SyntaxError):
                    kind, bases[0] = "new", rng.choice(self.pieces)
            *group, buggy, fixed = pair
            own, words = self.n // self.block, {}
            for kind, token, _ in buggy.parts + fixed.parts if own else ():
                if token in buggy.names + fixed.names:
                    words[token] = f"{token}{own}"
                elif kind == "number" and token.isdecimal():
                    words[token] = f"{own}{token}"
                elif kind == "string" and token[-2:-1] != token[-1]:
                    words[token] = f"{token[:-1]}{own}{token[-1]}"
            user, self.n = user + 1, self.n + 1
            yield (f"u{user:09}", (buggy.rename(words), fixed.rename(words)),
                   (rng.choice(FAILING), "Accepted"), group)


# Reading and writing.

def read_seeds(trees):
    """Returns the Accepted programs of each language that has at least ten."""
    seeds = {}
    for tree in trees.split(","):
        for table in sorted(os.listdir(f"{tree}/metadata")):
            with open(f"{tree}/metadata/{table}", newline="", errors="replace") as file:
                rows = [row for row in csv.DictReader(file) if
                        row.get("status") == "Accepted" and row["language"] in LANGUAGES]
            for row in rows:
                path = f"{tree}/data/{table[:-4]}/{row['language']}/{row['submission_id']}"
                try:
                    with open(f"{path}.{LANGUAGES[row['language']][1]}", encoding="utf-8") as file:
                        program = Program(file.read(16000), row["language"])
                except (OSError, ValueError, SyntaxError):
                    continue
                if 20 < len(program.tokens) < 900:
                    seeds.setdefault(row["language"], []).append(program)
    return {language: programs for language, programs in seeds.items() if len(programs) >= 10}


class Tree:
    HEADERS = {"truth.tsv": "problem buggy fixed edit before after line column language",
               "histories.tsv": "problem user submissions pairs single identical language",
               "groups.tsv": "problem buggy fixed kind exact renamed"}

    def __init__(self, folder, in_rows):
        self.folder, self.in_rows, self.n, self.n_problems = folder, in_rows, 0, 0
        self.lines = {name: [header.split()] for name, header in self.HEADERS.items()}
        self.problems = ["id,name,dataset,time_limit,memory_limit,rating,tags,complexity"]

    def write(self, path, lines):
        path = os.path.join(self.folder, path)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write("\n".join(lines))

    def add(self, histories, rng):
        """Adds a problem. Its submissions have their numbers in the order of their dates."""
        problem, rows, ids = f"p{self.n_problems:05}", [], {}
        for number, (user, programs, statuses, _) in enumerate(histories):
            date = 1262304000 + self.n_problems * 3600 + rng.randrange(30 * 86400)
            for place, (program, status) in enumerate(zip(programs, statuses)):
                date += rng.randint(20, 1800)
                rows.append((date, number, place, user, status, program))
        table = ["submission_id,problem_id,user_id,date,language,original_language,filename_ext,"
                 "status,cpu_time,memory,code_size,accuracy"]
        for date, number, place, user, status, program in sorted(rows, key=lambda row: row[:3]):
            self.n += 1
            name = ids[number, place] = f"s{self.n:09}"
            language, extension = program.language, LANGUAGES[program.language][1]
            if self.in_rows:
                print(json.dumps({"id": name, "problem": problem, "user": user, "date": date,
                                  "language": language, "status": status, "cpu_time": 100,
                                  "memory": 9000, "code": program.text}))
                continue
            self.write(f"Project_CodeNet/data/{problem}/{language}/{name}.{extension}",
                       [program.text])
            table.append(f"{name},{problem},{user},{date},{language},{language},{extension},"
                         f"{status},100,9000,{len(program.text.encode())},")
        self.n_problems += 1
        self.problems.append(f"{problem},{problem},AtCoder,1000,131072,,,")
        if not self.in_rows:
            self.write(f"Project_CodeNet/metadata/{problem}.csv", [*table, ""])
        for number, (user, programs, statuses, group) in enumerate(histories):
            language, kinds = LANGUAGES[programs[0].language][0], []
            if group:
                self.lines["groups.tsv"].append([problem, ids[number, 0], ids[number, 1], *group])
            for i, j in ((i, j) for j in range(len(programs)) for i in range(j)):
                if statuses[i] not in FAILING or statuses[j] != "Accepted":
                    continue
                kind, at = change(programs[i], programs[j])
                kinds.append(kind)
                if kind in SINGLE:
                    before = programs[i].text[:programs[i].parts[at][2]]
                    self.lines["truth.tsv"].append([
                        problem, ids[number, i], ids[number, j], kind,
                        "" if kind == "insert" else programs[i].tokens[at].replace("\\", r"\\"),
                        "" if kind == "delete" else programs[j].tokens[at].replace("\\", r"\\"),
                        before.count("\n") + 1, len(before) - before.rfind("\n") - 1, language])
            self.lines["histories.tsv"].append([
                problem, user, len(programs), len(kinds), sum(map(kinds.count, SINGLE)),
                kinds.count("identical"), language])

    def close(self):
        if not self.in_rows:
            self.write("Project_CodeNet/metadata/problem_list.csv", [*self.problems, ""])
        for name, rows in self.lines.items():
            self.write(name, ["\t".join(map(str, row)) for row in rows] + [""])
        print(*(f"{name} {len(rows) - 1}" for name, rows in self.lines.items()),
              sep="\n", file=sys.stderr)


def main():
    warnings.simplefilter("ignore")
    mode, trees, folder, n = *sys.argv[1:4], int(sys.argv[4])
    rng = random.Random(int(sys.argv[5]) if len(sys.argv) > 5 else 1)
    block = int(sys.argv[6]) if len(sys.argv) > 6 else 0
    seeds, tree = read_seeds(trees), Tree(folder, block > 0)
    pairs = Pairs(seeds["Python"], block or n) if mode == "pairs" else None
    while (pairs.n if pairs else tree.n) < n:
        tree.add(list(pairs.draw_histories(n - pairs.n, rng) if pairs else
                      draw_histories(seeds, min(400, n - tree.n), rng)), rng)
    tree.close()


main()
