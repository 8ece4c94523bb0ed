#!/bin/sh
# forms.sh TOKFIX TREE FOLDER [ROWS]: mines one dump of submissions in the forms that people bring
# (make_forms.py), and compares the databases with those of JSON lines. FOLDER is new. Parquet needs
# the folder $OUT of the build, and a program that may load $TOKFIX_DUCKDB (tests/run.sh).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/content.sh"
tokfix=$1 tree=$(realpath "$2") folder=$3 rows=${4:-5000}
python3 "$here/make_forms.py" "$tree" "$folder" "$rows"
cd "$folder"

if [ -f "${TOKFIX_DUCKDB:-}" ] && command -v node >/dev/null; then
    NODE_PATH=$OUT/duckdb/node_modules node -e "require('@duckdb/node-api').DuckDBInstance.create()
        .then((instance) => instance.connect()).then((connection) => connection.run(
            require('fs').readFileSync('parquet.sql', 'utf8')))"
    printf 'parquet\twords.jsonl\twords.parquet\n' >>forms
else
    echo "skipped: rows in Parquet, because DuckDB is missing"
fi

mine() { "$tokfix" mine -q "$@"; }

n_equal=0 n_differ=0
tab=$(printf '\t')
while IFS=$tab read -r name reference arguments; do
    [ -e "$reference.content" ] || {
        mine "$reference" -o "$reference.db"
        content "$reference.db" >"$reference.content"
    }
    IFS=$tab
    if mine $arguments -o "$name.db" 2>"$name.messages"; then
        content "$name.db" >"$name.content"
    else
        cp "$name.messages" "$name.content"
    fi
    unset IFS
    if cmp -s "$reference.content" "$name.content"; then
        n_equal=$((n_equal + 1))
    else
        n_differ=$((n_differ + 1))
        echo "$name differs from $reference:"
        diff "$reference.content" "$name.content" | cut -c 1-300 | head -n 10
    fi
done <forms
# Rows with other words for the verdicts have the same fixes.
for reference in words scores percents; do
    sqlite3 "$reference.jsonl.db" 'select fix_id, before, after from fix_details order by 1' \
        >"$reference.fixes"
    cmp words.fixes "$reference.fixes"
done
n_fixes=$(sqlite3 words.jsonl.db 'select count(*) from fixes')
echo "$n_equal forms give the same, with $n_fixes fixes"
[ "$n_differ" = 0 ]
