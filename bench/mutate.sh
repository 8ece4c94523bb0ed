#!/bin/sh
# mutate.sh TOKFIX TREE N RUNS: times `tokfix mutate`, `rewrite` and `tag` beside the floor, parse_all, which
# reads the fixes of a store and parses each of their programs once. The store is mined of TREE, or with N > 0 of
# N pairs that are grown of it. One thread, medians of RUNS, which take turns. `make bench-mutate` passes its
# variables on.
set -eu
cd "$(dirname "$0")/.."
tokfix=$1 tree=$2 n=$3 runs=$4
folder=out/bench/mutate
mkdir -p "$folder"
if [ "$n" -gt 0 ]; then
    corpus=out/bench/guard-$n
    [ -e "$corpus/groups.tsv" ] || {
        mkdir -p "$corpus"
        echo "$tree" >"$corpus/seed"
        out/bench/pairs_corpus "$tree" "$corpus" "$n" 1
    }
    tree=$corpus/Project_CodeNet
fi
"$tokfix" mine "$tree" -q --force -o "$folder/mined.db"

# Milliseconds of a command, into a file; the median of such a file.
clock() {
    times=$folder/$1.ms
    shift
    start=$(date +%s%N)
    "$@" >"$folder/out" 2>"$folder/log"
    echo $((($(date +%s%N) - start) / 1000000)) >>"$times"
}
median() { sort -n "$folder/$1.ms" | sed -n "$((runs / 2 + 1))p"; }

# Mutants go into a database that has none.
mutate() {
    cp "$folder/mined.db" "$folder/mutants.db"
    clock "mutate-$1" "$tokfix" mutate "$folder/mutants.db" -q -j 1 --per-program "$1"
    sqlite3 "$folder/mutants.db" 'SELECT sum(n_mutants) FROM mutate_rules' >"$folder/mutate-$1.n"
}

rm -f "$folder"/*.ms
for run in $(seq "$runs"); do
    clock floor out/bench/parse_all "$folder/mined.db" 1
    sed -n 's/^programs //p' "$folder/out" >"$folder/floor.n"
    mutate 5
    mutate 100
    clock rewrite "$tokfix" rewrite "$folder/mined.db" -q -j 1 --force -o "$folder/rewrites.db"
    sqlite3 "$folder/rewrites.db" 'SELECT count(*) FROM fixes' >"$folder/rewrite.n"
    clock tag "$tokfix" tag "$folder/mined.db" -q -j 1 --ratio 10 --force -o "$folder/tags.jsonl"
    wc -l <"$folder/tags.jsonl" >"$folder/tag.n"
done

# A line: time, what was made, how much of it in a second, and the cost of one in parsings of a program.
line() {
    awk -v name="$2" -v ms="$(median "$1")" -v made="$(cat "$folder/$1.n")" -v floor="$(median floor)" \
        -v parsed="$(cat "$folder/floor.n")" 'BEGIN {
            printf "%-36s %8d %9d %10.0f %14.2f\n", name, ms, made, 1000 * made / ms,
                (ms / made) / (floor / parsed)
        }'
}
echo "RUNS=$runs, $(nproc) CPUs, $(sqlite3 "$folder/mined.db" 'select count(*) from fixes') fixes of $tree"
printf '%-36s %8s %9s %10s %14s\n' '' 'median ms' made 'a second' 'one / parsing'
line floor 'parse_all: programs parsed'
line mutate-5 'mutate --per-program 5: mutants'
line mutate-100 'mutate --per-program 100: mutants'
line rewrite 'rewrite: fixes'
line tag 'tag --ratio 10: rows'
