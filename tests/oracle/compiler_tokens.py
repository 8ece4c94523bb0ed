"""Compares the tokens of real programs in C, C++, Java and Go with those of clang's raw lexer,
javac's scanner and go/scanner. usage: compiler_tokens.py TOKFIX LANGUAGE FILE...

Each token of theirs must be in exactly one of ours, and each of ours must be one of theirs, except
for what counts as one token here: a run of words that are a type, and the name of a header. In Go,
line ends that are semicolons count, too. Programs are left out that are not UTF-8, that have a mark
of the byte order, or that the scanner refuses; and those with groups that are certainly not
compiled, which compiled_groups.py is about. Prints the files that differ, and at the end the
numbers of files and tokens compared."""
import os
import re
import subprocess
import sys

from diff_tokens import tokens_of

TYPE_WORDS = set("signed unsigned short long int char double __int128".split())
LAYOUT = {"line_end", "block_open", "block_close"}
NOT_COMPILED = re.compile(rb"^[ \t]*#[ \t]*(el)?if[ \t]*\(*\d", re.M)
HERE = os.path.dirname(os.path.abspath(__file__))


def of_clang(language, path):
    """A list of (start, end). The raw lexer also dumps white space and comments."""
    standard = ["-x", "c", "-std=gnu17"] if language == "c" else ["-x", "c++", "-std=gnu++17"]
    run = subprocess.run(
        ["clang", "-fsyntax-only", *standard, "-Xclang", "-dump-raw-tokens", path],
        capture_output=True,
        check=False,
    )
    with open(path, "rb") as file:
        text = file.read()
    lines = [0] + [match.end() for match in re.finditer(rb"\r\n|\n|\r", text)]
    place = re.compile(rb"^(\w+) '.*?'\t[^\n]*?Loc=<[^\n]*?:(\d+):(\d+)>$", re.S | re.M)
    found = [(match[1], lines[int(match[2]) - 1] + int(match[3]) - 1)
             for match in place.finditer(run.stderr)]
    return [(start, end)
            for (kind, start), (_, end) in zip(found, [*found[1:], (b"eof", len(text))])
            if kind != b"comment" and re.sub(rb"\\[ \t]*\r?\n", b"", text[start:end]).strip()]


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


def is_left_out(text):
    try:
        text.decode("utf-8")  # our places are those of the decoded text
    except UnicodeDecodeError:
        return True
    return text.startswith(b"\xef\xbb\xbf") or bool(NOT_COMPILED.search(text))


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
    n_files = n_tokens = n_different = 0
    for path in paths:
        mine, _ = tokens_of(tokfix, language, path)
        with open(path, "rb") as file:
            text = file.read()
        theirs = of_clang(language, path) if scanned is None else scanned.get(path, [])
        if mine is None or theirs is None or is_left_out(text):
            continue
        mine = [(start, end) for start, end, kind, _ in mine
                if language == "go" or kind not in LAYOUT]
        byte = difference(text, mine, theirs)
        n_files += 1
        n_tokens += len(mine)
        if byte is not None:
            n_different += 1
            print(f"{path}: byte {byte}: {text[byte:byte + 40]!r}")
    print(
        f"{language}: {n_files} programs, {n_tokens} tokens, {n_different} differ, "
        f"{len(paths) - n_files} left out"
    )
    return n_different * 100 > n_files


sys.exit(main())
