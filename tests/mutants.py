#!/usr/bin/env python3
"""What the tests notice: branch coverage by room (gcov), and mutants of our own C.

    tests/mutants.py coverage [NAME...]
        runs all tests, or these, once in a build that counts, and prints the branches that all
        tests so far take, by room
    tests/mutants.py run [--n 200] [--seed 1] [--longest 60] [--budget 90]
        changes one operator, constant or condition at a time, and runs the tests that execute its
        line, the quickest first, to the first that fails. After tests that took --budget seconds
        together in `coverage`, the mutant has survived
    tests/mutants.py compare OLD NEW
        prints the mutants that only OLD notices, of two mutants.tsv

Everything is under out/mutants: coverage/ has a file for each test, and mutants.tsv a line for each
mutant. What is there is not done again, so that both can be stopped: remove the files to begin
anew. The sites depend on the sources and the seed alone, so that two sets of tests of the same
sources meet the same mutants. A test may take three times what it took in `coverage`. Two trees are
mutated at a time, each in a copy of its own.
"""
import argparse, collections, concurrent.futures, hashlib, json, math, os, re, shutil
import subprocess, sys, time

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), ".."))
WORK = os.path.join(ROOT, "out/mutants")
COVERAGE = ["VARIANT=coverage", "CFLAGS=-O0 -g --coverage -fprofile-update=atomic"]
MUTANT = ["VARIANT=mutant", "CFLAGS=-O1"]
TREES = 2

TOKEN = re.compile(
    r'(?P<skip>//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|'
    r'^[ \t]*\#(?:\\\n|[^\n])*)'
    r"|(?P<name>[A-Za-z_]\w*)|(?P<number>\d[\w.]*)"
    r"|(?P<operator><<=|>>=|\+=|-=|\+\+|--|->|<<|>>|<=|>=|==|!=|&&|\|\|"
    r"|[-+*/%<>&|^!=(){};,?:.~\[\]])",
    re.S | re.M)
SWAPS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "&&": "||",
         "||": "&&", "+": "-", "-": "+", "*": "+", "/": "*", "%": "+", "+=": "-=", "-=": "+=",
         "<<": ">>", ">>": "<<", "|": "&", "&": "|"}
MESSAGES = {"err_set", "tell", "warn", "printf", "fprintf", "_Static_assert"}


def make(tree, *words, **options):
    return subprocess.run(["make", "--no-print-directory", "-s", "-j2", *words], cwd=tree,
                          stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options)


def sources():
    listed = subprocess.check_output(
        ["git", "ls-files", "*.c", ":!tests", ":!setup", ":!base/sandbox/*/*"], cwd=ROOT, text=True)
    return listed.split()


def room_of(path):
    return path.rsplit("/", 1)[0]


def run_test(tree, variant, runner, name, limit, extra=None):
    """Runs one test as tests/run.sh does. Returns whether it passed, and its seconds."""
    results = os.path.join(WORK, "results", os.path.basename(tree), name.replace("/", "+"))
    binary = f"out/build/{variant}/tokfix"
    environment = {**os.environ, "LIMIT": str(limit), "PROGRAMS": "8", "JOBS": "1",
                   "FAULTS": f"{tree}/out/build/{variant}/tests/faults.so", **(extra or {})}
    start = time.monotonic()
    status = subprocess.run(["tests/run.sh", results, binary, runner, name], cwd=tree,
                            env=environment, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL).returncode
    shutil.rmtree(results, ignore_errors=True)
    return status == 0, time.monotonic() - start


# ---- Coverage ----

