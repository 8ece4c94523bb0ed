#!/bin/sh
# peers.sh [NAME=VALUE]...: times other programs beside tokfix on the same input, each for what it
# does best: a miner in plain Python on a tree, git and PyDriller on a history, jq and DuckDB on
# rows, and by tests/bench/lexer.sh, IBM's tokenizer on programs. A peer that is missing is left
# out, and named. `make bench-peers` passes its variables on. REPOSITORY is a git history;
# PYDRILLER, the folders that PYTHONPATH must have for PyDriller, and PYTHON its interpreter;
# PYTOKENIZE, the program of IBM's Project CodeNet.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
N=20000 RUNS=3 J=2 SEED=../shared/data/atcoder REPOSITORY='' PATHS='*.py' PYDRILLER=''
PYTHON=python3 PYTOKENIZE='' WORK=out/bench TOKFIX=out/tokfix
[ -e "$SEED" ] || SEED=tests/sample/Project_CodeNet
options 'N RUNS J' 'SEED REPOSITORY PATHS PYDRILLER PYTHON PYTOKENIZE WORK TOKFIX' "$@"
main=$WORK/peers-$N tree=$WORK/$N/Project_CodeNet library=out/duckdb/libduckdb.so
rows=$main/rows.jsonl
need python3 "install it; it is one of the peers, and makes the rows"

mkdir -p "$main"
grow tree "$WORK/$N" "$N" 1 truth.tsv
grow_rows "$main" >"$rows"

mine() { # KEY NAME ARGUMENT...
    mined=$1 title=$2
    shift 2
    step "$mined" "$title" "$TOKFIX" mine --force -q -o "$main/$mined.db" "$@"
}

# shellcheck disable=SC2016
steps() {
    step baseline 'tree: baseline.py, plain Python' python3 tests/bench/baseline.py "$tree"
    mine tree 'tree: tokfix -j 1' "$tree" --language python -j 1
    if [ "$REPOSITORY" ]; then
        step patch 'history: git log -p -U0' sh -ec \
            'git -c safe.directory="*" -C "$0" log --all -p -U0 --no-renames -- "$@" >/dev/null' \
            "$REPOSITORY" "$PATHS"
        [ ! "$PYDRILLER" ] || step pydriller 'history: PyDriller, both versions of files' \
            env PYTHONPATH="$PYDRILLER" "$PYTHON" tests/bench/peers.py pydriller "$REPOSITORY"
        mine history "history: tokfix -j $J, all commits" --git "$REPOSITORY" -j "$J" \
            --language python --keywords none --max-files 0
    fi
    ! command -v jq >/dev/null ||
        step jq 'rows: jq -c .' sh -ec 'exec jq -c . "$0" >/dev/null' "$rows"
    [ ! -e "$library" ] ||
        step duckdb "rows: DuckDB, all columns, $J threads" \
            out/bench/duckdb_rows "$library" "$J" "$rows"
    mine rows "rows: tokfix -j $J" "$rows" -j "$J"
}

begin "$main" bench-peers
rounds
machine N SEED RUNS J REPOSITORY PATHS
[ "$REPOSITORY" ] || echo 'git and PyDriller are left out: name a history with REPOSITORY'
[ "$PYDRILLER" ] || echo 'PyDriller is left out: name its folders with PYDRILLER'
command -v jq >/dev/null || echo "jq is left out: install it"
[ -e "$library" ] || echo "DuckDB is left out: \`make parquet\` fetches it"
[ "$PYTOKENIZE" ] || echo "IBM's pytokenize is left out: name the program with PYTOKENIZE"
steps_table
ratios_table <<END
baseline baseline tree baseline.py / tokfix
patch patch history git log -p -U0 / tokfix
pydriller pydriller history PyDriller / tokfix
jq jq rows jq -c . / tokfix
duckdb duckdb rows DuckDB, all columns / tokfix
END
end
echo
tests/bench/lexer.sh SEED="$SEED" PYTOKENIZE="$PYTOKENIZE"
