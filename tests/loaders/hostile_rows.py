"""Submissions for `tokfix mine` whose programs, ids and tokens are hard to write as CSV: quotes,
delimiters, line ends of all kinds, blanks at both ends, formulas, and words that readers take for
something else."""
import json

TEXTS = [
    'a "quoted" word, a comma; a semicolon | a bar\ta tab',
    '"', '""', "'", '",', '\\"', "\\n \\", "`", "#", "NA", "null", "1e5", "007", "true", "\x0b\x0c",
    "\u2028 \u2029 \x85 \xa0", "\u00e9 \u65e5\u672c \U0001f600", "=1+1", "x" * 70000,
]
PROGRAMS = [
    *(f"# {text}\nx = 1 OP 2\n" for text in TEXTS),
    *(f"{text} # not a formula\nx = 1 OP 2\n" for text in ("-1", "+1", "(1)", '"a"', "[1, 2]")),
    "@f\ndef g(x):\n    return x OP 1\n",
    "\t# a tab first\nx = 1 OP 2\n",
    "  # blanks first\nx = 1 OP 2  ",
    "\n\nx = 1 OP 2\n\n\n",
    "x = 1 OP 2\t",
    "x = 1 OP 2",
    "x = 1 OP 2\r\ny = 3\r\n",
    "\r\nx = 1 OP 2\r\n",
    "\rx = 1 OP 2\r",
    "x = '''a\r\nb\rc\nd''' OP 'e'\n",
    'x = """a ""quoted"" text, with "quotes""" OP "e"\n',
]
USERS = ["ann", "NA", "=1+1", "-1", "a,b", 'a"b', "1e5", "007", "null"]
NAMES = ["NA", "null", "nan", "true", "inf", "TRUE", "T"]


def row(number, user, code, status):
    print(json.dumps({
        "id": f"s{number}", "user": user, "problem": "p1", "date": 1500000000 + number,
        "status": status, "language": "Python 3", "code": code,
    }))


pairs = [(program.replace("OP", "<"), program.replace("OP", "<=")) for program in PROGRAMS[:-2]]
pairs += [(program.replace("OP", "+"), program.replace("OP", "*")) for program in PROGRAMS[-2:]]
pairs += [(f"{a} = {b} = 1\nprint({a}, {a})\n", f"{a} = {b} = 1\nprint({a}, {b})\n")
          for a, b in zip(NAMES, NAMES[1:])]
pairs += [("n = 1\nn = 2\n", "n = 1\nn += 2\n"), ("n = 1\nn -= 2\n", "n = 1\nn += 2\n"),
          ("a = 'x'\n", "a = '=1+1,\"y\"'\n"), ("a = 5 - 1\n", "a = 5 + 1\n")]
for number, (buggy, fixed) in enumerate(pairs):
    user = f"{USERS[number % len(USERS)]}{number if number >= len(USERS) else ''}"
    row(2 * number, user, buggy, "=WA")
    row(2 * number + 1, user, fixed, "AC")
