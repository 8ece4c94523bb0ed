"""Compares the tokens of real programs in C, C++, Java and Go with those of clang's raw lexer,
javac's scanner and go/scanner. usage: compiler_tokens.py TOKFIX LANGUAGE FILE...

Each token of theirs must be in exactly one of ours, and each of ours must be one of theirs, except
for what counts as one token here: a run of words that are a type, and the name of a header. Those
of groups that are certainly not compiled do not count: clang's raw lexer cuts them, too, so they
are taken out of its tokens (compiled). In Go, line ends that are semicolons count, too. Prints the
files that differ, and at the end the numbers of files and tokens compared."""
import os
import re
import subprocess
import sys

TYPE_WORDS = set("signed unsigned short long int char double __int128".split())
HERE = os.path.dirname(os.path.abspath(__file__))


def ours(tokfix, language, path):
    """A list of (start, end, kind), or None for a program without tokens."""
    run = subprocess.run(
        [tokfix, "diff", "--tokens", "--language", language, path], capture_output=True, check=False
    )
    if not run.stdout:  # a program that does not parse has tokens, too
        return None
    rows = (line.split(b"\t") for line in run.stdout.splitlines()[1:])
    rows = [row for row in rows if len(row) >= 7]
    layout = () if language == "go" else (b"line_end", b"block_open", b"block_close")
    return [(int(row[3]), int(row[4])) for row in rows if row[5] not in layout]


def number_of(words):
    """The value of a condition that is a number, in parentheses or not; otherwise None."""
    number = re.fullmatch(rb"\(*(0[xX][0-9a-fA-F]+|0|[1-9][0-9]*)[uUlL]*\)*", b"".join(words))
    return int(number[1], 0) if number else None


def directive_at(tokens, index, text):
    """The words of the directive that begins with a token, and the index after it."""
    kind, start, end, starts_line = tokens[index]
    after = index + 1
    if not starts_line or text[start:end] not in (b"#", b"%:"):
        return [], after
    while after < len(tokens) and not tokens[after][3]:
        after += 1
    return [text[a:b] for _, a, b, _ in tokens[index + 1 : after]], after


def compiled(tokens, text):
    """Yields the tokens that are not in a group that is certainly not compiled. `groups` has an
    item for each open group: whether a branch was certainly taken, whether the current one is
    certainly not, and whether the whole group is."""
    groups, index = [], 0
    while index < len(tokens):
        words, after = directive_at(tokens, index, text)
        name = words[0] if words else b""
        is_dead = bool(groups) and groups[-1][1]
        if name in (b"if", b"ifdef", b"ifndef"):
            value = number_of(words[1:]) if name == b"if" else None
            groups.append([bool(value), is_dead or value == 0, is_dead])
            is_shown = not is_dead
        elif groups and name in (b"elif", b"elifdef", b"elifndef", b"else"):
            value = 1 if name == b"else" else number_of(words[1:]) if name == b"elif" else None
            was_taken, _, is_all_dead = groups[-1]
            groups[-1][:2] = [
                was_taken or bool(value),
                is_all_dead or was_taken or value == 0,
            ]
            is_shown = not is_all_dead
        elif groups and name == b"endif":
            is_shown = not groups.pop()[2]
        else:
            is_shown = not is_dead
        if is_shown:
            yield from tokens[index:after]
        index = after


