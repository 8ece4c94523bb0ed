#!/bin/sh
# lexer.sh [NAME=VALUE]...: the speed of the lexer on the programs of a tree, in memory and with one
# thread, beside CPython's tokenizer (its module tokenize) and, if PYTOKENIZE names the program, the
# tokenizer of IBM's Project CodeNet. `make bench-lexer` passes its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
RUNS=21 SEED=../shared/data/atcoder PYTOKENIZE=
[ -e "$SEED" ] || SEED=tests/sample/Project_CodeNet
options 'RUNS' 'SEED PYTOKENIZE' "$@"
files=$(mktemp)
trap 'rm -f "$files"' EXIT
find "$SEED/data" -type f -name '*.py' | LC_ALL=C sort >"$files"
bytes=$(xargs cat <"$files" | wc -c)

row() { # NAME MEGABYTES_A_SECOND
    printf '%-40s %8.1f MB/s\n' "$1" "$2"
}

echo "RUNS=$RUNS, $(wc -l <"$files") programs of $SEED, $bytes bytes"
row 'lexer, median of the runs' "$(out/bench/lex_all "$SEED/data" "$RUNS" |
    sed -n 's/^mb_per_second //p')"
row "CPython's tokenize, one run" "$(python3 tests/bench/peers.py tokenize "$files")"
if [ "$PYTOKENIZE" ]; then
    start=$(date +%s%N)
    # It warns about programs of Python 2.
    xargs "$PYTOKENIZE" <"$files" >/dev/null 2>&1 || :
    end=$(date +%s%N)
    row 'pytokenize, one run, with reading' \
        "$(awk "BEGIN { print $bytes / ($end - $start) * 1000 }")"
fi
