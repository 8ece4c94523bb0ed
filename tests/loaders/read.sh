#!/bin/sh
# read.sh jq|sqlite FILE...: prints published rows, as jq or SQLite's functions of JSON read them.
# read.sh store DB: prints what the database itself has of the fixes that are published.
# Each row is an array of JSON (README.md).
set -eu
reader=$1
shift

jq_rows() {
    for path; do
        gzip -dc "$path" | jq -c '[.id, .line, .start_byte, .repair_in_program, .category,
            .buggy_code, .fixed_code]'
    done
}

sqlite_rows() {
    for path; do
        gzip -dc "$path" >"$path.lines"
        sqlite3 :memory: <<SQL
CREATE TABLE lines (line TEXT);
.mode ascii
.separator "\037" "\n"
.import '$path.lines' lines
.mode list
SELECT json_array(line ->> 'id', line ->> 'line', line ->> 'start_byte',
    json(iif(line ->> 'repair_in_program', 'true', 'false')), line ->> 'category',
    line ->> 'buggy_code', line ->> 'fixed_code')
FROM lines ORDER BY rowid;
SQL
        rm "$path.lines"
    done
}

store_rows() {
    sqlite3 -readonly "$1" "
        SELECT json_array(fix_id, line, start_byte, json(iif(repair_in_program, 'true', 'false')),
            category, buggy_code, fixed_code)
        FROM fix_details JOIN categories USING (category)
        WHERE in_thesis AND split <> 'none'
          AND NOT is_duplicate AND NOT is_conflicting AND NOT is_excluded
        ORDER BY CASE split WHEN 'train' THEN 1 WHEN 'validation' THEN 2 ELSE 3 END, fix_key"
}

"${reader}_rows" "$@"
