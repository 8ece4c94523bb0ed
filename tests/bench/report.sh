#!/bin/sh
# report.sh [NAME=VALUE]...: times `tokfix report` of a corpus of N pairs beside its floor: SQLite's
# own program writes the same columns and programs as JSON. Then measures how long a browser takes
# to load the page and to filter its list. `make bench-report` passes its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
N=40000 RUNS=5 SEED=tests/sample/Project_CodeNet WORK=out/bench TOKFIX=out/tokfix
options 'N RUNS' 'SEED WORK TOKFIX' "$@"
main=$WORK/guard-$N
store=$main/mined.db page=$main/report.html
corpus "$main" "$N" 1

list='SELECT fix_id, category, pattern, role, buggy_status, problem_id, before, after, line, column,
      n_tokens, fixed_date, original_language FROM fix_details ORDER BY fix_key'
programs='SELECT buggy_code, fixed_code FROM fix_details ORDER BY fix_key LIMIT 2000'

steps() {
    step report 'tokfix report' "$TOKFIX" report "$store" --force -o "$page"
    step floor 'sqlite3 -json, the same rows' \
        sqlite3 -readonly -json "$store" "$list" "$programs"
}

echo "N=$N RUNS=$RUNS, $(nproc) CPUs, $(sqlite3 "$store" 'select count(*) from fixes') fixes"
begin "$main" bench-report
rounds
for key in report floor; do is_usable "$key" || die "$key failed: see '$main/$key.log'"; done
printf '\npage of %s bytes\n' "$(stat -c %s "$page")"
sql "SELECT printf('  %-44s %6.0f ms', name,
         1000 * $(median seconds 'costs c WHERE c.step = s.step'))
     FROM steps s ORDER BY n;
     SELECT printf('  %-44s %6.2f', 'ratio', $(median 'a.seconds / b.seconds' \
         "costs a JOIN costs b USING (round) WHERE a.step = 'report' AND b.step = 'floor'"))"
node tests/bench/page.cjs "$page" "$RUNS"
