#!/bin/sh
# Whether the fixes.csv and fixes.json that saves.cjs saved are what `tokfix show --json` prints for
# the same fixes, and the marks those of the database. Prints the numbers of rows.
# saves_of_store.sh DB FOLDER CATEGORY TEXT
set -eu
db=$1
folder=$2
marks="SELECT fix_id AS id, trim(iif(is_duplicate, 'duplicate ', '') ||
    iif(is_conflicting, 'conflicting ', '') || iif(is_excluded, 'excluded', '')) AS marks
    FROM fix_details"
sqlite3 -readonly -json "$db" "$marks" | jq 'map({key: .id, value: .marks}) | from_entries' \
    >"$folder/marks.json"
# The keys of the page, from a line of the command.
"$TOKFIX" show "$db" ${3:+--category "$3"} --json -n all 2>/dev/null | jq -c --arg text "$4" \
    --slurpfile marks "$folder/marks.json" --slurpfile saved "$folder/fixes.json" '
    select((.id + "\n" + .before + "\n" + .after + "\n" + .buggy_code + "\n" + .fixed_code)
           | ascii_downcase | contains($text)) |
    . as $fix | $saved[0][0] | with_entries(.value = $fix[.key]) | .marks = $marks[0][$fix.id]' \
    >"$folder/expected.jsonl"
jq -c '.[]' "$folder/fixes.json" | cmp - "$folder/expected.jsonl"
jq 'length' "$folder/fixes.json"

# CSV is read by sqlite3. A formula has an apostrophe; a number is a text.
jq -c 'map_values(if type == "number" then tostring
                  else if test("^[=+\\-@\t\r\n]") then "\u0027" + . else . end end)' \
    "$folder/expected.jsonl" >"$folder/expected_csv.jsonl"
sqlite3 -cmd ".import --csv '$folder/fixes.csv' saved" :memory: -json 'SELECT * FROM saved' |
    jq -c '.[]' | cmp - "$folder/expected_csv.jsonl"
grep -c '"'"'"'[=+-]' "$folder/fixes.csv" || true
