#!/bin/sh
# run.sh RESULTS TOKFIX: each folder here with a file `cmd` is a case. `cmd` runs in an empty
# folder with $TOKFIX, $SAMPLE (the sample tree), $CASE (the case's folder) and $JOBS; what it
# prints, standard error after standard output, must be `expected`: with one job and with four.
# BLESS=1 writes `expected` anew.
set -u
results=$1
TOKFIX=$(realpath "$2")
here=$(realpath "$(dirname "$0")")
SAMPLE=$(realpath "$here/../sample")
export TOKFIX SAMPLE
unset COLUMNS # what is shown is as wide as a pipe has it
mkdir -p "$results"
scratch=$(realpath "$results")/golden
passed=0 failed=0
for cmd in "$here"/*/cmd; do
    [ -f "$cmd" ] || continue # no case yet
    CASE=$(dirname "$cmd")
    export CASE
    for JOBS in 1 4; do
        export JOBS
        rm -rf "$scratch"
        mkdir -p "$scratch/work"
        (cd "$scratch/work" && sh -eu "$cmd") >"$scratch/stdout" 2>"$scratch/stderr"
        echo "exit status $?" >"$scratch/status"
        cat "$scratch/stdout" "$scratch/stderr" "$scratch/status" >"$scratch/actual"
        [ "${BLESS:-}" = 1 ] && [ $JOBS = 1 ] && cp "$scratch/actual" "$CASE/expected"
        if cmp -s "$scratch/actual" "$CASE/expected"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED: golden $(basename "$CASE"), $JOBS jobs (< expected, > printed)"
            diff "$CASE/expected" "$scratch/actual" | head -n 40
        fi
    done
done
{
    echo "[  PASSED  ] $passed test(s)."
    echo "[  FAILED  ] $failed test(s)."
} >"$results/goldens"
[ $failed -eq 0 ]
