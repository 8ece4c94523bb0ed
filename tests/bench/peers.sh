#!/bin/sh
# peers.sh [NAME=VALUE]...: times other programs beside tokfix on the same input: a miner in plain
# Python on a tree, PyDriller on a history, and beside the lexer alone, in memory and with one
# thread, CPython's module tokenize and the tokenizer of IBM's Project CodeNet. A peer that is
# missing is left out. `make bench-peers` passes its variables on. REPOSITORY is a git history;
# PYDRILLER, the folders that PYTHONPATH must have for PyDriller, and PYTHON its interpreter;
# PYTOKENIZE, the program of IBM's Project CodeNet.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
N=20000 RUNS=3 J=2 SEED=../shared/data/atcoder REPOSITORY='' PYDRILLER='' PYTHON=python3
PYTOKENIZE='' WORK=out/bench TOKFIX=out/tokfix
[ -e "$SEED" ] || SEED=tests/sample/Project_CodeNet
options 'N RUNS J SEED REPOSITORY PYDRILLER PYTHON PYTOKENIZE WORK TOKFIX' "$@"
main=$WORK/peers-$N tree=$WORK/$N/Project_CodeNet files=$WORK/peers-$N/files
need python3 "install it; it is one of the peers"

mkdir -p "$main"
grow tree "$WORK/$N" "$N" 1 truth.tsv
find "$SEED/data" -type f -name '*.py' | LC_ALL=C sort >"$files"

steps() {
    step baseline 'tree: peers.py, plain Python' python3 tests/bench/peers.py mine "$tree"
    mine tree 'tree: tokfix -j 1' "$tree" --language python -j 1
    if [ "$REPOSITORY" ] && [ "$PYDRILLER" ]; then
        step pydriller 'history: PyDriller, both versions of files' \
            env PYTHONPATH="$PYDRILLER" "$PYTHON" tests/bench/peers.py pydriller "$REPOSITORY"
        mine history "history: tokfix -j $J, all commits" --git "$REPOSITORY" -j "$J" \
            --language python --keywords none --max-files 0
    fi
    step lexer 'programs: the lexer alone' out/bench/lex_all "$SEED/data" 21
    step tokenize "programs: CPython's tokenize" python3 tests/bench/peers.py tokenize "$files"
    # It warns about programs of Python 2. Its time is that of its process.
    [ ! "$PYTOKENIZE" ] || step pytokenize 'programs: pytokenize' \
        sh -c 'xargs "$0" <"$1" >/dev/null 2>&1 || :' "$PYTOKENIZE" "$files"
}

rounds "$main" N SEED RUNS J REPOSITORY
steps_table
ratios_table <<END
baseline tree peers.py / tokfix
pydriller history PyDriller / tokfix
END
bytes=$(xargs cat <"$files" | wc -c)
printf '\n%-40s %8s\n' "$(wc -l <"$files") programs, $bytes bytes" MB/s
for key in lexer tokenize; do
    sed -n "s/^mb_per_second /$key /p" "$main/$key.out"
done | while read -r key rate; do printf '%-40s %8.1f\n' "$key" "$rate"; done
[ ! "$PYTOKENIZE" ] ||
    printf '%-40s %8.1f\n' pytokenize \
        "$(sql "SELECT $bytes / 1e6 / $(median seconds "costs WHERE step = 'pytokenize'")")"
end
