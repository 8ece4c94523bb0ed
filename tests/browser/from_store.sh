#!/bin/sh
# What counts.cjs must print for a store; the bounds of the bins of tokens, and which points a curve
# has, are taken from its output.
# from_store.sh DB COUNTS [TEXT...]
set -eu
db=$1
counts=$2
shift 2
tab=$(printf '\t')

query() {
    sqlite3 -readonly -separator "$tab" "$db" "$1"
}

# There is no filter for what all fixes have in common.
filter() { # NAME COLUMN
    query "SELECT 'filter', '$1', $2, count(*) AS n FROM fix_details
           WHERE $2 IS NOT NULL GROUP BY $2 HAVING n < (SELECT count(*) FROM fixes) ORDER BY $2"
}

mark() {
    query "SELECT * FROM (SELECT 'filter', 'mark', '$1', count(*) AS n FROM fix_marks
                          WHERE is_$1) WHERE n"
}

# A fix holds a word if its id, its tokens or its programs do.
holds() {
    echo "instr(lower(fix_id || char(10) || before || char(10) || after || char(10) ||" \
         "buggy_code || char(10) || fixed_code), lower('$(echo "$1" | sed "s/'/''/g")'))"
}

search() {
    case $1 in
    \"*) condition=$(holds "$(echo "$1" | tr -d '"')") ;;
    *)
        condition=1
        for word in $1; do condition="$condition AND $(holds "$word")"; done
        ;;
    esac
    printf 'search\t%s\t' "$1"
    query "SELECT count(*) FROM fix_details WHERE $condition"
}

query "SELECT 'all', count(*) FROM fixes"
for column in category pattern role region; do filter $column $column; done
filter status buggy_status
filter execution verdict
filter split split
filter origin origin
for name in conflicting duplicate excluded; do mark $name; done
filter problem problem_id
for text in "$@"; do search "$text"; done

# Tables are of real fixes; those that show mutants beside them have another column then.
FIXES="(SELECT * FROM fixes WHERE origin = 'real')"
DETAILS="(SELECT * FROM fix_details WHERE origin = 'real')"
SPLITS="(SELECT s.* FROM splits s JOIN fixes USING (fix_key) WHERE origin = 'real')"
REAL="sum(origin = 'real') AS n"
mutants=$(query "SELECT 1 FROM fixes WHERE origin = 'mutant' LIMIT 1")
MUTANTS="${mutants:+, sum(origin = 'mutant') AS m}"
longer=$(query "SELECT 1 FROM $FIXES JOIN categories USING (category)
    WHERE in_thesis AND n_tokens > 1024 LIMIT 1")
taken="fix_key IN (SELECT fix_key FROM taken_fixes)"
fewer=$(query "SELECT 1 FROM $FIXES WHERE NOT $taken LIMIT 1")
query "SELECT 'table', 'Fixes by category', replace(category, '_', ' '),
    (SELECT count(*) FROM $FIXES f WHERE f.category = c.category)
    ${fewer:+, (SELECT count(*) FROM $FIXES f WHERE f.category = c.category AND $taken)}
    ${longer:+, (SELECT count(*) FROM $FIXES f WHERE f.category = c.category AND n_tokens <= 1024)}
    ${longer:+${fewer:+, (SELECT count(*) FROM $FIXES f WHERE f.category = c.category AND $taken
        AND n_tokens <= 1024)}}
    ${mutants:+, (SELECT count(*) FROM fixes f WHERE f.category = c.category AND origin = 'mutant')}
    FROM categories c ORDER BY sort_order"
query "WITH shown AS (SELECT category, edit, before, after, $REAL $MUTANTS FROM fixes
        GROUP BY category, edit, before, after
        ORDER BY n DESC, ${mutants:+m DESC,} category, before, after LIMIT 1000)
    SELECT 'table', printf('The %,d most frequent edits', (SELECT count(*) FROM shown)),
        replace(category, '_', ' '), edit,
        CASE WHEN before = '' THEN 'nothing' WHEN length(before) > 80
             THEN substr(before, 1, 79) || '…' ELSE replace(before, char(10), 'LF') END,
        CASE WHEN after = '' THEN 'nothing' WHEN length(after) > 80
             THEN substr(after, 1, 79) || '…'
             ELSE replace(after, char(10), 'LF') END, n ${mutants:+, m}
    FROM shown"
