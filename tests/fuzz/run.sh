#!/bin/sh
# run.sh PROGRAMS SECONDS TARGET...: fuzzes the targets, one after the other, and reports the
# results.
#
# What is found goes to out/fuzz/: inputs that broke something as TARGET-crash-...,
# TARGET-timeout-...; the growing corpus to TARGET/, the log to TARGET.log. Fails if anything was
# found.
set -eu
programs=$1
seconds=$2
shift 2
out=out/fuzz
status=0

# Longer inputs find little more here, and take longer (README.md).
max_length() { # TARGET
    case $1 in
    archive) echo 256 ;;
    json) echo 256 ;;
    license) echo 256 ;;
    files | git | history | tasks) echo 512 ;;
    metadata | rows) echo 320 ;;
    *) echo 128 ;;
    esac
}

number() { # REGEX: the last number in the log that it is before
    sed -n "s/.*$1 *\([0-9]*\).*/\1/p" "$log" | tail -n 1 | grep . || echo '?'
}

for target in "$@"; do
    log=$out/$target.log
    mkdir -p "$out/$target"
    failed=0
    "$programs/$target" -max_total_time="$seconds" -max_len="$(max_length "$target")" -timeout=20 \
        -dict="tests/fuzz/$target.dict" -artifact_prefix="$out/$target-" -print_final_stats=1 \
        "$out/$target" "tests/fuzz/corpus/$target" >"$log" 2>&1 || failed=1
    printf '%-9s %9s executions, %6s/s, coverage %s of %s edges, %s features: %s\n' "$target" \
        "$(number number_of_executed_units:)" "$(number average_exec_per_sec:)" "$(number cov:)" \
        "$(sed -n 's/.*Loaded 1 modules *(\([0-9]*\) .*/\1/p' "$log")" "$(number ft:)" \
        "$([ $failed = 0 ] && echo nothing found || echo FOUND)"
    if [ $failed = 1 ]; then
        status=1
        grep -a -m 3 -E '^tests/fuzz/|ERROR: |runtime error: ' "$log" || tail -n 3 "$log"
        sed -n 's/.*Test unit written to /input: /p' "$log"
    fi
done
exit $status
