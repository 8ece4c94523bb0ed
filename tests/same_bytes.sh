#!/bin/sh
# same_bytes.sh OLD NEW TREE [WORK]: runs all commands of two builds of tokfix over a tree of
# CodeNet, and compares what they print and write, byte for byte: stores (the columns of OLD, row by
# row), exports, published folders, pages, messages. Prints a line for each file that differs, and
# fails when one does. The version of the schema may differ. WORK, a folder, keeps the outputs.
#
#     git worktree add ../before HEAD~5 && make -C ../before && make
#     tests/same_bytes.sh ../before/out/tokfix out/tokfix tests/sample/Project_CodeNet
set -eu
old=$(realpath "$1") new=$(realpath "$2") tree=$(realpath "$3")
name=$(basename "$tree")
work=${4:-}
if [ -z "$work" ]; then
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
fi
shared=$(realpath -m "$(dirname "$0")/../../shared/data")
unset COLUMNS

# run NAME COMMAND...: what tokfix prints, and its exit status
run() {
    out=$1
    shift
    status=0
    "$T" "$@" >"$out.out" 2>"$out.err" </dev/null || status=$?
    echo "$status" >"$out.status"
}

# columns DB OLD_DB: every row of every table that OLD_DB has, with the columns that it has there
columns() {
    sqlite3 "$2" "select name from sqlite_master
        where type='table' and name not like 'sqlite_%' order by 1" |
        while read -r table; do
            list=$(sqlite3 "$2" "select group_concat('\"' || name || '\"')
                from pragma_table_info('$table')
                where name not in ('schema_version', 'tool_version')")
            echo "== $table"
            sqlite3 "$1" "select $list from \"$table\" order by rowid" 2>/dev/null ||
                sqlite3 "$1" "select $list from \"$table\" order by 1, 2"
        done
}

all() {
    run mine1 mine "$tree" -j1 -o j1.db
    run mine mine "$tree" -j4 -o s.db
    run shard1 mine "$tree" --shard 1/2 -o h1.db
    run shard2 mine "$tree" --shard 2/2 -o h2.db
    run merge merge merged.db h1.db h2.db
    run everything mine "$tree" --failing all --pairing next -o all.db
    cp s.db mutants.db
    run mutate mutate mutants.db --seed 3 --per-program 2
    cp s.db m.db
    run mutate_tree mutate m.db --dataset "$tree" --seed 3
    run dedup dedup s.db
    run dedup_json dedup mutants.db --json
    run split split s.db --seed 25 --ratio 6:2:2
    run split_json split mutants.db --seed 1 --json
    [ ! -d "$shared" ] || run leak_benchmark leak s.db --min-match-tokens 8 \
        --against "$shared/benchmarks/quixbugs"
    run leak leak s.db --mark
    run check check s.db
    run check_json check mutants.db --json
    run rewrite rewrite s.db -o v.db --kind rename,condition --per-kind 3-8
    run rewrite_all rewrite s.db -o w.db
    run rewrite_tree rewrite "$tree" -o rewritten
    run tag tag s.db -o tagged/ --format messages
    run tag_functions tag s.db -o tagged_functions/ --format tags --granularity function
    for d in s mutants v; do
        for f in text json csv latex; do run stats_${f}_$d stats $d.db --format $f; done
        run show_$d show $d.db
        run show_json_$d show $d.db --json --sample 50 --seed 1
        run show_color_$d show $d.db --color always --sample 20 --seed 2 --category all
        run report_$d report $d.db -o $d.html --programs 300
    done
    for f in pairs nbf prompt-completion messages preference alpaca text fim codexglue segments; do
        run "export_$f" export s.db --format $f --split all -o $f.jsonl
        run "export_ids_$f" export s.db --format $f --negatives 0.5 -o ids_$f/
        run "export_function_$f" export s.db --format $f --granularity function -o function_$f/
        run "export_rest_$f" export mutants.db --format $f --split train \
            --origin real,mutant --marked all --one-per-cluster exact \
            --balance category --seed 7 -o rest_$f.jsonl
    done
    run publish publish s.db -o published --license mit --creator 'Ada Lovelace' --files 2
    run publish_despite publish s.db -o despite --license mit --despite-check
    run publish_ids publish mutants.db -o chats --license cc-by-4.0 --format messages \
        --despite-check
    for d in published despite chats ids_pairs tagged; do
        run validate_$d validate $d
        run validate_json_$d validate $d --json
    done
    run export_gold export s.db --format pairs --split all --negatives 1 --category all \
        -o gold.jsonl
    predict <gold.jsonl >predicted.jsonl
    sed 'n;d' predicted.jsonl >half.jsonl
    run score score gold.jsonl --predictions predicted.jsonl --baseline half.jsonl --k 3
    run score_db score s.db --split all --predictions predicted.jsonl --json
    run score_latex score gold.jsonl --predictions predicted.jsonl --format latex
    run score_csv score gold.jsonl --predictions predicted.jsonl --format csv
    set -- $(cd "$tree/data" && find . -name '*.py' | LC_ALL=C sort | head -n 2)
    run tokens tokens "$tree/data/$1" --json
    run diff diff "$tree/data/$1" "$tree/data/$2" --json
    for c in mine merge stats report show dedup split leak check mutate rewrite tag export score \
        publish validate diff tokens completion manual; do
        run "help_$c" $c --help
        run "manual_$c" manual $c
        run "bare_$c" $c
        run "wrong_$c" $c --no-such-option
    done
    for s in bash zsh fish; do run "completion_$s" completion $s; done
    rm -f ./*.db-journal
}

# what is right for two rows of three, and something else for the others
predict() {
    python3 -c '
import json, sys
for n, line in enumerate(sys.stdin):
    row = json.loads(line)
    out = {"id": row["id"], "probability": (n % 10) / 10}
    if n % 3 != 2 and row.get("line"):
        out.update(line=row["line"], column=row["column"], repair=row["after"])
    elif n % 2:
        out.update(line=1, column=0, repair="x")
    print(json.dumps(out))'
}

# plain SIDE FILE: without the version of the schema, and the digests of the manifests that have it
plain() {
    sed -E -e 's/("?schema_version"?[:=][[:space:]]*)[0-9]+/\1N/g' "$work/$1/$2" >"$work/plain"
    for m in $(cd "$work/$1" && find . -name manifest.json); do
        sed -i "s/$(sha256sum "$work/$1/$m" | cut -d' ' -f1)/DIGEST/g" "$work/plain"
    done
    cat "$work/plain"
}

for side in old new; do
    rm -rf "$work/$side"
    mkdir -p "$work/$side"
    T=$old
    [ $side = old ] || T=$new
    (cd "$work/$side" && all)
done
bad=0 n=0
for side in old new; do
    (cd "$work/$side" && find . -type f ! -name '*.shm' ! -name '*.wal' | LC_ALL=C sort) \
        >"$work/files.$side"
done
diff "$work/files.old" "$work/files.new" >"$work/files.diff" || { bad=1; cat "$work/files.diff"; }
while read -r f; do
    n=$((n + 1))
    case $f in
    *.db)
        columns "$work/old/$f" "$work/old/$f" >"$work/a"
        columns "$work/new/$f" "$work/old/$f" >"$work/b"
        ;;
    *.json)
        plain old "$f" >"$work/a"
        plain new "$f" >"$work/b"
        ;;
    *)
        cp "$work/old/$f" "$work/a"
        cp "$work/new/$f" "$work/b"
        ;;
    esac
    cmp -s "$work/a" "$work/b" || {
        bad=1
        echo "differs: $name $f"
    }
done <"$work/files.old"
echo "$name: $n files compared, $([ $bad = 0 ] && echo 'all the same' || echo 'NOT the same')"
exit $bad
