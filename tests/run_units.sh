#!/bin/sh
# run_units.sh RESULTS TOKFIX TEST...: runs the cmocka executables, one after the other.
# WRAP, when set, is a command to run them under.
# Each may use $TOKFIX, $SAMPLE, $SHARED, $BENCH (the programs of bench/), $FAULTS (the library of
# tests/faults), $TOKFIX_DUCKDB (DuckDB's library, which need not be there) and its own empty $SCRATCH.
set -u
results=$1
TOKFIX=$(realpath "$2")
SAMPLE=$(realpath tests/sample)
SHARED=$(realpath -m ../shared)
BENCH=$(realpath -m out/bench)
TOKFIX_DUCKDB=none # sanitizers do not take exceptions of a library that is loaded late
[ "$TOKFIX" != "$(realpath -m out/tokfix)" ] || TOKFIX_DUCKDB=$(realpath -m out/duckdb/libduckdb.so)
export TOKFIX SAMPLE SHARED BENCH TOKFIX_DUCKDB
shift 2
mkdir -p "$results"
: >"$results/units"
status=0
for test in "$@"; do
    SCRATCH=$results/scratch/$(basename "$test")
    rm -rf "$SCRATCH"
    mkdir -p "$SCRATCH"
    SCRATCH=$(realpath "$SCRATCH")
    export SCRATCH
    if ${WRAP:-} "$test" >"$SCRATCH.log" 2>&1; then
        grep -E '^(note|skipped):' "$SCRATCH.log"
    else
        status=1
        cat "$SCRATCH.log"
        echo "FAILED: $test"
    fi
    grep -E '^\[  (PASSED|FAILED|SKIPPED)' "$SCRATCH.log" >>"$results/units" || {
        echo "[  FAILED  ] 1 test(s)." >>"$results/units"
        status=1
    }
done
exit $status
