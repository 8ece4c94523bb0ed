"""ids_apart.py WITH WITHOUT: whether rows with ids, read by pandas and cut to the columns of the
rows without ids, are those rows. A trainer that names its columns sees no difference."""
import sys

import pandas

with_ids, without = (pandas.read_json(path, lines=True) for path in sys.argv[1:])
added = [column for column in with_ids if column not in without]
assert "id" in added and len(without), added
assert with_ids[list(without)].equals(without)
print(len(without), "rows,", ", ".join(without))
