"""What literals are, according to CPython, gcc, g++ or javac. usage: values.py python|c|cpp|java

Prints a JSON line for each literal that they accept: its text, and a text that says its type and
its value. Two literals are the same exactly if their values are equal."""
import ast
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile

INTEGERS = [0, 1, 8, 10, 65, 97, 255, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**63 - 1, 2**63]
FLOATS = """0.0 0e5 1.0 1.00 1. 1e0 10E-1 1e3 1000.0 1e+3 .5 0.5 5e-1 0.1 0.10000000000000000555
0.10000000000000001 0.100000001490116119384765625 16777217.0 16777216.0 9007199254740993.0
9007199254740992.0 1e23 9.999999999999999e22 1e22 3.4e38 5e-324""".split()
TEXTS = ["", "a", "A", "\\x41", "\\101", "\\n", "\\012", "\\x0a", "\\\\n", "\\t", "\\'", "\\0",
         "\\\\",
         "é", "\\xe9", "\\351", "\\u00e9", "\\u0041", "\\U00000041", "😀", "\\ud83d\\ude00",
         "\\U0001f600", "\\x414", "A4", "\\1014", "\\a", "\\7", "?", "\\?", "\\e", "\\400",
         "\\400 "]
OF_LONG = re.compile("0x([89a-f].{7})[lL]$|0b1.{31}[lL]$")


def numbers(suffixes, float_suffixes, bases, separator):
    for value in INTEGERS:
        yield from (f"{value}{suffix}" for suffix in suffixes)
        for base in bases:
            yield from (f"{base}{value:{base[-1]}}{suffix}" for suffix in suffixes)
            yield f"{base}{value:{base[-1]}}".upper()
        yield f"0{value:o}"
        yield separator.join([str(value)[0], *([str(value)[1:]] if value > 9 else [])])
    yield from (text + suffix for text in FLOATS for suffix in float_suffixes)


def of_python():
    prefixes = "", "r", "b", "u", "rb", "BR", "R"
    quotes = "'", '"', "'''"
    texts = TEXTS + ["\\u00E9", "\\d", "\\\n", "\n", "\\N{DIGIT ONE}x"]
    found = list(numbers(["", "j"], ["", "j", "J"], ["0x", "0o", "0b"], "_"))
    found += [str(10**60), hex(10**60), "0_0", "00", "1_0.0_0", "1e400", "1e401"]
    for prefix, quote, text in itertools.product(prefixes, quotes, texts):
        found.append(prefix + quote + text + quote)
    for literal in dict.fromkeys(found):
        try:
            yield literal, repr(ast.literal_eval(literal))
        except SyntaxError:
            pass


C_START = r"""#include <cstdio>
template <class T> void one(T x) {
    std::puts(__PRETTY_FUNCTION__);
    std::printf("%La\n", (long double)x);
}
template <class T, unsigned long n> void one(const T (&x)[n]) {
    std::puts(__PRETTY_FUNCTION__);
    for (unsigned long i = 0; i < n; i++) std::printf("%lx ", (unsigned long)x[i]);
    std::puts("");
}
int main() {
"""
PLAIN_C_START = r"""#include <stdio.h>
#define TYPE(x) _Generic((x), int: "int", unsigned: "unsigned", long: "long", char *: "text", \
    unsigned long: "unsigned long", long long: "long long", unsigned short *: "u", \
    unsigned long long: "unsigned long long", double: "double", float: "float", \
    long double: "long double", int *: "L", unsigned *: "U", default: "other")
#define one(x) (puts(TYPE(x)), printf("%La\n", (long double)(x)))
#define text(x) do { puts(TYPE(x)); for (unsigned long i = 0; i < sizeof(x) / sizeof *(x); i++) \
    printf("%lx ", (unsigned long)(x)[i]); puts(""); } while (0)
int main(void) {
"""
JAVA_START = """public class Values {
    static void one(int x) { System.out.println("int\\n" + x); }
    static void one(long x) { System.out.println("long\\n" + x); }
    static void one(float x) { System.out.println("float\\n" + x); }
    static void one(double x) { System.out.println("double\\n" + x); }
    static void one(char x) { System.out.println("char\\n" + (int) x); }
    static void one(String x) {
        System.out.print("String\\n");
        for (char c : x.toCharArray()) System.out.print((int) c + " ");
        System.out.println();
    }
    public static void main(String[] arguments) {
"""


