#!/bin/sh
# What the database itself has of the fixes that are published. from_store.sh DB
sqlite3 -readonly "$1" <<'SQL' | python3 "$(dirname "$0")/from_hex.py"
.mode list
.separator "\t" "\n"
SELECT fix_id, line, start_byte, iif(repair_in_program, 'true', 'false'), category, hex(buggy_code),
       hex(fixed_code)
FROM fix_details JOIN categories USING (category)
WHERE in_thesis AND split <> 'none'
  AND NOT is_duplicate AND NOT is_conflicting AND NOT is_excluded
ORDER BY CASE split WHEN 'train' THEN 1 WHEN 'validation' THEN 2 ELSE 3 END, fix_key;
SQL
