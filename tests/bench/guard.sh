#!/bin/sh
# guard.sh [NAME=VALUE]...: grows corpora of fixes, and times `tokfix dedup`, `split` and `check`
# beside their floor. It compares the near pairs with those that a comparison of all pairs finds.
# `make bench-guard` passes its variables on. With BLOCK, the corpora are rows, in blocks that are
# alike only in themselves.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
N=40000 RUNS=3 J=2 SAMPLE=2000 SEED=tests/sample/Project_CodeNet WORK=out/bench TOKFIX=out/tokfix
BENCHMARK=../shared/data/benchmarks/quixbugs BLOCK='' PRESETS='allamanis buglab bigcode'
PARTS='floor dedup dedup_1 small split leak check recall'
options 'N RUNS J SAMPLE BLOCK SEED WORK BENCHMARK TOKFIX PRESETS PARTS' "$@"

part() { echo $((N > $1 ? N / $1 : 1)); }
kind=${BLOCK:+-$BLOCK}
main=$WORK/guard-$N$kind small=$WORK/guard-$(part 10)$kind
strangers=$WORK/guard-$(part 20)$kind-strangers marked=$main/${PRESETS%% *}.db
least_recall=0.99 wrong=

# Every preset has its own copy of the database.
copies() { for preset in $PRESETS; do cp "$1/mined.db" "$1/$preset.db"; done; }
corpus "$main" "$N" 1
copies "$main"
! has small || { corpus "$small" "$(part 10)" 1 && copies "$small"; }
! has leak || {
    corpus "$strangers" "$(part 20)" 2
    "$TOKFIX" export "$strangers/mined.db" --format pairs --category all -q --force \
        -o "$strangers/pairs.jsonl"
}

finds='leak leak_similar leak_folder'
# dedup_steps KEY NAME FOLDER JOBS: dedup with each preset, as dedup_PRESET and the key.
dedup_steps() {
    for preset in $PRESETS; do
        step "dedup_$preset$1" "dedup $preset $2" \
            "$TOKFIX" dedup "$3/$preset.db" --preset "$preset" -j "$4"
    done
}

steps() {
    ! has floor ||
        step tokenize_all "tokenize_all, $J threads" out/bench/tokenize_all "$main/mined.db" "$J"
    ! has dedup || dedup_steps '' "-j $J" "$main" "$J"
    ! has dedup_1 || dedup_steps _1 '-j 1' "$main" 1
    ! has small || dedup_steps _small "-j $J, N=$(part 10)" "$small" "$J"
    ! has split || step split split "$TOKFIX" split "$marked"
    ! has leak || leak_steps
    ! has check || check_steps
}

leak_steps() {
    cp "$marked" "$main/leak.db" # publish refuses a database with leaks
    step leak 'leak, strangers, type2' \
        "$TOKFIX" check "$main/leak.db" --against "$strangers/pairs.jsonl" --match type2
    step leak_similar 'leak, strangers, similar' \
        "$TOKFIX" check "$main/leak.db" --against "$strangers/pairs.jsonl" --match similar
    [ ! -e "$BENCHMARK" ] || step leak_folder 'leak, BENCHMARK, similar' \
        "$TOKFIX" check "$main/leak.db" --against "$BENCHMARK" --match similar
}

check_steps() {
    "$TOKFIX" check "$marked" -q -j "$J" >/dev/null || true
    step publish "publish -j $J" "$TOKFIX" publish "$marked" -o "$main/published" \
        --license mit --force -j "$J"
    for jobs in "$J" 1; do
        step "check_$jobs" "check -j $jobs" "$TOKFIX" check "$marked" -j "$jobs"
        [ "$J" != 1 ] || break
    done
}

# near_recall reports a JSON object for each preset.
recall_tables() {
    for preset in $PRESETS; do
        say "recall: $preset"
        out/bench/near_recall "$main/mined.db" "$preset" "$SAMPLE" "$J" \
            >"$main/recall_$preset.json" 2>"$main/recall_$preset.log" ||
            die "near_recall failed: see '$main/recall_$preset.log'"
        sql 'CREATE TABLE IF NOT EXISTS recalls (r)' \
            "INSERT INTO recalls
             VALUES (json(CAST(readfile($(quote "$main/recall_$preset.json")) AS TEXT)))"
    done
    hush
    printf '\n%-9s %-7s %8s %7s %5s %5s %6s %7s %9s %6s %9s %5s\n' recall bands compared candid. \
        near found recall 'at thr.' misplaced 'CPU s' 'all pairs' ratio
    sql "SELECT printf('%-9s %2d x %-2d %8d %7d %5d %5d %6.4f %7.4f %9d %6.2f %9.1f %5.0f',
             r->>'preset',
             r->>'bands', r->>'rows', r->>'comparisons', r->>'candidates', r->>'near',
             r->>'found', r->>'recall', r->>'recall_at_threshold', r->>'misplaced_pairs',
             r->>'all_seconds', r->>'brute_force_all_seconds',
             coalesce((r->>'brute_force_all_seconds') / (r->>'all_seconds'), 0)) FROM recalls"
    printf '\n%-10s %-11s %7s %6s %7s\n' recall similarity near found recall
    sql "SELECT printf('%-10s %4.2f%-7s %7d %6d %7.4f', r->>'preset', value->>'from',
             iif(value->>'from' < 1, ' and up', ''), value->>'near', value->>'found',
             value->>'recall')
         FROM recalls, json_each(r, '\$.intervals')"
    [ "$(sql "SELECT min(r->>'recall') >= $least_recall FROM recalls")" = 1 ] || wrong=1
}

rounds "$main" N SEED RUNS J SAMPLE BENCHMARK BLOCK PRESETS PARTS
echo
cat "$main/grow.out"
steps_table
{
    for preset in $PRESETS; do
        echo "dedup_$preset tokenize_all dedup $preset / tokenize_all"
    done
    for preset in $PRESETS; do
        echo "dedup_${preset}_1 dedup_$preset dedup $preset, -j 1 / -j J"
    done
    for preset in $PRESETS; do
        echo "dedup_$preset dedup_${preset}_small dedup $preset, N / a tenth of N"
    done
    echo 'split tokenize_all split / tokenize_all'
    echo 'leak tokenize_all leak, strangers, type2 / tokenize_all'
    echo 'leak_similar tokenize_all leak, strangers, similar / tokenize_all'
    echo 'leak_folder tokenize_all leak, BENCHMARK, similar / tokenize_all'
    echo "check_1 check_$J check, -j 1 / -j J"
} | ratios_table
! has recall || recall_tables
end
[ ! "$wrong" ] || die 'near pairs were missed: see the table'
