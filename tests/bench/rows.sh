#!/bin/sh
# rows.sh [NAME=VALUE]...: times `tokfix mine` on rows (JSON lines, zstd) beside `jq`, which reads
# and writes them, and beside DuckDB, which reads all their columns; and on the same rows as Parquet
# beside DuckDB, which writes them as JSON lines. `make bench-rows` passes its variables on. SEED is
# a list of CodeNet trees.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
N=200000 RUNS=3 J=2 SEED='' WORK=out/bench TOKFIX=out/tokfix
PARTS='jq duckdb tokfix tokfix_1 parquet'
options 'N RUNS J SEED WORK PARTS TOKFIX' "$@"
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
    grow_rows "$main" | zstd -q -T0 -f -o "$rows.partial"
    mv "$rows.partial" "$rows"
    rm -f "$parquet"
fi
[ -e "$library" ] || PARTS=$(echo " $PARTS " | sed 's/ parquet / /; s/ duckdb / /')
if has parquet && [ ! -e "$parquet" ]; then
    out/bench/duckdb_rows "$library" "$J" "$rows" parquet "$parquet.partial"
    mv "$parquet.partial" "$parquet"
fi

# shellcheck disable=SC2016
steps() {
    step unpack 'zstdcat' sh -ec 'zstdcat "$1" >/dev/null' sh "$rows"
    ! has jq || step jq 'zstdcat | jq -c .' sh -ec 'zstdcat "$1" | jq -c . >/dev/null' sh "$rows"
    ! has duckdb || step duckdb "DuckDB, all columns, $J threads" \
        out/bench/duckdb_rows "$library" "$J" "$rows"
    ! has tokfix || mine tokfix "tokfix -j $J" "$rows" -j "$J"
    ! has tokfix_1 || mine tokfix_1 'tokfix -j 1' "$rows" -j 1
    if has parquet; then
        step lines "DuckDB, Parquet to JSON lines, $J threads" \
            out/bench/duckdb_rows "$library" "$J" "$parquet" lines /dev/null
        step lines_1 'DuckDB, Parquet to JSON lines, 1 thread' \
            out/bench/duckdb_rows "$library" 1 "$parquet" lines /dev/null
        mine parquet "tokfix -j $J, Parquet" "$parquet" -j "$J"
    fi
}

rounds "$main" N SEED RUNS J PARTS
size=$(zstdcat "$rows" | wc -c)
echo "$N rows, $((size / 1000000)) MB, packed $(($(wc -c <"$rows") / 1000000)) MB"
! has tokfix || sqlite3 -readonly -separator ' pairs, ' "$main/tokfix.db" \
    "select sum(n_pairs), (select count(*) from fixes) || ' fixes' from problem_languages"
[ -e "$library" ] || echo "DuckDB is left out: \`make parquet\` fetches it"
steps_table
ratios_table <<END
tokfix jq tokfix -j $J / (zstdcat | jq -c .)
tokfix_1 jq tokfix -j 1 / (zstdcat | jq -c .)
tokfix duckdb tokfix -j $J / DuckDB, all columns
parquet lines tokfix -j $J, Parquet / DuckDB, to JSON lines
parquet lines_1 tokfix -j $J, Parquet / DuckDB, 1 thread
parquet tokfix tokfix -j $J, Parquet / JSON lines
END
end
