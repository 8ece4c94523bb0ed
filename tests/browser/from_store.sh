#!/bin/sh
# What scripts must print for a store: used.cjs counts or shown.cjs programs, as WHAT says.
# from_store.sh WHAT DB [TEXT...]
set -eu
what=$1 db=$2
shift 2

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

# Lines end in LF, and the last one in nothing; tokens are cut in the list after 79 characters.
programs() {
    query "
        WITH lines AS (
            SELECT fix_key, fix_id, before, after,
                replace(replace(buggy_code, char(13, 10), char(10)), char(13), char(10)) AS buggy,
                replace(replace(fixed_code, char(13, 10), char(10)), char(13), char(10)) AS fixed
            FROM fix_details)
        SELECT fix_id, hex(iif(length(before) > 80, substr(before, 1, 79) || '…', before)),
            hex(iif(length(after) > 80, substr(after, 1, 79) || '…', after)),
            hex(before), hex(after),
            hex(substr(buggy, 1, length(buggy) - (substr(buggy, -1) = char(10)))),
            hex(substr(fixed, 1, length(fixed) - (substr(fixed, -1) = char(10))))
        FROM lines ORDER BY fix_key"
}

if [ "$what" = programs ]; then
    programs
    exit
fi
printf 'all\t'
query 'SELECT count(*) FROM fixes'
for name in category pattern role region origin split; do filter $name $name; done
filter status buggy_status
filter execution verdict
filter problem problem_id
for text; do search "$text"; done