def count(folder):
    """The lines and branches that the counters in a folder say were executed."""
    lines, branches = collections.defaultdict(list), {}
    paths = []
    for at, _, names in os.walk(folder):
        built = at[len(folder):]
        for name in names:
            notes = os.path.join(built, name[:-4] + "gcno")
            if name.endswith(".gcda") and os.path.exists(notes):
                os.symlink(notes, os.path.join(at, name[:-4] + "gcno"))
                paths.append(os.path.join(at, name))
    if not paths:
        return lines, branches
    printed = subprocess.run(["gcov", "--json-format", "--stdout", "-b", *paths], cwd=ROOT,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    for document in printed.splitlines():
        for file in json.loads(document)["files"]:
            path = file["file"]
            if path.startswith("/") or path.startswith("tests/") or not path.endswith(".c"):
                continue
            for line in file["lines"]:
                if line["count"]:
                    lines[path].append(line["line_number"])
                for number, branch in enumerate(line["branches"]):
                    place = (path, line["line_number"], number)
                    branches[place] = branches.get(place, False) or branch["count"] > 0
    return lines, branches


def covered_path(name):
    return os.path.join(WORK, "coverage", name.replace("/", "+") + ".json")


def covered():
    """What is known of the tests: {name: {passed, seconds, lines, branches}}."""
    found = {}
    for name in sorted(os.listdir(os.path.join(WORK, "coverage"))):
        with open(os.path.join(WORK, "coverage", name)) as file:
            found[name[:-len(".json")].replace("+", "/")] = json.load(file)
    return found


def cover(name):
    folder = os.path.join(WORK, "gcda", name.replace("/", "+"))
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    passed, seconds = run_test(ROOT, "coverage", "out/build/coverage/tests/runner-all", name, 1800,
                               {"GCOV_PREFIX": folder})
    lines, branches = count(folder)
    shutil.rmtree(folder, ignore_errors=True)
    with open(covered_path(name), "w") as out:
        json.dump({"passed": passed, "seconds": seconds, "lines": lines,
                   "branches": [[*place, taken] for place, taken in branches.items()]}, out)
    return name, passed, seconds


def coverage(arguments):
    for words in (["build-tests"], ["build-tests", *COVERAGE]):  # the first: loaders
        built = make(ROOT, *words)
        if built.returncode:
            sys.exit(built.stderr)
    names = arguments.names or subprocess.check_output(
        ["make", "-s", "list-tests"], cwd=ROOT, text=True).split()
    left = [name for name in names if not os.path.exists(covered_path(name))]
    with concurrent.futures.ProcessPoolExecutor(TREES) as pool:
        for number, (name, passed, seconds) in enumerate(pool.map(cover, left), 1):
            print(f"{number} of {len(left)}: {name}, {seconds:.1f} s"
                  f"{'' if passed else ': FAILED, so that it notices no mutants'}",
                  file=sys.stderr, flush=True)
    rooms, branches = collections.defaultdict(lambda: [0, 0]), {}
    for test in covered().values():
        for path, line, number, taken in test["branches"]:
            place = (path, line, number)
            branches[place] = branches.get(place, False) or taken
    for (path, _, _), taken in branches.items():
        for room in (room_of(path), "all"):
            rooms[room][0] += taken
            rooms[room][1] += 1
    for room, (taken, n) in sorted(rooms.items()):
        print(f"{room}\t{taken}\t{n}\t{100 * taken / n:.1f} %")


# ---- Mutants ----

def closing(tokens, at):
    """The index of the parenthesis that closes the one at `at`."""
    depth = 0
    for i in range(at, len(tokens)):
        depth += {"(": 1, ")": -1}.get(tokens[i].group(), 0)
        if depth == 0:
            return i
    return at


def sites_of(path):
    """All changes of one token or condition of a file: (line, start, end, text)."""
    text = open(os.path.join(ROOT, path)).read()
    tokens = [m for m in TOKEN.finditer(text) if m.lastgroup != "skip"]
    braces, until = 0, -1
    for i, token in enumerate(tokens):
        word, kind = token.group(), token.lastgroup
        braces += {"{": 1, "}": -1}.get(word, 0)
        if word in MESSAGES and i + 1 < len(tokens) and tokens[i + 1].group() == "(":
            until = max(until, closing(tokens, i + 1))
        if braces == 0 or i <= until:
            continue
        line, (start, end) = text.count("\n", 0, token.start()) + 1, token.span()
        is_binary = text[start - 1] == " " and text[end:end + 1] in " \n"
        if kind == "operator" and word in SWAPS and is_binary:
            yield line, start, end, SWAPS[word]
        elif kind == "number" and word.isdigit() and text[start - 1:end + 1] != "{0}":
            yield line, start, end, str(int(word) + 1)
        elif word in ("true", "false"):
            yield line, start, end, {"true": "false", "false": "true"}[word]
        elif word == "if":
            last = tokens[closing(tokens, i + 1)].start()
            first = tokens[i + 1].end()
            yield line, first, last, f"!({text[first:last]})"


def choose(n, seed):
    """n sites, spread over the rooms by their lines; more follow in each room, for those that do
    not compile."""
    rooms, n_lines = collections.defaultdict(list), collections.Counter()
    for path in sources():
        n_lines[room_of(path)] += sum(1 for _ in open(os.path.join(ROOT, path)))
        for site in sites_of(path):
            key = hashlib.sha256(f"{seed} {path} {site[1]} {site[3]}".encode()).digest()
            rooms[room_of(path)].append((key, (path, *site)))
    total, chosen = sum(n_lines.values()), {}
    for room, sites in sorted(rooms.items()):
        chosen[room] = (max(1, round(n * n_lines[room] / total)), [s for _, s in sorted(sites)])
    return chosen


def try_mutant(tree, site, tests, budget):
    """Returns what became of a mutant: a status, and the test that noticed it."""
    path, line, start, end, new = site
    file = os.path.join(tree, path)
    text = open(file).read()
    running = sorted((t["seconds"], name) for name, t in tests.items()
                     if line in t["lines"].get(path, ()))
    try:
        with open(file, "w") as out:
            out.write(text[:start] + new + text[end:])
        if make(tree, "build-tests", *MUTANT).returncode:
            return "does not compile", ""
        spent = 0
        for seconds, name in running:
            if spent >= budget:
                break
            spent += seconds
            passed, _ = run_test(tree, "mutant", "out/build/mutant/tests/runner-all", name,
                                 math.ceil(3 * seconds) + 1)
            if not passed:
                return "noticed", name
        return ("survived" if running else "not executed"), ""
    finally:
        with open(file, "w") as out:
            out.write(text)


def prepare(number):
    """A copy of the tree, with its build."""
    tree = os.path.join(WORK, f"tree{number}", os.path.basename(ROOT))
    os.makedirs(tree, exist_ok=True)
    for name in set(os.listdir(tree)) - {"out"}:  # its build stays
        path = os.path.join(tree, name)
        shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
    left_out = ("./.git", "./out/mutants", "./out/build/coverage", "./out/build/mutant")
    packed = subprocess.Popen(["tar", "-C", ROOT, *("--exclude=" + path for path in left_out),
                               "-cf", "-", "."], stdout=subprocess.PIPE)
    subprocess.check_call(["tar", "-C", tree, "-xf", "-"], stdin=packed.stdout)
    if packed.wait():
        sys.exit(f"cannot copy the sources to '{tree}'")
    shared = os.path.join(os.path.dirname(ROOT), "shared")
    if os.path.exists(shared) and not os.path.exists(os.path.dirname(tree) + "/shared"):
        os.symlink(os.path.realpath(shared), os.path.dirname(tree) + "/shared")
    built = make(tree, "build-tests", *MUTANT)
    if built.returncode:
        sys.exit(built.stderr)
    return tree


def run(arguments):
    tests = covered()
    left_out = [name for name, t in tests.items()
                if not t["passed"] or t["seconds"] > arguments.longest]
    print("not run: " + ", ".join(left_out), file=sys.stderr)
    tests = {name: {"seconds": t["seconds"], "lines": {p: set(l) for p, l in t["lines"].items()}}
             for name, t in tests.items() if name not in left_out}
    trees = [prepare(number) for number in range(TREES)]
    queue = [(room, n, sites) for room, (n, sites) in choose(arguments.n, arguments.seed).items()]
    table = os.path.join(WORK, "mutants.tsv")
    rows = [line.rstrip("\n").split("\t") for line in open(table)] if os.path.exists(table) else []
    done = {tuple(row[1:4]) for row in rows}

    def work(tree):
        while queue:
            room, n, sites = queue.pop(0)
            for site in sites:
                if n == 0:
                    break
                path, line, start, end, new = site
                old = open(os.path.join(ROOT, path)).read()[start:end]
                change = f"{' '.join(old.split())} -> {' '.join(new.split())}"
                if (f"{path}:{line}", str(start), change) in done:
                    n -= 1
                    continue
                status, by = try_mutant(tree, site, tests, arguments.budget)
                if status == "does not compile":
                    continue
                n -= 1
                rows.append([room, f"{path}:{line}", str(start), change, status, by])
                with open(table, "a") as out:
                    out.write("\t".join(rows[-1]) + "\n")
                print("\t".join(rows[-1]), file=sys.stderr, flush=True)

    with concurrent.futures.ThreadPoolExecutor(TREES) as pool:
        list(pool.map(work, trees))
    statuses = collections.Counter(row[4] for row in rows)
    print(f"{len(rows)} mutants: " + ", ".join(f"{n} {s}" for s, n in sorted(statuses.items())))


def compare(arguments):
    def read(path):
        return {tuple(line.split("\t")[1:4]): line.rstrip("\n").split("\t")[4:]
                for line in open(path)}
    old, new = read(arguments.old), read(arguments.new)
    lost = [(site, old[site][1], new.get(site, ["not drawn"])[0]) for site in sorted(old)
            if old[site][0] == "noticed" and new.get(site, [""])[0] != "noticed"]
    for site, by, status in lost:
        print("\t".join((*site, by, status)))
    print(f"{len(lost)} mutants of {len(old)} only {arguments.old} notices", file=sys.stderr)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("coverage")
    command.add_argument("names", nargs="*")
    command.set_defaults(run=coverage)
    command = commands.add_parser("run")
    command.add_argument("--n", type=int, default=200)
    command.add_argument("--seed", type=int, default=1)
    command.add_argument("--longest", type=float, default=60)
    command.add_argument("--budget", type=float, default=90)
    command.set_defaults(run=run)
    command = commands.add_parser("compare")
    command.add_argument("old")
    command.add_argument("new")
    command.set_defaults(run=compare)
    arguments = parser.parse_args()
    os.makedirs(os.path.join(WORK, "coverage"), exist_ok=True)
    arguments.run(arguments)


if __name__ == "__main__":
    main()
