# Whether rewritten programs are what they should be: rewrites.py trees LIST, rewrites.py runs LIST.
# A line of LIST is "ORIGINAL\tREWRITTEN\tKIND": two files.
#
# trees: both syntax trees of Python's own parser are normalized with respect to the kind of
# rewrite; then they must be equal.
# runs: each program runs, in its own process, on some generated inputs. Its output and its exit
# status must be the same. Processes are forked from this one, which is cheap.
import ast
import os
import random
import resource
import signal
import sys
import tempfile
import warnings
import zlib
from collections import Counter

warnings.simplefilter("ignore")
SECONDS = 1
MAX_OUTPUT = 1 << 20


def listed():
    """The lines of LIST; counts each kind. Prints what was counted at the end."""
    counts = Counter()
    for row in open(sys.argv[2]):
        original, rewritten, kind = row.rstrip("\n").split("\t")
        yield original, rewritten, kind
        counts[kind] += 1
    if not counts:
        sys.exit("nothing was rewritten")
    print(", ".join(f"{n} {kind}" for kind, n in sorted(counts.items())), end="")


def parsed(path):
    """The tree of a file; None if it is not Python 3."""
    try:
        with open(path, "rb") as file:
            return ast.parse(file.read())
    except (SyntaxError, ValueError, RecursionError):
        return None


def ordered(node):
    """What is compared with one other thing is the smaller one, or the first by its text."""
    if len(node.ops) == 1:
        left, right, operator = node.left, node.comparators[0], node.ops[0]
        other = {ast.Gt: ast.Lt, ast.GtE: ast.LtE}.get(type(operator))
        is_even = isinstance(operator, (ast.Eq, ast.NotEq))
        if other or (is_even and ast.dump(left) > ast.dump(right)):
            left, right = right, left
        node.left, node.comparators = left, [right]
        node.ops = [other() if other else operator]
    return node


class Condition(ast.NodeTransformer):
    """What is a condition, or joined to one by `and`, `or` and `not`, is ordered."""

    def visit_test(self, node):
        self.generic_visit(node)
        node.test = self.ordered(node.test)
        return node

    def ordered(self, test):
        if isinstance(test, ast.BoolOp):
            test.values = [self.ordered(value) for value in test.values]
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            test.operand = self.ordered(test.operand)
        return ordered(test) if isinstance(test, ast.Compare) else test

    visit_If = visit_While = visit_IfExp = visit_test


class Rename(ast.NodeTransformer):
    """The names of variables are left out, and listed."""

    def __init__(self):
        self.names = []

    def take(self, node, field):
        if getattr(node, field, None):
            self.names.append(getattr(node, field))
            setattr(node, field, "")
        return self.generic_visit(node)

    def visit_Name(self, node):
        return self.take(node, "id")

    def visit_arg(self, node):
        return self.take(node, "arg")

    def visit_names(self, node):
        self.names += node.names
        node.names = []
        return node

    visit_Global = visit_Nonlocal = visit_names


def same_tree(kind, original, rewritten):
    if kind != "rename":
        return ast.dump(Condition().visit(original)) == ast.dump(Condition().visit(rewritten))
    old, new = Rename(), Rename()
    if ast.dump(old.visit(original)) != ast.dump(new.visit(rewritten)):
        return False
    changes = {pair for pair in zip(old.names, new.names) if pair[0] != pair[1]}
    fresh = {name for _, name in changes}
    return len(old.names) == len(new.names) and len(changes) == 1 and not fresh & set(old.names)


def execute(path):
    """Runs the program in this process; returns its exit status or the type of its exception."""
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)
    sys.argv = ["program.py"]
    random.seed(1)
    try:
        with open(path, "rb") as file:
            code = compile(file.read(), "program.py", "exec")
        exec(code, {"__name__": "__main__", "__builtins__": __builtins__})
        end = "0"
    except SystemExit as error:
        end = f"exit {error.code}"
    except BaseException as error:
        end = type(error).__name__
    try:
        sys.stdout.flush()
    except BaseException as error:
        end = type(error).__name__
    return end


def run(path, given, seconds=SECONDS):
    """What the program prints, and how it ends; None: it does not."""
    with (tempfile.TemporaryFile() as feed, tempfile.TemporaryFile() as output,
          tempfile.TemporaryFile("w+") as status):
        feed.write(given)
        feed.seek(0)
        child = os.fork()
        if child == 0:
            os.dup2(feed.fileno(), 0)
            os.dup2(output.fileno(), 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_OUTPUT, MAX_OUTPUT))
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
            signal.alarm(4 * seconds)
            status.write(execute(path))
            status.flush()
            os._exit(0)
        if os.waitpid(child, 0)[1] != 0:
            return None
        output.seek(0)
        status.seek(0)
        return output.read(), status.read()


def made_up_inputs(path):
    """Numbers and words in the shapes that contest problems have, the same in every run."""
    draw = random.Random(zlib.crc32(os.path.basename(path).encode()))

    def rows(n, width, items="123456789", separator=" "):
        return "".join(separator.join(draw.choices(items, k=width)) + "\n" for _ in range(n))

    yield from (rows(1, width) for width in (1, 2, 3, 4))
    yield rows(60, 1)
    shapes = ("5", 3, 5), ("5 3", 3, 5), ("4", 20, 2), ("4 3", 20, 2), ("4 3", 20, 3)
    yield from (f"{head}\n{rows(n, width)}" for head, n, width in shapes)
    yield rows(3, 5, "abcxyz", "")
    for head, letters in ("5", "abcxyz"), ("5 3", "abcxyz"), ("4 5", ".#"):
        yield f"{head}\n{rows(20, 5, letters, '')}"
    yield "10 20 0\n0\n0 0\n"
    yield ""


def inputs_and_results(path):
    """Of many inputs those on which a program comes far, with what it does on them."""
    ended, failed, seen, n_endless = [], [], set(), 0
    for text in map(str.encode, made_up_inputs(path)):
        if (len(ended) >= 4 and failed) or n_endless == 2:
            break
        result = run(path, text)
        n_endless += result is None
        if result and result not in seen:
            seen.add(result)
            (ended if result[1] == "0" else failed).append((text, result))
    return ended[:4] + failed[:1]


def compare_trees():
    n_other = 0
    for original, rewritten, kind in listed():
        tree, new = parsed(original), parsed(rewritten)
        if not tree:
            n_other += 1
        elif not new or not same_tree(kind, tree, new):
            sys.exit(f"{kind}: {original} and {rewritten} differ in more")
    print(f" differ in what they should ({n_other} are not Python 3)")


def compare_runs():
    endings, n_runs, done, tried = Counter(), 0, None, []
    for original, rewritten, kind in listed():
        if original != done:
            done, tried = original, inputs_and_results(original)
            endings.update(result[1] for text, result in tried)
        for text, before in tried:
            after = run(rewritten, text)
            n_runs += 1
            if after is None:  # on a busy machine
                after = run(rewritten, text, 10 * SECONDS)
            if after != before:
                print(f"{kind}: {original} on {text[:200]!r}: {before}\n{rewritten}: {after}")
                sys.exit(1)
    ends = ", ".join(f"{n} {end}" for end, n in endings.most_common(6))
    print(f": {n_runs} runs end alike; of the originals {ends}")


if sys.argv[1] == "trees":
    compare_trees()
else:
    compare_runs()