def of_clang(language, path):
    """Yields (start, end). The raw lexer also dumps white space and comments."""
    standard = ["-x", "c", "-std=gnu17"] if language == "c" else ["-x", "c++", "-std=gnu++17"]
    run = subprocess.run(
        ["clang", "-fsyntax-only", *standard, "-Xclang", "-dump-raw-tokens", path],
        capture_output=True,
        check=False,
    )
    with open(path, "rb") as file:
        text = file.read()
    lines = [0] + [match.end() for match in re.finditer(rb"\r\n|\n|\r", text)]
    place = re.compile(rb"^(\w+) '.*?'\t([^\n]*?)Loc=<[^\n]*?:(\d+):(\d+)>$", re.S | re.M)
    found = [
        (match[1], lines[int(match[3]) - 1] + int(match[4]) - 1, b"StartOfLine" in match[2])
        for match in place.finditer(run.stderr)
    ]
    found.append((b"eof", len(text), True))
    tokens = [
        (kind, start, end, starts_line)
        for (kind, start, starts_line), (_, end, _) in zip(found, found[1:])
        if kind != b"comment" and re.sub(rb"\\[ \t]*\r?\n", b"", text[start:end]).strip()
    ]
    return [(start, end) for _, start, end, _ in compiled(tokens, text)]


def of_scanner(command, words=None):
    """A dictionary of lists of (start, end); None for a program that the scanner refuses."""
    run = subprocess.run(command, capture_output=True, check=True, encoding="utf-8", input=words)
    found = {}
    for line in run.stdout.splitlines():
        path, *place = line.split("\t")
        if place:
            found.setdefault(path, []).append((int(place[0]), int(place[1])))
        else:
            found[path] = None
    return found


def of_go(paths):
    return of_scanner(["go", "run", os.path.join(HERE, "tokens.go")], "\n".join(paths))


def of_javac(paths):
    packages = "parser", "util", "file"
    exports = [
        f"--add-exports=jdk.compiler/com.sun.tools.javac.{name}=ALL-UNNAMED" for name in packages
    ]
    found = of_scanner(["java", *exports, os.path.join(HERE, "Tokens.java"), *paths])
    for path, tokens in found.items():
        with open(path, encoding="utf-8", newline="") as file:
            text = file.read()
        at = [0]  # bytes before each UTF-16 unit
        for char in text:
            size = len(char.encode("utf-8"))
            at.extend([at[-1] + size] * (2 if ord(char) > 0xFFFF else 1))
        found[path] = [(at[start], at[end]) for start, end in tokens]
    return found


def difference(text, mine, theirs):
    """The first byte at which the tokens differ, or None."""
    if mine == theirs:
        return None
    position = 0
    for index, (start, end) in enumerate(mine):
        inside = []
        while position < len(theirs) and theirs[position][0] < end:
            inside.append(theirs[position])
            position += 1
        if not inside or inside[0][0] != start or inside[-1][1] != end:
            return start
        words = [text[a:b].decode("latin-1") for a, b in inside]
        before = text[mine[index - 1][0] : mine[index - 1][1]] if index else b""
        is_header = (
            words[0] == "<" and words[-1] == ">" and before.startswith((b"include", b"import"))
        )
        if len(inside) > 1 and not is_header and not set(words) <= TYPE_WORDS:
            return start
    return None if position == len(theirs) else theirs[position][0]


def main():
    tokfix, language, *paths = sys.argv[1:]
    scanners = {"java": of_javac, "go": of_go}
    scanned = scanners[language](paths) if language in scanners else None
    n_files = n_tokens = n_different = n_refused = 0
    for path in paths:
        mine = ours(tokfix, language, path)
        with open(path, "rb") as file:
            text = file.read()
        if mine is None or text.startswith(b"\xef\xbb\xbf"):
            n_refused += 1
            continue
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:  # our places are those of the decoded text
            n_refused += 1
            continue
        theirs = of_clang(language, path) if scanned is None else scanned.get(path, [])
        if theirs is None:
            n_refused += 1
            continue
        byte = difference(text, mine, theirs)
        n_files += 1
        n_tokens += len(mine)
        if byte is not None:
            n_different += 1
            print(f"{path}: byte {byte}: {text[byte:byte + 40]!r}")
    print(
        f"{language}: {n_files} programs, {n_tokens} tokens, {n_different} differ, "
        f"{n_refused} left out"
    )
    return n_different * 100 > n_files


sys.exit(main())
