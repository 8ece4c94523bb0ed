#!/bin/sh
# same_db.sh A B: whether two databases without their command lines, written anew, have the same
# bytes.
set -e
for db in "$1" "$2"; do
    cp "$db" "$db.copy"
    rm -f "$db.compared"
    sqlite3 "$db.copy" 'DELETE FROM steps' "VACUUM INTO '$db.compared'"
    rm "$db.copy"
done
cmp "$1.compared" "$2.compared"
rm "$1.compared" "$2.compared"
