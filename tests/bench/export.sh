#!/bin/sh
# export.sh [NAME=VALUE]...: times `tokfix export` and `tokfix report` beside their floor: SQLite's
# own program writes the same columns as JSON. `make bench-export` passes its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
N=40000 RUNS=3 J=2 SEED=tests/sample/Project_CodeNet WORK=out/bench TOKFIX=out/tokfix
options 'N RUNS J SEED WORK TOKFIX' "$@"
main=$WORK/guard-$N
store=$main/mined.db
corpus "$main" "$N" 1

# The columns of a row of `pairs`.
columns='fix_id, problem_id, user_id, language, original_language, buggy_submission_id,
    fixed_submission_id, buggy_status, buggy_date, fixed_date, edit, category, pattern, role,
    before, after, line, column, start_byte, end_byte,
    token_index, n_tokens, repair_in_program, dialect, buggy_code, fixed_code'
bugs='FROM fix_details JOIN categories USING (category) WHERE in_thesis ORDER BY fix_key'

list='SELECT fix_id, category, pattern, role, buggy_status, problem_id, before, after, line, column,
    n_tokens, fixed_date, original_language FROM fix_details ORDER BY fix_key'
programs='SELECT buggy_code, fixed_code FROM fix_details ORDER BY fix_key LIMIT 2000'

export_as() {
    export_key=$1 export_name=$2
    shift 2
    step "$export_key" "$export_name" "$TOKFIX" export "$store" "$@"
}

steps() {
    step sqlite3 'sqlite3 -json' sqlite3 -readonly -json "$store" "SELECT $columns $bugs"
    formats=$("$TOKFIX" export a --format '?' 2>&1 | sed -n 's/.*use one of: //p' | tr -d ,)
    for format in $formats; do
        export_as "$format" "$format -j 1" --format "$format" -j 1
    done
    export_as messages_line_1 'messages, line, -j 1' --format messages --granularity line -j 1
    export_as messages_function_1 'messages, function, -j 1' \
        --format messages --granularity function -j 1
    [ "$J" = 1 ] || export_as "messages_function_$J" "messages, function, -j $J" \
        --format messages --granularity function -j "$J"
    export_as pairs_gz "pairs, .gz, -j $J" --format pairs -j "$J" --force -o "$main/pairs.jsonl.gz"
    step lists "sqlite3 -json, the report's rows" \
        sqlite3 -readonly -json "$store" "$list" "$programs"
    step report 'tokfix report' "$TOKFIX" report "$store" --force -o "$main/report.html"
}

rounds "$main" N SEED RUNS J
rows=$(sqlite3 -readonly "$store" \
    'SELECT count(*) FROM fixes JOIN categories USING (category) WHERE in_thesis')
echo "$rows rows"
steps_table
sql "SELECT step, iif(step = 'report', 'lists', 'sqlite3'), name || ' / sqlite3 -json'
     FROM steps WHERE step NOT IN ('sqlite3', 'lists') ORDER BY n" | ratios_table
end
