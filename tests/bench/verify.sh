#!/bin/sh
# verify.sh [NAME=VALUE]...: runs of a small program a second, on two threads: in the zygote, in a
# fresh interpreter in the sandbox, in plain python3, and in python3 in bubblewrap, if that is
# installed. The kinds take turns; each row is the median of the rounds. `make bench-verify` passes
# its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
RUNS=5 N=200
options 'RUNS N' '' "$@"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'a, b = map(int, input().split())\nprint(a + b)\n' >"$work/main.py"
echo '3 4' >"$work/input"
kinds='warm fresh plain'
! command -v bwrap >/dev/null 2>&1 || kinds="$kinds bwrap"
round=0
while [ $round -lt "$RUNS" ]; do
    for kind in $kinds; do
        n=$N
        [ $kind != warm ] || n=$((N * 5))
        echo "$n $(out/bench/run_all $kind $n "$work/main.py" "$work/input")" >>"$work/$kind"
    done
    round=$((round + 1))
done
echo "RUNS=$RUNS, N=$N ($((N * 5)) in the zygote), two threads"
plain=$(awk '{ print $1 / $2 }' "$work/plain" | sort -n |
    awk '{ r[NR] = $1 } END { print r[int((NR + 1) / 2)] }')
for kind in $kinds; do
    awk '{ print $1 / $2 }' "$work/$kind" | sort -n | awk -v kind=$kind -v plain="$plain" '
        { r[NR] = $1 }
        END {
            median = r[int((NR + 1) / 2)]
            printf "%-8s %7.0f runs a second (%.0f to %.0f), time of a run / plain python3 %.2f\n",
                kind, median, r[1], r[NR], plain / median
        }'
done
