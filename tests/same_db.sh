#!/bin/sh
# same_db.sh A B: whether two databases have the same bytes, but for their command lines.
set -e
for db in "$1" "$2"; do
    cp "$db" "$db.compared"
    sqlite3 "$db.compared" 'DELETE FROM steps; VACUUM'
done
cmp "$1.compared" "$2.compared"
rm "$1.compared" "$2.compared"
