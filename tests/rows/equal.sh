#!/bin/sh
# equal.sh TOKFIX TREE FOLDER [JOBS]: mines a CodeNet tree and the same submissions as rows, in many
# forms, and compares the databases. FOLDER is new, for copies and databases.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/content.sh"
tokfix=$1 tree=$2 folder=$3 jobs=${4:-4}
mkdir "$folder"
cp -R "$tree/data" "$folder/"
mkdir "$folder/metadata"
cp "$tree/metadata/"* "$folder/metadata/"
cd "$folder"

expect_equal() {
    content "$2" >"$2.content"
    cmp "$1" "$2.content" || { echo "$2 differs"; exit 1; }
    n_equal=$((n_equal + 1))
}

n_equal=0
mine() { "$tokfix" mine -q "$@"; }
python3 "$here/convert.py" . jsonl a.jsonl
python3 "$here/convert.py" . csv a.csv
python3 "$here/convert.py" . jsonl b1.jsonl 1
python3 "$here/convert.py" . csv b2.csv 2
mine . --metadata a.jsonl.metadata -j "$jobs" -o tree.db
content tree.db >tree.content
gzip -k a.jsonl
zstd -q b2.csv
for file in a.jsonl a.csv b1.jsonl b2.csv; do
    for j in 1 "$jobs"; do
        mine "$file" -j "$j" -o "$file.db"
        mv "$file.db" "$file-$j.db"
    done
    cmp "$file-1.db" "$file-$jobs.db"
    expect_equal tree.content "$file-1.db"
done
for file in a.jsonl.gz b2.csv.zst; do
    mine "$file" -j "$jobs" -o "$file.db"
    expect_equal tree.content "$file.db"
done

# With ids, the order of the rows decides nothing but the lines of errors.
ordered() {
    cp "$1" content.db
    sqlite3 content.db "update run set dataset = 'x'; delete from input_errors;" \
        'delete from steps' .dump
    rm content.db
}
ordered a.jsonl-1.db >ordered.dump
ordered b1.jsonl-1.db | cmp - ordered.dump

# Shards and a resumed run give the same bytes.
for i in 1 2 3; do
    mine b1.jsonl --shard $i/3 -j "$jobs" -o "shard-$i.db"
done
"$tokfix" merge -q b1.jsonl.db shard-1.db shard-2.db shard-3.db
cmp b1.jsonl.db b1.jsonl-1.db
rm b1.jsonl.db
mine b1.jsonl -j 1 -o b1.jsonl.db --resume
cmp b1.jsonl.db b1.jsonl-1.db
mine b1.jsonl -j 1 -o b1.jsonl.db --resume # nothing to do

# Standard input: without the programs that are only in files, there and here.
grep -v '"code": null' a.jsonl >piped.jsonl
mine piped.jsonl -j "$jobs" -o piped.db
content piped.db >piped.content
cat piped.jsonl | mine - -j "$jobs" -o pipe.db
expect_equal piped.content pipe.db
mine - -j "$jobs" -o file.db <piped.jsonl
expect_equal piped.content file.db
zstd -qc piped.jsonl | mine - --format jsonl -j "$jobs" -o packed.db
expect_equal piped.content packed.db
# The Accepted programs are the same, too.
if [ "$(sqlite3 tree.db "select count(*) from fix_details where language = 'python'")" -gt 0 ]; then
    mine . --language python --metadata a.jsonl.metadata -o tree-python.db
    mine a.csv --language python -o rows-python.db
    "$tokfix" mutate -q tree-python.db --dataset . --metadata a.jsonl.metadata >tree.mutants
    "$tokfix" mutate -q rows-python.db --dataset a.csv | cmp - tree.mutants
    "$tokfix" mutate -q rows-python.db --dataset b2.csv | cmp - tree.mutants
    ! "$tokfix" mutate -q rows-python.db --dataset piped.jsonl 2>refused
    grep -q 'the rows of the problems, --columns or --accepted differ' refused
fi
echo "$n_equal databases are equal, with $(sqlite3 tree.db 'select count(*) from fixes') fixes"
