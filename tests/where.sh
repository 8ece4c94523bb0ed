#!/bin/sh
# where.sh DATABASE: for each filter that --where replaced, whether the expression takes the fixes
# that a condition over the tables takes, which knows nothing of the view. Prints how many.
set -eu
db=$1
ids() { # EXPRESSION
    "$TOKFIX" export "$db" -q --format pairs --category all --region all \
        --license any --marked all --where "$1" -o - 2>ids.log | sed 's/^{"id":"\([^"]*\)".*/\1/'
}
while IFS= read -r where && IFS= read -r condition; do
    ids "$where" >ids.where
    sqlite3 "$db" "select b.problem_id || '-' || iif(b.submission_id = 'before-' ||
        a.submission_id, '', b.submission_id || '-') || a.submission_id
        from fixes f join submissions b on b.submission_key = f.buggy_submission_key
        join submissions a on a.submission_key = f.fixed_submission_key
        left join file_versions v on v.submission_key = a.submission_key
        left join commits c using (commit_key) where $condition order by f.fix_key" >ids.sql
    cmp -s ids.where ids.sql || echo "differ: $where: $(head -n 1 ids.log)"
    echo "$(wc -l <ids.where): $where"
done <<'end'
source in ('codenet', 'rows')
b.problem_id in (select problem_id from problems join run using (run_key) where source <> 'git')
problem_id in ('p00001', 'shop', 'abc042_a')
b.problem_id in ('p00001', 'shop', 'abc042_a')
contest <> 'AtCoder'
b.problem_id not in (select problem_id from problems where contest = 'AtCoder')
user_id <> 'u000000001'
b.user_id <> 'u000000001'
repository = 'shop'
b.problem_id in (select problem_id from repositories where problem_id = 'shop')
path not glob 'src/*'
v.path is null or v.path not glob 'src/*'
not is_test
v.is_test is not 1
license = 'MIT'
v.license = 'MIT'
verdict_in_comment
f.verdict_in_comment = 1
pattern in ('CHANGE_OPERAND', 'CHANGE_NUMERIC_LITERAL')
f.pattern in ('CHANGE_OPERAND', 'CHANGE_NUMERIC_LITERAL')
role <> 'variable'
f.role is not 'variable'
judged = 'WA'
lower(b.status) like 'wrong%' or b.status like 'WA' or b.status like 'WA %'
buggy_status = 'Runtime Error'
b.status = 'Runtime Error'
original_language = 'Python (3.4.3)'
b.original_language = 'Python (3.4.3)'
dialect in ('3', 'none')
f.dialect = '3' or f.dialect is null
'<' in (before, after)
f.before = '<' or f.after = '<'
not (before = '' and after = 'not')
f.before <> '' or f.after <> 'not'
instr(buggy_code || fixed_code, 'while ')
(select max(code like '%while %') from sources where source_key in (a.source_key, b.source_key))
fixed_day >= '2012-01-01' and fixed_day < '2018-01-01'
a.date between unixepoch('2012-01-01') and unixepoch('2018-01-01') - 1
repair_in_program
f.repair_in_program <> 0
not parses
f.parses = 0
function_tokens >= 50
ifnull(f.part_n_tokens, f.n_tokens) >= 50
verdict <> 'none'
f.fix_key in (select fix_key from verdicts)
end
