#!/bin/sh
# run.sh RESULTS TOKFIX RUNNER NAME...: runs suites (unit/test_lexer: tests/support/runner.c) and
# cases (cases/publish/4: tests/case.py, with four jobs), $JOBS of them at a time (two more than
# CPUs, as some wait), in the order given. What failed prints its log, in alphabetical order; the
# last line counts the tests.
#
# Each has a process group of its own without a terminal, its log RESULTS/NAME.log, and an end after
# $LIMIT seconds. It may use $TOKFIX, $SAMPLE, $SHARED, $OUT, $FAULTS (the library of tests/faults),
# $TOKFIX_DUCKDB (DuckDB's library, which may be missing) and its own empty $SCRATCH, RESULTS/NAME.
# $WRAP, when set, is a program to run suites under.
set -u

one() { # NAME
    name=$1 SCRATCH=$RESULTS/$1 log=$RESULTS/$1.log
    export SCRATCH
    mkdir -p "$SCRATCH"
    case $name in
    cases/*/*)
        set -- tests/case.py "tests/${name%/*}.case" "${name##*/}"
        ;;
    *) set -- ${WRAP:+"$WRAP"} "$RUNNER" "$name" ;;
    esac
    setsid env --default-signal timeout --kill-after=10 "$LIMIT" "$@" </dev/null >"$log" 2>&1 &
    echo $! >"$SCRATCH.pid"
    wait $!
    status=$?
    rm "$SCRATCH.pid"
    [ $status -ne 0 ] || empty "$SCRATCH"
    echo "$name $status" >>"$RESULTS/done"
    [ -z "$PROGRESS" ] ||
        printf '\r\033[K%s of %s: %s' "$(wc -l <"$RESULTS/done")" "$TOTAL" "$name" >&2
}

empty() { # FOLDER: removes it, and what has no rights for its owner, too
    rm -rf "$1" 2>/dev/null || { chmod -R u+rwx "$1" && rm -rf "$1"; }
}

report() {
    LC_ALL=C sort "$RESULTS/done" | while read -r name status; do
        log=$RESULTS/$name.log
        if [ "$status" -eq 0 ] && grep -q '^\[  PASSED' "$log"; then
            grep -E '^(note|skipped):' "$log"
        else
            cat "$log"
            [ "$status" -ne 124 ] && [ "$status" -ne 137 ] || echo "ended after $LIMIT seconds"
            echo "FAILED: $name"
            grep -q '^\[  FAILED' "$log" || echo '[  FAILED  ] 1 test(s).' >>"$log"
        fi
        cat "$log" >>"$RESULTS/all.log"
    done
    [ "$(wc -l <"$RESULTS/done")" -eq "$TOTAL" ] || {
        echo "FAILED: not all was run"
        echo '[  FAILED  ] 1 test(s).' >>"$RESULTS/all.log"
    }
    # Of cmocka's versions, some name the suite before the number.
    awk '/^\[  (PASSED|FAILED|SKIPPED)  *\] / && match($0, /[0-9]+ test\(s\)/) {
             n[$2] += substr($0, RSTART)
         }
         END {
             printf "%d passed, %d failed, %d skipped\n", n["PASSED"], n["FAILED"], n["SKIPPED"]
         }' "$RESULTS/all.log"
}

# Ends all that still runs when this is ended.
stop() {
    kill "$pool"
    find "$RESULTS" -name '*.pid' -exec cat {} + | xargs -r kill
    exit 130
}

if [ "$1" = --one ]; then
    one "$2"
    exit
fi

empty "$1"
mkdir -p "$1"
RESULTS=$(realpath "$1") TOKFIX=$(realpath "$2") RUNNER=$(realpath -m "$3")
shift 3
SAMPLE=$(realpath tests/sample)
SHARED=$(realpath -m ../shared)
OUT=$(realpath out)
TOKFIX_DUCKDB=none # sanitizers do not take exceptions of a library that is loaded late
[ "$TOKFIX" != "$(realpath -m out/tokfix)" ] || TOKFIX_DUCKDB=$(realpath -m out/duckdb/libduckdb.so)
LIMIT=${LIMIT:-600} TOTAL=$# PROGRESS=
[ ! -t 2 ] || PROGRESS=1
export RESULTS TOKFIX RUNNER SAMPLE SHARED OUT TOKFIX_DUCKDB LIMIT TOTAL PROGRESS
export LC_ALL=C.UTF-8 TZ=UTC
unset COLUMNS LINES NO_COLOR PAGER TOKFIX_PAGER LESS SLURM_CPUS_PER_TASK SLURM_ARRAY_TASK_ID
umask 022
: >"$RESULTS/done"
: >"$RESULTS/all.log"
trap stop INT TERM HUP
printf '%s\n' "$@" >"$RESULTS/names"
xargs -r -n 1 -P "${JOBS:-$(($(nproc) + 2))}" tests/run.sh --one <"$RESULTS/names" &
pool=$!
wait $pool
[ -z "$PROGRESS" ] || printf '\r\033[K' >&2
report
! grep -q '^\[  FAILED' "$RESULTS/all.log"
