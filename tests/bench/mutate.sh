#!/bin/sh
# mutate.sh [NAME=VALUE]...: times `tokfix mutate`, `rewrite` and `tag` beside their floor:
# tokenize_all reads the fixes of a database and cuts each of their programs into tokens once. The
# database is mined from SEED, or with N > 0 from N pairs that are grown from SEED. One thread.
# `make bench-mutate` passes its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
# Real programs, or the sample if they are missing.
N= RUNS=5 SEED=../shared/data/atcoder WORK=out/bench TOKFIX=out/tokfix
[ -e "$SEED" ] || SEED=tests/sample/Project_CodeNet
options 'N RUNS SEED WORK TOKFIX' "$@"
main=$WORK/mutate tree=$SEED
mkdir -p "$main"
if [ "$N" ]; then
    grow pairs "$WORK/guard-$N" "$N" 1 groups.tsv
    tree=$WORK/guard-$N/Project_CodeNet
fi
"$TOKFIX" mine "$tree" --language python -q --force -o "$main/mined.db"

# Mutants go into a database that has none.
mutate() {
    cp "$main/mined.db" "$main/mutants.db"
    step "mutate_$1" "mutate --per-program $1: mutants" \
        "$TOKFIX" mutate "$main/mutants.db" -q -j 1 --per-program "$1"
    sqlite3 "$main/mutants.db" 'SELECT sum(n_mutants) FROM mutate_rules' >"$main/mutate_$1.n"
}

steps() {
    step floor 'tokenize_all: programs cut into tokens' out/bench/tokenize_all "$main/mined.db" 1
    sed -n 's/^programs //p' "$main/floor.out" >"$main/floor.n"
    mutate 5
    mutate 100
    step rewrite 'rewrite: fixes' \
        "$TOKFIX" rewrite "$main/mined.db" -q -j 1 --force -o "$main/rewrites.db"
    sqlite3 "$main/rewrites.db" 'SELECT count(*) FROM fixes' >"$main/rewrite.n"
    step tag 'tag --rows-per-fix 10: rows' \
        "$TOKFIX" tag "$main/mined.db" -q -j 1 --rows-per-fix 10 --force -o "$main/tags.jsonl"
    wc -l <"$main/tags.jsonl" >"$main/tag.n"
}

rounds "$main" RUNS
echo "$(sqlite3 "$main/mined.db" 'select count(*) from fixes') fixes of $tree"
printf '%-36s %8s %9s %10s %14s\n' '' 'median ms' made 'a second' 'one / cutting'
sql "CREATE TABLE times AS
     SELECT n, name, $(median seconds 'costs c WHERE c.step = s.step') AS seconds,
         CAST(readfile('$main/' || step || '.n') AS INTEGER) AS made FROM steps s WHERE is_usable;
     SELECT printf('%-36s %8.0f %9d %10.0f %14.2f', t.name, 1000 * t.seconds, t.made,
         t.made / t.seconds,
         (t.seconds / t.made) / (floor.seconds / floor.made))
     FROM times t JOIN times floor ON floor.n = 1 ORDER BY t.n"
