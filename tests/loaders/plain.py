"""Python's own gzip and json. plain.py FILE..."""
import gzip
import json
import sys

from printing import print_row

for path in sys.argv[1:]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        for line in lines:
            print_row(json.loads(line))
