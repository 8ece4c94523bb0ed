-- The counted fixes by :by (user, problem, contest, week, language, source or repository): a row
-- for each of the first :limit keys. Weeks are in their order, the others by number of fixes. The
-- key '' is that of the fixes whose user (or contest, ...) is unknown.

-- name: groups
WITH grouped AS MATERIALIZED (
    SELECT f.fix_key, f.category, f.edit, f.before, f.after, in_thesis, b.user_id, b.problem_id,
        iif(a.date > 0, a.date - f.first_failing_date, NULL) AS seconds,
        coalesce(CASE :by WHEN 'user' THEN b.user_id WHEN 'problem' THEN b.problem_id
            WHEN 'contest' THEN p.contest
            WHEN 'week' THEN (SELECT strftime('%Y', thursday, 'unixepoch') || printf('-W%02d',
                (strftime('%j', thursday, 'unixepoch') + 6) / 7) FROM (SELECT a.date / 86400 * 86400
                + (3 - (a.date / 86400 + 3) % 7) * 86400 AS thursday) WHERE a.date > 0)
            WHEN 'language' THEN b.language
            WHEN 'source' THEN (SELECT source FROM run r WHERE r.run_key = p.run_key)
            WHEN 'repository' THEN (SELECT r.problem_id FROM repositories r
                WHERE r.problem_id = b.problem_id) END, '') AS key
    FROM counted_fixes f
    JOIN categories USING (category)
    JOIN submissions b ON b.submission_key = f.buggy_submission_key
    JOIN submissions a ON a.submission_key = f.fixed_submission_key
    JOIN problems p ON p.problem_id = b.problem_id
),
chosen AS MATERIALIZED (
    SELECT key, count(*) AS fixes, sum(in_thesis) AS six,
        count(DISTINCT nullif(user_id, '')) AS users, count(DISTINCT problem_id) AS problems,
        count(*) FILTER (WHERE category = 'variable_misuse') AS variable_misuse,
        count(*) FILTER (WHERE category = 'binary_operator') AS binary_operator,
        count(*) FILTER (WHERE category = 'comparison_operator') AS comparison_operator,
        count(*) FILTER (WHERE category = 'logical_operator') AS logical_operator,
        count(*) FILTER (WHERE category = 'assignment_operator') AS assignment_operator,
        count(*) FILTER (WHERE category = 'literal') AS literal,
        count(*) FILTER (WHERE category = 'type') AS type,
        count(*) FILTER (WHERE category = 'other') AS other,
        count(*) OVER () AS n_groups, sum(key <> '') OVER () AS n_known
    FROM grouped
    GROUP BY key
    ORDER BY key = '', iif(:by = 'week', key, -count(*)), key
    LIMIT coalesce(:limit, 20)
),
-- Quartiles are times of the group: the one in the place n / 4, rounded up, and so on.
timed AS MATERIALIZED (
    SELECT key, seconds, count(*) OVER (PARTITION BY key) AS n,
        row_number() OVER (PARTITION BY key ORDER BY seconds) AS place
    FROM grouped
    WHERE seconds >= 0 AND key IN (SELECT key FROM chosen)
),
times AS MATERIALIZED (
    SELECT key, n AS n_timed, max(seconds) FILTER (WHERE place = (n + 3) / 4) AS quartile_seconds,
        max(seconds) FILTER (WHERE place = (n + 1) / 2) AS median_seconds,
        max(seconds) FILTER (WHERE place = (3 * n + 3) / 4) AS upper_quartile_seconds
    FROM timed
    GROUP BY key
),
-- With max(), the other columns are those of its row: of equally frequent ones, the first.
typical AS MATERIALIZED (
    SELECT key, edit_category, edit, before, after, edit_n, first,
        max(edit_n * 4294967296 - first)
    FROM (SELECT key, category AS edit_category, edit, before, after, count(*) AS edit_n,
            min(fix_key) AS first FROM grouped WHERE key IN (SELECT key FROM chosen)
        GROUP BY key, category, edit, before, after)
    GROUP BY key
),
frequent AS MATERIALIZED (
    SELECT key, category, category_n, max(category_n * 100 - sort_order)
    FROM (SELECT key, category, count(*) AS category_n FROM grouped
        WHERE key IN (SELECT key FROM chosen) GROUP BY key, category)
    JOIN categories USING (category)
    GROUP BY key
)
-- Left joins look up the keys of many groups in indexes that SQLite makes.
SELECT nullif(chosen.key, '') AS key, p.name, fixes, six, users, problems, variable_misuse,
    binary_operator, comparison_operator, logical_operator, assignment_operator, literal, type,
    other, coalesce(n_timed, 0) AS n_timed, quartile_seconds, median_seconds,
    upper_quartile_seconds, category, category_n, edit_category, edit, before, after, edit_n,
    (SELECT fix_id FROM fix_details d WHERE d.fix_key = t.first) AS example, n_groups, n_known
FROM chosen
LEFT JOIN typical t ON t.key = chosen.key
LEFT JOIN frequent q ON q.key = chosen.key
LEFT JOIN times ON times.key = chosen.key
LEFT JOIN problems p ON :by = 'problem' AND p.problem_id = chosen.key
ORDER BY chosen.key = '', iif(:by = 'week', chosen.key, -fixes), chosen.key;
