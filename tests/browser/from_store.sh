#!/bin/sh
# What counts.cjs must print for a store. from_store.sh DB [TEXT...]
set -eu
db=$1
shift

query() {
    sqlite3 -readonly -separator "$(printf '\t')" "$db" "$1"
}

# There is no filter for what all fixes have in common.
filter() { # NAME COLUMN
    query "SELECT 'filter', '$1', $2, count(*) AS n FROM fix_details
           WHERE $2 NOT IN ('', 'none') GROUP BY $2
           HAVING n < (SELECT count(*) FROM fixes) ORDER BY $2"
}

# A fix holds a word if its id, its tokens or its programs do.
holds() {
    echo "instr(lower(fix_id || char(10) || before || char(10) || after || char(10) ||" \
         "buggy_code || char(10) || fixed_code), lower('$(echo "$1" | sed "s/'/''/g")'))"
}

search() {
    condition=1
    case $1 in
    \"*) condition=$(holds "$(echo "$1" | tr -d '"')") ;;
    *) for word in $1; do condition="$condition AND $(holds "$word")"; done ;;
    esac
    printf 'search\t%s\t' "$1"
    query "SELECT count(*) FROM fix_details WHERE $condition"
}

printf 'all\t'
query 'SELECT count(*) FROM fixes'
for name in category pattern role region origin split; do filter $name $name; done
filter status buggy_status
filter execution verdict
filter problem problem_id
for text; do search "$text"; done