def literals_of(language):
    of_c = "u", "U", "ul", "LU", "ll", "ULL"
    suffixes = "", "l", "L", *("fFdD" if language == "java" else of_c)
    float_suffixes = "", "f", "F", *("dD" if language == "java" else "lL")
    separator = {"c": "'", "cpp": "'", "java": "_"}[language]
    found = list(numbers(suffixes, float_suffixes, ["0x", "0b"], separator))
    found += ["0x1p3", "0x0.8p4", "0x1p3f", "8.0", "8.0f", "010", "010f", "010.0", "08.0"]
    prefixes = {"c": ["", "L", "u", "U"], "cpp": ["", "L", "u", "U", "u8"], "java": [""]}[language]
    for prefix, text in itertools.product(prefixes, TEXTS):
        found += [f'{prefix}"{text}"', f"{prefix}'{text}'"]
    # In C, the types of characters with a prefix depend on the system.
    if language == "cpp":
        found += ['R"(a)"', 'R"xy(\\n)xy"', 'R"(\n)"', 'LR"(a)"', 'u8R"(é)"', 'R"()"']
    if language == "java":
        found += ['"\\s"', '" "', "'\\u0041'", '"\\\\u0041"']
        blocks = ["a", "  a\n    b\n  ", "  a  \n   \n  b", "a\\\n    b", "\\t\n  x\\s\n", " a\n"]
        found += [f'"""\n{text}"""' for text in [*blocks, "a\nb"]]
        found += ['"a\\n  b\\n"', '"a\\n\\nb"', '"a    b"', '"a\\nb"', '" a\\n"', '"a\\n"']
    found = [text for text in dict.fromkeys(found)
             if not (language == "c" and text[0] in "LuU" and "'" in text[:2])]
    # Where `long` has 32 bits, these are unsigned.
    return found if language == "java" else [text for text in found if not OF_LONG.match(text)]


def accepted(language, literals, folder):
    """The literals that the compiler accepts, with their values. It is asked about all, and then
    without those that it refuses."""
    name, start, end, compile_, run = {
        "c": ("v.c", PLAIN_C_START, "}\n", ["gcc", "-std=gnu2x", "-w", "-o", "v", "v.c"], ["./v"]),
        "cpp": ("v.cc", C_START, "}\n", ["g++", "-std=c++20", "-w", "-o", "v", "v.cc"], ["./v"]),
        "java": ("Values.java", JAVA_START, "}}\n",
                 ["javac", "-Xmaxerrs", "9999", "Values.java"], ["java", "Values"]),
    }[language]
    while True:
        lines, owners = start.count("\n"), {}
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(start)
            for text in literals:
                is_text = language == "c" and '"' in text and "'" not in text[:2]
                file.write(f"{'text' if is_text else 'one'}({text});\n")
                for line in range(text.count("\n") + 1):
                    owners[lines + line + 1] = text
                lines += text.count("\n") + 1
            file.write(end)
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        result = subprocess.run(compile_, cwd=folder, capture_output=True, text=True, check=False,
                                env=environment)
        places = (line.split(":") for line in result.stderr.splitlines() if ": error" in line)
        refused = {owners[int(place[1])] for place in places if place[0] == name}
        if result.returncode == 0:
            break
        if not refused:
            sys.exit(result.stderr)
        literals = [text for text in literals if text not in refused]
    output = subprocess.run(run, cwd=folder, capture_output=True, text=True, check=True).stdout
    values = output.split("\n")
    return zip(literals, (a + " " + b for a, b in zip(values[::2], values[1::2])))


def main():
    language = sys.argv[1]
    if language == "python":
        rows = of_python()
    else:
        folder = tempfile.mkdtemp(dir=os.environ.get("SCRATCH"))
        rows = accepted(language, literals_of(language), folder)
    for literal, value in rows:
        print(json.dumps({"literal": literal, "value": value}))


main()
