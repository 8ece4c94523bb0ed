#!/bin/sh
# rows.sh [NAME=VALUE]...: times `tokfix mine` on rows (JSON lines, zstd) beside `jq`, which reads
# and writes them, and beside DuckDB, which reads all their columns, and also sorts them into a
# database; and on the same rows as Parquet beside DuckDB, which writes them as JSON lines. `make
# bench-rows` passes its variables on. SEED is a list of CodeNet trees.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
N=200000 RUNS=3 J=2 SEED='' WORK=out/bench TOKFIX=out/tokfix
PARTS='jq duckdb sorted read tokfix tokfix_1 parquet'
options 'N RUNS J' 'SEED WORK PARTS TOKFIX' "$@"
data=../shared/data
[ "$SEED" ] || SEED=$data/atcoder,$data/cpp-atcoder
[ -d "${SEED%%,*}" ] || SEED=tests/sample/Project_CodeNet
main=$WORK/rows-$N rows=$WORK/rows-$N/rows.jsonl.zst parquet=$WORK/rows-$N/rows.parquet
library=out/duckdb/libduckdb.so
need zstd "install it (Debian's package has the same name)"
! has jq || need jq "install it (Debian's package has the same name)"
need python3 "install it; it makes the rows"

mkdir -p "$main"
if [ ! -e "$rows" ] || [ "$(cat "$main/seed")" != "$SEED" ]; then
    echo "$SEED" >"$main/seed"
    {
        grow_rows "$main"
        echo '{"id":-1,"problem":"p00000","user":"user0","date":1500000000,"status":"Accepted",' \
            '"language":"Java","cpu_time":0,"memory":0,"code":""}' # for `reading alone`
    } | zstd -q -T0 -f -o "$rows.partial"
    mv "$rows.partial" "$rows"
    rm -f "$parquet"
fi
[ -e "$library" ] || PARTS=$(echo " $PARTS " | sed 's/ parquet / /')
if has parquet && [ ! -e "$parquet" ]; then
    out/bench/duckdb_rows "$library" "$J" "$rows" parquet "$parquet.partial"
    mv "$parquet.partial" "$parquet"
fi

mine() {
    mined=$1 title=$2 file=$3
    shift 3
    step "$mined" "$title" "$TOKFIX" mine "$file" --force -q -o "$main/$mined.db" "$@"
}

# shellcheck disable=SC2016
steps() {
    step unpack 'zstdcat' sh -ec 'zstdcat "$1" >/dev/null' sh "$rows"
    ! has jq || step jq 'zstdcat | jq -c .' sh -ec 'zstdcat "$1" | jq -c . >/dev/null' sh "$rows"
    if [ -e "$library" ]; then
        ! has duckdb || step duckdb "DuckDB, all columns, $J threads" \
            out/bench/duckdb_rows "$library" "$J" "$rows"
        ! has sorted || step sorted "DuckDB, sorted into a database" sh -ec \
            'rm -f "$4"; out/bench/duckdb_rows "$@"' sh "$library" "$J" "$rows" "$main/rows.duckdb"
    fi
    ! has read || mine read "tokfix -j $J, reading alone" "$rows" --language java -j "$J"
    ! has tokfix || mine tokfix "tokfix -j $J" "$rows" -j "$J"
    ! has tokfix_1 || mine tokfix_1 'tokfix -j 1' "$rows" -j 1
    if has parquet; then
        step lines "DuckDB, Parquet to JSON lines, $J threads" \
            out/bench/duckdb_rows "$library" "$J" "$parquet" lines /dev/null
        step lines_1 'DuckDB, Parquet to JSON lines, 1 thread' \
            out/bench/duckdb_rows "$library" 1 "$parquet" lines /dev/null
        mine read_parquet "tokfix -j $J, reading Parquet alone" "$parquet" --language java -j "$J"
        mine parquet "tokfix -j $J, Parquet" "$parquet" -j "$J"
    fi
}

begin "$main" bench-rows
rounds
machine N SEED RUNS J PARTS
size=$(zstd -lv "$rows" 2>/dev/null | sed -n 's/^Decompressed Size: .*(\([0-9]*\) B)/\1/p')
size=${size:-$(zstdcat "$rows" | wc -c)}
echo "$N rows, $((size / 1000000)) MB, packed $(($(wc -c <"$rows") / 1000000)) MB"
! has tokfix || sqlite3 -readonly -separator ' pairs, ' "$main/tokfix.db" \
    "select sum(n_pairs), (select count(*) from fixes) || ' fixes' from problem_languages"
[ -e "$library" ] || echo "DuckDB is left out: \`make parquet\` fetches it"
steps_table
ratios_table <<END
tokfix jq tokfix -j $J / (zstdcat | jq -c .)
tokfix_1 jq tokfix -j 1 / (zstdcat | jq -c .)
read duckdb reading alone / DuckDB, all columns
tokfix duckdb tokfix -j $J / DuckDB, all columns
tokfix sorted tokfix -j $J / DuckDB, sorted
read_parquet lines reading Parquet alone / DuckDB, to JSON lines
read_parquet lines_1 reading Parquet alone / DuckDB, 1 thread
parquet tokfix tokfix -j $J, Parquet / JSON lines
END
! has tokfix || ! has tokfix_1 ||
    tests/same_db.sh "$main/tokfix.db" "$main/tokfix_1.db" ||
    die 'the databases of -j 1 and -j J differ'
end
