"""Compares which groups of #if count as not compiled with what a preprocessor leaves. usage:
compiled_groups.py TOKFIX CLANG

Programs are drawn whose conditions are all numbers. In groups that are not compiled, quotes need no
partner. Without directives and blanks, the tokens must be what CLANG -E leaves. Prints the programs
that differ, and at the end the number of programs and groups."""
import random
import re
import subprocess
import sys

from diff_tokens import tokens_of

PROGRAMS = 60
FALSE = ["0", "0L", "0x0", "0 /* 1\n1 */", "\\\n 0 // 1", "00", "0b0", "false"]
TRUE = ["1", "0x10", "7ULL", "1 // 0 \\\n || 0", "010"]
CODE = [
    "int a;",
    'char *b = "#endif";',
    "/* \n#endif\n ' */",
    "// ' \\\n#else",
    'c = \'"\';',
    '"\\\n#endif\\"" d;',
    "e /* ' */ + 'f';",
    "g;\\\nh",
    "x and not y;",
]
DEAD = [
    "we don't know",
    'he said "hello',
    "'\\\n#endif",
    "#error don't",
    "#\nelse",
    "x #endif",
    "@ ` \\ \u2019 \u00e9",
    "#define A '",
    "#include <it's>",
    '#pragma "',
]
RAW = ['R"(\n#endif\n")";', 'R"x(\n#else " )" )x";']


class Drawing:
    def __init__(self, seed, language):
        self.dice = random.Random(seed)
        self.code = CODE + (RAW if language == "c++" else [])
        self.lines = []
        self.n_groups = 0

    def directive(self, words):
        hash_sign = self.dice.choice(["#", "#", " # ", "#/* ' */", "%:", "\t#\\\n"])
        if self.dice.random() < 0.2:
            at = self.dice.randrange(1, 4)
            words = words[:at] + "\\\n" + words[at:]
        self.lines.append(hash_sign + words + self.dice.choice(["", " ", " // '", " /* \n */"]))

    def condition(self, is_true, is_read):
        if not is_read:
            return self.dice.choice(["0", "1", "A", "!", "defined B", "(0) + 1"])
        return self.dice.choice(TRUE if is_true else FALSE)

    def text(self, is_live, depth):
        for _ in range(self.dice.randrange(4)):
            if depth < 5 and self.dice.random() < 0.4:
                self.group(is_live, depth + 1)
            else:
                self.lines.append(self.dice.choice(self.code if is_live else self.code + DEAD))

    def group(self, is_live, depth):
        self.n_groups += 1
        is_true, was_taken = self.dice.random() < 0.5, False
        opening = "if " + self.condition(is_true, is_live)
        if not is_live and self.dice.random() < 0.3:
            opening = self.dice.choice(["ifdef A", "ifndef B"])
        self.directive(opening)
        for branch in range(self.dice.randrange(1, 4)):
            if branch:
                is_true = self.dice.random() < 0.5
                self.directive("elif " + self.condition(is_true, is_live and not was_taken))
            self.text(is_live and is_true and not was_taken, depth)
            was_taken = was_taken or is_true
        if self.dice.random() < 0.5:
            self.directive("else")
            self.text(is_live and not was_taken, depth)
        self.directive("endif")


def left_by(compiler, language, text):
    run = subprocess.run(
        [compiler, "-E", "-P", "-w", "-x", language, "-"],
        input=text,
        capture_output=True,
        check=True,
    )
    return b"".join(run.stdout.split())


def left_by_tokfix(tokfix, language, text):
    left, is_directive = b"", False
    found, _ = tokens_of(tokfix, {"c": "c", "c++": "cpp"}[language], "-", text)
    for start, end, kind, _ in found:
        token = text[start:end]
        is_directive = kind != "line_end" and (is_directive or token in (b"#", b"%:"))
        if not is_directive:
            left += re.sub(rb"\\\r?\n", b"", token)
    return b"".join(left.split())


def main():
    tokfix, compiler = sys.argv[1:]
    n_groups = n_different = n_bytes = 0
    for seed in range(PROGRAMS):
        language = ["c", "c++"][seed % 2]
        drawing = Drawing(seed, language)
        for _ in range(20):
            drawing.group(True, 1)
            drawing.lines.append("z;")
        text = "\n".join(drawing.lines + [""]).encode()
        text = text.replace(b"\n", b"\r\n") if seed % 3 == 0 else text
        theirs, mine = left_by(compiler, language, text), left_by_tokfix(tokfix, language, text)
        n_groups += drawing.n_groups
        n_bytes += len(mine)
        if mine != theirs:
            n_different += 1
            at = next((i for i, (a, b) in enumerate(zip(mine, theirs)) if a != b), -1)
            print(f"seed {seed}: ours {mine[at:at + 60]!r}, theirs {theirs[at:at + 60]!r}")
    print(f"{PROGRAMS} programs, {n_groups} groups, {n_bytes} bytes left, {n_different} differ")
    return n_different or n_bytes < 1000


sys.exit(main())
