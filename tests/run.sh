#!/bin/sh
# run.sh RESULTS TOKFIX RUNNER NAME...: runs suites (unit/test_lexer: tests/support/runner.c) and
# cases (cases/publish/4: tests/case.py, with four jobs), $JOBS of them at a time (two more than
# CPUs, as some wait), in the order given. Prints a line for each, in alphabetical order, with the
# number of its tests and its seconds; what failed, with its log; and the number of all tests.
#
# Each has a process group of its own without a terminal, its log RESULTS/NAME.log, and an end after
# $LIMIT seconds. It may use $TOKFIX, $SAMPLE, $SHARED, $OUT, $FAULTS (the library of tests/faults),
# $TOKFIX_DUCKDB (DuckDB's library, which may be missing) and its own empty $SCRATCH. That of a test
# that failed is RESULTS/NAME afterwards. $WRAP, when set, is a program to run suites under.
#
# With IN_MEMORY=1, scratch folders are in /dev/shm if there is room, because a database waits for
# the disk whenever it commits.
set -u

one() { # NAME
    name=$1 SCRATCH=$SCRATCHES/$1 log=$RESULTS/$1.log pid=$RESULTS/$1.pid
    export SCRATCH
    mkdir -p "${log%/*}" "$SCRATCH"
    case $name in
    cases/*/*)
        set -- tests/case.py "tests/${name%/*}.case" "${name##*/}"
        ;;
    *) set -- ${WRAP:+"$WRAP"} "$RUNNER" "$name" ;;
    esac
    read -r start _ </proc/uptime
    setsid env --default-signal timeout --kill-after=10 "$LIMIT" "$@" </dev/null >"$log" 2>&1 &
    echo $! >"$pid"
    wait $!
    status=$?
    read -r end _ </proc/uptime
    rm "$pid"
    if [ $status -eq 0 ]; then
        empty "$SCRATCH"
    elif [ "$SCRATCHES" != "$RESULTS" ]; then
        mv "$SCRATCH" "${log%/*}"
    fi
    echo "$name $status $start $end" >>"$RESULTS/done"
    [ -z "$PROGRESS" ] ||
        printf '\r\033[K%s of %s: %s' "$(wc -l <"$RESULTS/done")" "$TOTAL" "$name" >&2
}

empty() { # FOLDER: removes it, and what has no rights for its owner, too
    rm -rf "$1" 2>/dev/null || { chmod -R u+rwx "$1" && rm -rf "$1"; }
}

# A test has passed if its status is 0 and its log says so. Of the versions of cmocka, some name the
# suite before the number of tests.
report() {
    LC_ALL=C sort "$RESULTS/done" | awk -v results="$RESULTS" -v limit="$LIMIT" -v total="$TOTAL" '{
        log_file = results "/" $1 ".log"
        notes = ""
        split("", n)
        while ((getline line <log_file) > 0) {
            if (line ~ /^(note|skipped):/)
                notes = notes "    " line "\n"
            if (line ~ /^\[  (PASSED|FAILED|SKIPPED)  *\] / && match(line, /[0-9]+ test\(s\)/))
                n[substr(line, 4, 6)] += substr(line, RSTART)
        }
        close(log_file)
        has_failed = $2 != 0 || !("PASSED" in n)
        n["FAILED"] += has_failed && !n["FAILED"]
        printf "%-44s %5d tests %8.2f s\n", $1, n["PASSED"] + n["FAILED"] + n["SKIPPE"], $4 - $3
        if (has_failed) {
            fflush()
            system("cat '\''" log_file "'\''")
            if ($2 == 124 || $2 == 137)
                print "ended after " limit " seconds"
            print "FAILED: " $1
        } else
            printf "%s", notes
        for (status in n)
            all[status] += n[status]
    }
    END {
        if (NR != total)
            print "FAILED: not all was run"
        printf "%d passed, %d failed, %d skipped\n", all["PASSED"], all["FAILED"], all["SKIPPE"]
        exit NR != total || all["FAILED"] > 0
    }'
}

# Ends all that still runs when this is ended.
stop() {
    kill "$pool"
    find "$RESULTS" -name '*.pid' -exec cat {} + | xargs -r kill
    leave_memory
    exit 130
}

# Whether /dev/shm has room for the tests, in KiB, and lets them run programs.
has_memory() {
    [ -w /dev/shm ] && [ "$(df --output=avail /dev/shm | tail -n 1)" -gt 4000000 ] &&
        ! findmnt --noheadings --output OPTIONS --target /dev/shm | grep -q noexec
}

leave_memory() {
    [ "$SCRATCHES" = "$RESULTS" ] || empty "$SCRATCHES"
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
SCRATCHES=$RESULTS
[ -z "${IN_MEMORY:-}" ] || ! has_memory || SCRATCHES=$(mktemp -d /dev/shm/tokfix.XXXXXX)
export RESULTS SCRATCHES TOKFIX RUNNER SAMPLE SHARED OUT TOKFIX_DUCKDB LIMIT TOTAL PROGRESS
export LC_ALL=C.UTF-8 TZ=UTC PYTHONDONTWRITEBYTECODE=1
unset COLUMNS LINES NO_COLOR PAGER TOKFIX_PAGER LESS SLURM_CPUS_PER_TASK SLURM_ARRAY_TASK_ID
umask 022
chmod 755 "$SCRATCHES" # tests have files of other users
: >"$RESULTS/done"
trap stop INT TERM HUP
printf '%s\n' "$@" >"$RESULTS/names"
xargs -r -n 1 -P "${JOBS:-$(($(nproc) + 2))}" tests/run.sh --one <"$RESULTS/names" &
pool=$!
wait $pool
[ -z "$PROGRESS" ] || printf '\r\033[K' >&2
leave_memory
report
