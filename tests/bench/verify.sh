#!/bin/sh
# verify.sh [NAME=VALUE]...: times N runs of a small program, on two threads: in the zygote, in a
# fresh interpreter in the sandbox, in plain python3, and in python3 in bubblewrap, if that is
# installed. `make bench-verify` passes its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
RUNS=5 N=1000 WORK=out/bench
options 'RUNS N WORK' "$@"
main=$WORK/verify
mkdir -p "$main"
printf 'a, b = map(int, input().split())\nprint(a + b)\n' >"$main/main.py"
echo '3 4' >"$main/input"

steps() {
    for kind in plain warm fresh bwrap; do
        [ $kind != bwrap ] || command -v bwrap >/dev/null || continue
        step $kind $kind out/bench/run_all $kind "$N" "$main/main.py" "$main/input"
    done
}

rounds "$main" N RUNS
steps_table
sql "SELECT step, 'plain', step || ' / plain python3' FROM steps WHERE n > 1 ORDER BY n" |
    ratios_table
end
