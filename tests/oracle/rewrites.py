# Whether rewritten programs are what they should be: rewrites.py trees LIST, rewrites.py runs LIST
# FOLDER. A line of LIST is "ORIGINAL\tREWRITTEN\tKIND": two files.
#
# trees: both syntax trees of Python's own parser are normalized with respect to the kind of
# rewrite; then they must be equal.
# runs: each program runs, in its own process, on some generated inputs. Its output and its exit
# status must be the same. Processes are forked from this one, which is cheap. FOLDER is for their
# files.
import ast
import io
import os
import random
import resource
import signal
import sys
import time
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


def run(path, given, scratch, seconds=SECONDS):
    """What the program prints, and its exit status or the type of its exception; None: no end."""
    output = os.path.join(scratch, "stdout")
    child = os.fork()
    if child == 0:
        status = "?"
        try:
            out = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            os.dup2(out, 1)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            feed = os.open(os.path.join(scratch, "stdin"), os.O_RDWR | os.O_CREAT | os.O_TRUNC)
            os.write(feed, given)
            os.lseek(feed, 0, 0)
            os.dup2(feed, 0)
            sys.stdin = io.TextIOWrapper(io.BufferedReader(io.FileIO(0)))
            sys.stdout = io.TextIOWrapper(io.BufferedWriter(io.FileIO(1, "w")))
            sys.argv = ["program.py"]
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
            resource.setrlimit(resource.RLIMIT_FSIZE, (MAX_OUTPUT, MAX_OUTPUT))
            resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
            random.seed(1)
            with open(path, "rb") as file:
                code = compile(file.read(), "program.py", "exec")
            try:
                exec(code, {"__name__": "__main__", "__builtins__": __builtins__})
                status = "0"
            except SystemExit as end:
                status = f"exit {end.code}"
            sys.stdout.flush()
        except BaseException as error:
            status = type(error).__name__
            try:
                sys.stdout.flush()
            except BaseException:
                pass
        with open(os.path.join(scratch, "status"), "w") as file:
            file.write(status)
        os._exit(0)
    start = time.monotonic()
    while True:
        done, how = os.waitpid(child, os.WNOHANG)
        if done:
            break
        if time.monotonic() - start > 4 * seconds:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return None
        time.sleep(0.0005)
    if how != 0:
        return None
    with open(output, "rb") as out, open(os.path.join(scratch, "status")) as status:
        return out.read(), status.read()


def made_up_inputs(path):
    """Numbers and words in the shapes that contest problems have, the same in every run."""
    draw = random.Random(zlib.crc32(os.path.basename(path).encode()))

    def numbers(n):
        return " ".join(str(draw.randint(1, 9)) for _ in range(n))

    def rows(n, width):
        return "".join(numbers(width) + "\n" for _ in range(n))

    def words(n, letters="abcxyz"):
        return "".join("".join(draw.choices(letters, k=5)) + "\n" for _ in range(n))

    yield rows(1, 1)
    yield rows(1, 2)
    yield rows(1, 3)
    yield rows(1, 4)
    yield rows(60, 1)
    yield "5\n" + rows(3, 5)
    yield "5 3\n" + rows(3, 5)
    yield "4\n" + rows(20, 2)
    yield "4 3\n" + rows(20, 2)
    yield "4 3\n" + rows(20, 3)
    yield words(3)
    yield "5\n" + words(20)
    yield "5 3\n" + words(20)
    yield "4 5\n" + words(20, ".#")
    yield "10 20 0\n0\n0 0\n"
    yield ""


def inputs_and_results(path, scratch):
    """Of many inputs those on which a program comes far, with what it does on them."""
    ended, failed, seen, n_endless = [], [], set(), 0
    for text in map(str.encode, made_up_inputs(path)):
        if (len(ended) >= 4 and failed) or n_endless == 2:
            break
        result = run(path, text, scratch)
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


def compare_runs(scratch):
    endings, n_runs, done, tried = Counter(), 0, None, []
    for original, rewritten, kind in listed():
        if original != done:
            done, tried = original, inputs_and_results(original, scratch)
            endings.update(result[1] for text, result in tried)
        for text, before in tried:
            after = run(rewritten, text, scratch)
            n_runs += 1
            if after is None:  # on a busy machine
                after = run(rewritten, text, scratch, 10 * SECONDS)
            if after != before:
                print(f"{kind}: {original} on {text[:200]!r}: {before}\n{rewritten}: {after}")
                sys.exit(1)
    ends = ", ".join(f"{n} {end}" for end, n in endings.most_common(6))
    print(f": {n_runs} runs end alike; of the originals {ends}")


if sys.argv[1] == "trees":
    compare_trees()
else:
    compare_runs(sys.argv[3])
