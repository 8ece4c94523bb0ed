"""pandas. with_pandas.py FILE..."""
import sys

import pandas

from printing import print_row

for path in sys.argv[1:]:
    table = pandas.read_json(path, lines=True, dtype=False)
    for row in table.to_dict("records"):
        print_row(row)
