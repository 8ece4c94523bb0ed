#!/bin/sh
# What executions.cjs must print for a store with at most 50 fixes. Lines end in LF, and the last
# one in nothing; texts are cut after 2,000 characters.
# executions_of_store.sh DB
echo "places: 3"
lines() { # COLUMN
    echo "replace(replace($1, char(13, 10), char(10)), char(13), char(10)) AS $1"
}
shown() { # COLUMN
    echo "hex(substr($1, 1, min(2000, length($1) - (substr($1, -1) = char(10)))) ||" \
        "iif(length($1) > 2000, printf('… %,d', length($1) - 2000) || char(160) ||" \
        "'more characters', ''))"
}
sqlite3 -readonly -separator "$(printf '\t')" "$1" "
    WITH lines AS (SELECT fix_key, $(lines input), $(lines expected), $(lines buggy_output)
                   FROM bug_evidence)
    SELECT fix_id, replace(verdict, '_', ' ')
        || iif(lines.fix_key IS NULL, '', char(9) || $(shown input) || char(9) ||
            $(shown expected) || char(9) || $(shown buggy_output))
    FROM fix_details LEFT JOIN lines USING (fix_key) ORDER BY fix_key"
