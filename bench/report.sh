#!/bin/sh
# report.sh TOKFIX N RUNS: times `tokfix report` of a corpus of N pairs beside the floor, SQLite's own program
# that writes the same columns and programs as JSON; and how long a browser takes to load the page and to
# filter its list. Medians of RUNS. `make bench-report` passes its variables on.
set -eu
cd "$(dirname "$0")/.."
tokfix=$1 n=$2 runs=$3
folder=out/bench/guard-$n
seed=tests/sample/Project_CodeNet
[ -e "$folder/groups.tsv" ] || {
    mkdir -p "$folder"
    echo "$seed" >"$folder/seed"
    out/bench/pairs_corpus "$seed" "$folder" "$n" 1
}
[ -e "$folder/mined.db" ] || "$tokfix" mine "$folder/Project_CodeNet" -q -o "$folder/mined.db"

list='SELECT id, category, pattern, role, buggy_status, problem_id, before, after, line, column, n_tokens,
      fixed_date, original_language FROM fix_details ORDER BY fix_id'
programs='SELECT buggy_code, fixed_code FROM fix_details ORDER BY fix_id LIMIT'
page=$folder/report.html

# Milliseconds of a command, into a file; the median of such a file.
clock() {
    start=$(date +%s%N)
    "${@}" >/dev/null 2>&1
    echo $((($(date +%s%N) - start) / 1000000))
}
floor() { sqlite3 -readonly -json "$folder/mined.db" "$list" "$programs $1"; }
median() { sort -n "$1" | sed -n "$((runs / 2 + 1))p"; }

echo "N=$n RUNS=$runs, $(nproc) CPUs, $(sqlite3 "$folder/mined.db" 'select count(*) from fixes') fixes"
for samples in 2000 "$n"; do
    rm -f "$folder"/*.ms
    for run in $(seq "$runs"); do
        clock "$tokfix" report "$folder/mined.db" --force --samples "$samples" -o "$page" >>"$folder/report.ms"
        clock floor "$samples" >>"$folder/floor.ms"
    done
    report=$(median "$folder/report.ms") floor=$(median "$folder/floor.ms")
    printf '\n--samples %s: page of %s bytes\n' "$samples" "$(stat -c %s "$page")"
    printf '  %-44s %6s ms\n' 'tokfix report' "$report" 'sqlite3 -json, the same rows' "$floor"
    printf '  %-44s %6s\n' 'ratio' "$(awk "BEGIN { printf \"%.2f\", $report / $floor }")"
    node bench/page.cjs "$page" "$runs"
done
