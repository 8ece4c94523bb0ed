#!/bin/sh
# What programs.cjs must print for a store. Lines end in LF, and the last one in nothing; tokens are
# cut in the list after 79 characters.
# programs_of_store.sh DB
sqlite3 -readonly -separator "$(printf '\t')" "$1" "
    WITH lines AS (
        SELECT fix_key, fix_id, before, after,
            replace(replace(buggy_code, char(13, 10), char(10)), char(13), char(10)) AS buggy,
            replace(replace(fixed_code, char(13, 10), char(10)), char(13), char(10)) AS fixed
        FROM fix_details)
    SELECT fix_id, hex(iif(length(before) > 80, substr(before, 1, 79) || '…', before)),
        hex(iif(length(after) > 80, substr(after, 1, 79) || '…', after)), hex(before), hex(after),
        hex(substr(buggy, 1, length(buggy) - (substr(buggy, -1) = char(10)))),
        hex(substr(fixed, 1, length(fixed) - (substr(fixed, -1) = char(10))))
    FROM lines ORDER BY fix_key"