query "SELECT 'table', 'Fixes by SStuB pattern', pattern, $REAL $MUTANTS FROM fixes
    GROUP BY pattern ORDER BY n DESC, ${mutants:+m DESC,} pattern"
query "SELECT 'table', 'Changed identifiers by role and category', replace(role, '_', ' '),
    replace(category, '_', ' '), $REAL $MUTANTS FROM fixes WHERE role IS NOT NULL
    GROUP BY role, category ORDER BY n DESC, ${mutants:+m DESC,} role, category"
query "SELECT 'table', 'Fixes by region', replace(region, '_', ' '), $REAL,
    iif(is_taken, 'yes', 'no') FROM $FIXES JOIN regions USING (region)
    GROUP BY region ORDER BY n DESC, sort_order"
query "SELECT 'table', 'Verdicts that became Accepted', buggy_status, fixed_status,
    replace(category, '_', ' '), count(*) AS n FROM $DETAILS JOIN categories USING (category)
    GROUP BY category, buggy_status, fixed_status ORDER BY sort_order, n DESC, buggy_status"
query "SELECT 'table', 'All submissions by verdict', iif(status = '', 'empty', status), class,
    sum(n_submissions) AS n FROM statuses GROUP BY status
    ORDER BY n DESC, status"
query "SELECT 'table', 'Executed fixes by verdict', replace(verdict, '_', ' '), count(fix_key)
    FROM (SELECT 1 AS place, 'reproduced' AS verdict UNION VALUES (2, 'proven'),
        (3, 'weak_tests'), (4, 'sample_disagrees'), (5, 'fixed_errs'), (6, 'near_limit'),
        (7, 'flaky'), (8, 'unsupported'), (9, 'no_tests')) LEFT JOIN verdicts USING (verdict)
    WHERE EXISTS (SELECT 1 FROM verify_run) GROUP BY verdict ORDER BY place"
# A verdict without fixes has no column.
query "WITH executed AS (SELECT * FROM verdicts JOIN fixes USING (fix_key)),
    columns AS (SELECT DISTINCT verdict FROM verdicts)
    SELECT 'table', 'Executed fixes by category and verdict', replace(category, '_', ' '),
        count(*), (SELECT group_concat(n, char(9)) FROM (SELECT coalesce(nullif((SELECT count(*)
            FROM executed e WHERE e.category = c.category AND e.verdict = v.verdict), 0), '–') AS n
            FROM (VALUES ('reproduced'), ('proven'), ('weak_tests'), ('sample_disagrees'),
            ('fixed_errs'), ('near_limit'), ('flaky'), ('unsupported'), ('no_tests')) o
            JOIN columns v ON v.verdict = o.column1))
    FROM executed JOIN categories c USING (category) GROUP BY category ORDER BY sort_order"
query "WITH levels (place, level) AS (VALUES (1, 'strict'), (2, 'medium'), (3, 'loose')),
    found AS (SELECT place, 0 AS is_control FROM verdicts JOIN levels ON level = strictness
        UNION ALL SELECT place, 1 FROM control_pairs JOIN levels ON level = strictness)
    SELECT 'table', 'By level of the search, with the levels before it', level,
        (SELECT count(*) FROM found f WHERE f.place <= l.place AND NOT is_control),
        (SELECT count(*) FROM found f WHERE f.place <= l.place AND is_control)
    FROM levels l WHERE place <= (SELECT place FROM levels JOIN verify_run ON level = strictness)
    ORDER BY place"
query "SELECT 'table', 'What is missing', detail, count(*) AS n FROM verdicts
    WHERE verdict = 'unsupported' GROUP BY detail ORDER BY n DESC, detail LIMIT 10"
query "SELECT 'table', 'Compilers and interpreters', runtime, coalesce(version, 'not installed')
    FROM verify_runtimes ORDER BY sort_order"
BINS='Fixes by number of tokens'
grep "^table$tab$BINS$tab" "$counts" | while IFS=$tab read -r _ _ from to _; do
    query "SELECT 'table', '$BINS', $from, $to, count(*) FROM $FIXES
        WHERE n_tokens >= $from AND n_tokens < $to"
