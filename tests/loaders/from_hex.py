"""SQLite gives bytes as hexadecimal digits: turns the last two columns into base64."""
import base64
import sys

for line in sys.stdin:
    columns = line.rstrip("\n").split("\t")
    for i in (-2, -1):
        columns[i] = base64.b64encode(bytes.fromhex(columns[i])).decode("ascii")
    print("\t".join(columns))
