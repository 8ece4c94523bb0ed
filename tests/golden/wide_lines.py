"""Prints the lines of tables on standard input that are wider than 80 columns of a terminal."""
import sys
import unicodedata


def columns(text):
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
               for c in text)


sys.stdin.reconfigure(encoding="utf-8")
for line in sys.stdin:
    if line.startswith("  ") and columns(line.rstrip("\n")) > 80:
        print(columns(line.rstrip("\n")), line, end="")
