#!/bin/sh
# profile.sh [NAME=VALUE]...: where the time of `tokfix mine` goes, by phase (phases.awk), on a
# folder, its archive, a tree of four languages and rows. It needs perf, and takes the trees and the
# rows that `make bench`, `make bench LANGUAGES=all` and `make bench-rows` made; what is missing is
# left out. `make bench-profile` passes its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
N=200000 J=2 WORK=out/bench TOKFIX=out/tokfix
options 'N J' 'WORK TOKFIX' "$@"
need perf "install it (Debian's package is linux-perf)"
RATE=997 # samples a second, of each thread
main=$WORK/profile
mkdir -p "$main"
heads=

profile() { # TITLE INPUT ARGUMENT...
    title=$1 input=$2
    shift 2
    [ -e "$input" ] || { echo "left out: $title: '$input' is missing" >&2; return 0; }
    say "profiling: $title"
    perf record -q -e cpu-clock -F "$RATE" --call-graph dwarf,16384 -o "$main/perf.data" \
        "$TOKFIX" mine "$input" -j "$J" --force -q -o "$main/mined.db" "$@" 2>"$main/$title.log" ||
        die "$title failed: see '$main/$title.log'"
    perf script -i "$main/perf.data" --no-inline -F comm,tid,ip,sym,dso \
        >"$main/$title.stacks" 2>/dev/null
    heads=$heads${heads:+,}$title
}

profile folder "$WORK/$N/Project_CodeNet" --language python
profile archive "$WORK/$N/Project_CodeNet.tar.gz" --language python
profile languages "$WORK/$N-all/Project_CodeNet"
profile rows "$WORK/rows-$N/rows.jsonl.zst"
hush
[ "$heads" ] || die "no input: run \`make bench\` first"
begin "$main" profile
machine N J
# shellcheck disable=SC2046
awk -v rate="$RATE" -v heads="$heads" -f tests/bench/phases.awk \
    $(echo "$heads" | tr , '\n' | sed "s|.*|$main/&.stacks|")