done

# Columns for all fixes and for each category that there is.
PRESENT="present AS (SELECT category, sort_order FROM categories
                     WHERE category IN (SELECT category FROM $FIXES))"
query "WITH RECURSIVE $PRESENT,
    bins AS (SELECT 0 AS bin UNION ALL SELECT bin + 1 FROM bins WHERE bin < 19)
    SELECT 'table', 'Fixes by place', printf('%d – %d', 5 * bin, 5 * bin + 5) || char(160) || '%',
        (SELECT count(*) FROM $FIXES WHERE token_index * 20 / n_tokens = bin),
        (SELECT group_concat(n, char(9)) FROM (SELECT (SELECT count(*) FROM $FIXES f
            WHERE f.category = p.category AND token_index * 20 / n_tokens = bin) AS n
            FROM present p ORDER BY sort_order)) FROM bins"
query "SELECT 'table', 'Histories by number of submissions', n_submissions, n_histories
    FROM submissions_per_history WHERE (SELECT sum(n_histories) FROM history_sizes) > 0"
query "WITH $PRESENT, dated AS (SELECT category,
        strftime('%Y-%m', fixed_date, 'unixepoch') AS month FROM $DETAILS)
    SELECT 'table', 'Fixes by month', month, count(*),
        (SELECT group_concat(n, char(9)) FROM (SELECT (SELECT count(*) FROM dated d
            WHERE d.category = p.category AND d.month = dated.month) AS n
            FROM present p ORDER BY sort_order))
    FROM dated GROUP BY month ORDER BY month"
# Months without fixes, if there are twelve or more in a row.
query "WITH dated AS (SELECT DISTINCT strftime('%Y-%m-01', fixed_date, 'unixepoch') AS month
        FROM $DETAILS),
    gaps AS (SELECT date(month, '+1 month') AS first, lead(month) OVER (ORDER BY month) AS next
        FROM dated),
    counted AS (SELECT *, 12 * (strftime('%Y', next) - strftime('%Y', first))
        + strftime('%m', next) - strftime('%m', first) AS n FROM gaps)
    SELECT 'table', 'Months without fixes that the chart leaves out', substr(first, 1, 7),
        strftime('%Y-%m', next, '-1 month'), n FROM counted WHERE n >= 12 ORDER BY first"
# The curve has some of the points only.
CURVE='Problems, most fixes first, and their total number of fixes'
grep "^table$tab$CURVE$tab" "$counts" | while IFS=$tab read -r _ _ n _; do
    query "SELECT 'table', '$CURVE', $n, (SELECT coalesce(sum(n), 0) FROM (SELECT count(*) AS n
        FROM $DETAILS GROUP BY problem_id ORDER BY n DESC, problem_id LIMIT $n))"
done
query "SELECT 'table', 'Problems with the most fixes', problem_id, coalesce(name, '–'),
    coalesce(contest, '–'), n_submissions, n_pairs, count(*) AS n FROM $DETAILS
    JOIN problem_totals USING (problem_id) GROUP BY problem_id ORDER BY n DESC, problem_id LIMIT 30"
