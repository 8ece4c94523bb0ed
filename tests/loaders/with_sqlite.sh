#!/bin/sh
# SQLite's own JSON functions. with_sqlite.sh FILE...
here=$(dirname "$0")
lines=$(mktemp)
trap 'rm -f "$lines"' EXIT
for path in "$@"; do
    gzip -dc "$path" >"$lines"
    sqlite3 :memory: <<SQL | python3 "$here/from_hex.py"
CREATE TABLE lines (line TEXT);
.mode ascii
.separator "\037" "\n"
.import '$lines' lines
.mode list
.separator "\t" "\n"
SELECT line ->> 'id', line ->> 'line', line ->> 'start_byte',
       iif(line ->> 'repair_in_program', 'true', 'false'), line ->> 'category',
       hex(line ->> 'buggy_code'), hex(line ->> 'fixed_code')
FROM lines ORDER BY rowid;
SQL
done
