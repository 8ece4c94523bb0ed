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
timed AS (
    SELECT key, seconds, count(*) OVER (PARTITION BY key) AS n,
        row_number() OVER (PARTITION BY key ORDER BY seconds) AS place
    FROM grouped
    WHERE seconds >= 0 AND key IN (SELECT key FROM chosen)
),
times AS (
    SELECT key, n AS n_timed, max(seconds) FILTER (WHERE place = (n + 3) / 4) AS quartile_seconds,
        max(seconds) FILTER (WHERE place = (n + 1) / 2) AS median_seconds,
        max(seconds) FILTER (WHERE place = (3 * n + 3) / 4) AS upper_quartile_seconds
    FROM timed
    GROUP BY key
),
typical AS (
    SELECT key, category AS edit_category, edit, before, after, count(*) AS edit_n,
        min(fix_key) AS fix_key, row_number() OVER (PARTITION BY key
            ORDER BY count(*) DESC, min(fix_key)) AS place
    FROM grouped
    WHERE key IN (SELECT key FROM chosen)
    GROUP BY key, category, edit, before, after
),
frequent AS (
    SELECT key, category, count(*) AS category_n, row_number() OVER (PARTITION BY key
            ORDER BY count(*) DESC, min(sort_order)) AS place
    FROM grouped
    JOIN categories USING (category)
    WHERE key IN (SELECT key FROM chosen)
    GROUP BY key, category
)
SELECT nullif(key, '') AS key, p.name, fixes, six, users, problems, variable_misuse,
    binary_operator, comparison_operator, logical_operator, assignment_operator, literal, type,
    other, coalesce(n_timed, 0) AS n_timed, quartile_seconds, median_seconds,
    upper_quartile_seconds, category, category_n, edit_category, edit, before, after, edit_n,
    (SELECT fix_id FROM fix_details d WHERE d.fix_key = t.fix_key) AS example, n_groups, n_known
FROM chosen
JOIN typical t USING (key)
JOIN frequent q USING (key)
LEFT JOIN times USING (key)
LEFT JOIN problems p ON :by = 'problem' AND p.problem_id = key
WHERE t.place = 1 AND q.place = 1
ORDER BY key = '', iif(:by = 'week', key, -fixes), key;