# Fixes in groups, if there are several. The first failures are those that tokfix mine stored.
group() { # NAME KEY SHOWN ORDER LIMIT [USERS]
    elapsed="CASE WHEN s >= 172800 THEN printf('%.1f', s / 86400.0) || char(160) || 'days'
        WHEN s >= 3600 THEN printf('%.1f', s / 3600.0) || char(160) || 'h'
        WHEN s >= 60 THEN printf('%.0f', s / 60.0) || char(160) || 'min'
        ELSE s || char(160) || 's' END"
    query "WITH dated AS MATERIALIZED (SELECT d.*, $2 AS key, fixed_date - first_failing_date AS s
            FROM $DETAILS d JOIN fixes USING (fix_key)),
        sizes AS (SELECT key, count(*) AS n, count(DISTINCT user_id) AS users,
            count(DISTINCT problem_id) AS problems FROM dated WHERE key <> '' GROUP BY key),
        placed AS MATERIALIZED (SELECT key, s,
            row_number() OVER (PARTITION BY key ORDER BY s) AS place FROM dated),
        edits AS (SELECT key, before, after, count(*) AS n, min(fix_key) AS first FROM dated
            GROUP BY key, category, edit, before, after),
        kinds AS (SELECT key, category, sort_order, count(*) AS n FROM dated
            JOIN categories USING (category) GROUP BY key, category)
        SELECT 'table', 'Fixes by $1, and their median time', $3, g.n, ${6:+users,} problems,
            (SELECT $elapsed FROM placed p WHERE p.key = g.key AND place = (g.n + 1) / 2),
            (SELECT $elapsed FROM placed p WHERE p.key = g.key AND place = (3 * g.n + 3) / 4),
            (SELECT replace(category, '_', ' ') FROM kinds k WHERE k.key = g.key
                ORDER BY k.n DESC, sort_order LIMIT 1),
            $TOKENS, e.n, fix_id
        FROM sizes g JOIN edits e ON e.first = (SELECT first FROM edits o WHERE o.key = g.key
            ORDER BY o.n DESC, first LIMIT 1) AND e.key = g.key
        JOIN (SELECT fix_key, fix_id FROM fix_details) i ON i.fix_key = e.first
        WHERE (SELECT count(*) FROM sizes) > 1 ORDER BY $4 LIMIT $5"
}
TOKENS="CASE before WHEN '' THEN 'nothing' ELSE before END,
        CASE after WHEN '' THEN 'nothing' ELSE after END"
group user user_id "'user ' || row_number() OVER (ORDER BY g.n DESC, g.key)" 'g.n DESC, g.key' 100
group contest "(SELECT contest FROM problems p WHERE p.problem_id = d.problem_id)" g.key \
    'g.n DESC, g.key' 500 users
group week "strftime('%Y', fixed_date, 'unixepoch', '-3 days', 'weekday 4') || printf('-W%02d',
    (strftime('%j', fixed_date, 'unixepoch', '-3 days', 'weekday 4') + 6) / 7)" g.key g.key 2000 \
    users
for kind in exact renamed near patch; do
    query "WITH sizes AS (SELECT count(*) AS n FROM duplicate_clusters WHERE kind = '$kind'
                          GROUP BY representative_fix_key)
        SELECT 'table', 'Duplicates by kind', '$kind', (SELECT count(*) FROM sizes),
            (SELECT coalesce(sum(n), 0) FROM sizes), (SELECT coalesce(sum(n - 1), 0) FROM sizes),
            (SELECT coalesce(max(n), 0) FROM sizes) FROM dedup_run"
done
for kind in exact renamed near patch; do
    query "WITH sized AS (SELECT representative_fix_key, count(*) AS n,
            count(DISTINCT problem_id) AS problems, count(DISTINCT user_id) AS users
            FROM duplicate_clusters JOIN fix_details USING (fix_key) WHERE kind = '$kind'
            GROUP BY representative_fix_key)
        SELECT 'table', 'Largest clusters', '$kind', fix_id, n, problems, users,
            replace(category, '_', ' '), $TOKENS
        FROM sized JOIN fix_details ON fix_key = representative_fix_key
        ORDER BY n DESC, fix_key LIMIT 10"
done
query "SELECT 'table', 'Buggy programs with different repairs', d.fix_id, d.line,
        replace(d.category, '_', ' '), $TOKENS,
        (SELECT fix_id FROM fix_details g WHERE g.fix_key = c.first_fix_key)
    FROM conflicts c JOIN fix_details d USING (fix_key)
    WHERE first_fix_key IN (SELECT first_fix_key FROM conflicts GROUP BY first_fix_key
                    ORDER BY count(*) DESC, first_fix_key LIMIT 10)
    ORDER BY first_fix_key, fix_key"
query "WITH members AS (SELECT cluster_id, problem_id, (SELECT count(*) FROM $DETAILS d
            WHERE d.problem_id = c.problem_id) AS n FROM problem_clusters c ORDER BY problem_id)
    SELECT 'table', 'Groups of identical problems', cluster_id, count(*),
        group_concat(problem_id, ' '), (SELECT group_concat(DISTINCT source) FROM problem_links
            WHERE problem_id_a IN (SELECT problem_id FROM members m
                                   WHERE m.cluster_id = o.cluster_id)),
        sum(n) AS total
    FROM members o GROUP BY cluster_id ORDER BY total DESC, cluster_id LIMIT 10"
query "SELECT 'table', 'Splits', name, count(fix_key), count(DISTINCT group_key)
    FROM (SELECT 1 AS place, 'train' AS name UNION VALUES (2, 'validation'), (3, 'test'))
    LEFT JOIN $SPLITS ON split = name WHERE EXISTS (SELECT 1 FROM split_run)
    GROUP BY name ORDER BY place"
query "SELECT 'table', 'Splits by category', category, count(*), sum(split = 'train'),
        sum(split = 'validation'), sum(split = 'test')
    FROM (SELECT 'all fixes' AS category, split, 0 AS sort_order FROM $SPLITS
          UNION ALL SELECT replace(category, '_', ' '), split, sort_order FROM $SPLITS
          JOIN fixes USING (fix_key) JOIN categories USING (category))
    GROUP BY category ORDER BY sort_order"
query "WITH sized AS (SELECT group_key, s.split, count(*) AS n,
        count(DISTINCT problem_id) AS problems, count(DISTINCT user_id) AS users
        FROM $SPLITS s JOIN fix_details USING (fix_key)
        GROUP BY group_key)
    SELECT 'table', 'Largest groups', fix_id, n, sized.split, problems, users
    FROM sized JOIN fix_details ON fix_key = group_key ORDER BY n DESC, group_key LIMIT 10"
query "SELECT 'table', 'Exclusions by reason and evidence', reason,
        iif(length(evidence) > 80, substr(evidence, 1, 79) || '…', evidence) AS shown,
        count(*) AS n
    FROM exclusions GROUP BY reason, shown ORDER BY n DESC, reason, shown LIMIT 1000"
query "SELECT 'table', 'Submissions', label, n FROM (
    SELECT 1 AS place, 'rows of metadata' AS label, 'metadata_rows' AS name
    UNION VALUES (2, '− unusable rows', 'rows_unusable'),
        (3, '− other languages', 'rows_other_languages'),
        (4, 'submissions in Python', 'submissions'),
        (5, char(160, 160) || 'failing', 'submissions_failing'),
        (6, char(160, 160) || 'Accepted', 'submissions_accepted'),
        (7, char(160, 160) || 'undecided', 'submissions_undecided'),
        (8, 'compared in pairs', 'submissions_compared'))
    JOIN run_totals USING (name) ORDER BY place"
query "SELECT 'table', 'Pairs', 'pairs', n FROM run_totals WHERE name = 'pairs'"
query "SELECT 'table', 'Pairs', label, coalesce(sum(n_pairs), 0) FROM (
    SELECT 'unreadable' AS reason, '− unreadable' AS label
    UNION VALUES ('too_many_pairs', '− too many pairs in a history'),
        ('too_large', '− too large'), ('encoding', '− neither UTF-8 nor as it states'),
        ('unclosed_string', '− a string is not closed'),
        ('unmatched_bracket', '− unmatched bracket'), ('indentation', '− indentation'),
        ('stray_character', '− stray character'), ('malformed_number', '− malformed number'),
        ('nesting', '− too deeply nested'),
        ('identical', '− same tokens on both sides'),
        ('multi_token', '− more than one token differs'), ('syntax_error', '− syntax error'),
        ('same_value', '− same literal, spelled differently'),
        ('too_many_tokens', '− too many tokens'))
    JOIN reject_reasons USING (reason) LEFT JOIN rejects USING (reason)
    GROUP BY reason ORDER BY sort_order"
query "SELECT 'table', 'Pairs', 'single-token fixes', count(*) FROM $FIXES
    UNION ALL SELECT 'table', 'Pairs', '− in category other', count(*) FROM $FIXES
        JOIN categories USING (category) WHERE NOT in_thesis
    UNION ALL SELECT 'table', 'Pairs', 'in the six categories', count(*) FROM $FIXES
        JOIN categories USING (category) WHERE in_thesis"
query "SELECT 'table', 'Rejected pairs by the failing submission''s verdict', reason, status,
    sum(n_pairs) FROM rejects GROUP BY reason, status ORDER BY reason, status"
query "SELECT 'table', 'Rows and files that could not be used', kind, count(*) FROM input_errors
    GROUP BY kind ORDER BY kind"
