-- The fixes in groups: ?1 is the key, ?2 the most rows. The last two columns are counts of all
-- groups. Of the most frequent edits, the one that occurs first is named, and its first fix. Times
-- are in seconds, from the first failure to the fixed program, at places n/4, n/2 and 3n/4, rounded
-- up. A week is that of ISO 8601; it belongs to the year of its Thursday.

WITH dated AS (
    SELECT f.fix_key, f.category, f.edit, f.before, f.after, b.user_id, b.problem_id, p.contest,
        b.language, r.source, g.problem_id AS repository,
        iif(a.date BETWEEN 1 AND 253402300799,
            date(a.date, 'unixepoch', '-3 days', 'weekday 4'), NULL) AS thursday,
        iif(a.date > 0 AND a.date >= f.first_failing_date, a.date - f.first_failing_date,
            NULL) AS seconds
    FROM counted_fixes f
    JOIN submissions b ON b.submission_key = f.buggy_submission_key
    JOIN submissions a ON a.submission_key = f.fixed_submission_key
    JOIN problems p ON p.problem_id = b.problem_id
    LEFT JOIN run r ON r.run_key = p.run_key
    LEFT JOIN repositories g ON g.problem_id = b.problem_id
),
counted AS MATERIALIZED (
    SELECT *, coalesce(CASE ?1 WHEN 'user' THEN user_id WHEN 'problem' THEN problem_id
            WHEN 'contest' THEN contest WHEN 'language' THEN language WHEN 'source' THEN source
            WHEN 'repository' THEN repository
            WHEN 'week' THEN
                strftime('%Y-W', thursday) || printf('%02d', (strftime('%j', thursday) + 6) / 7)
            END, '') AS key
    FROM dated
),
timed AS (
    SELECT key, seconds, count(*) OVER (PARTITION BY key) AS n,
        row_number() OVER (PARTITION BY key ORDER BY seconds) AS place
    FROM counted
    WHERE seconds IS NOT NULL
),
times AS (
    SELECT key, n AS n_timed, max(iif(place = (n + 3) / 4, seconds, NULL)) AS quartile_seconds,
        max(iif(place = (2 * n + 3) / 4, seconds, NULL)) AS median_seconds,
        max(iif(place = (3 * n + 3) / 4, seconds, NULL)) AS upper_quartile_seconds
    FROM timed
    GROUP BY key
),
frequent AS (
    SELECT key, category AS edit_category, edit, before, after, count(*) AS edit_n,
        min(fix_key) AS example,
        row_number() OVER (PARTITION BY key ORDER BY count(*) DESC, min(fix_key)) AS place
    FROM counted
    GROUP BY key, category, edit, before, after
),
by_category AS (
    SELECT key, category, count(*) AS category_n,
        row_number() OVER (PARTITION BY key ORDER BY count(*) DESC, sort_order) AS place
    FROM counted
    JOIN categories USING (category)
    GROUP BY key, category
),
sizes AS (
    SELECT key, count(*) AS fixes, sum(in_thesis) AS six,
        count(DISTINCT nullif(user_id, '')) AS users, count(DISTINCT problem_id) AS problems,
        sum(category = 'variable_misuse') AS variable_misuse,
        sum(category = 'binary_operator') AS binary_operator,
        sum(category = 'comparison_operator') AS comparison_operator,
        sum(category = 'logical_operator') AS logical_operator,
        sum(category = 'assignment_operator') AS assignment_operator,
        sum(category = 'literal') AS literal, sum(category = 'type') AS type,
        sum(category = 'other') AS other
    FROM counted
    JOIN categories USING (category)
    GROUP BY key
)
SELECT nullif(s.key, '') AS key,
    iif(?1 = 'problem', (SELECT name FROM problems WHERE problem_id = s.key), NULL) AS name, fixes,
    six, users, problems, variable_misuse, binary_operator, comparison_operator, logical_operator,
    assignment_operator, literal, type, other, coalesce(n_timed, 0) AS n_timed, quartile_seconds,
    median_seconds, upper_quartile_seconds, c.category, category_n, edit_category, edit, before,
    after, edit_n, (SELECT fix_id FROM fix_details d WHERE d.fix_key = e.example) AS example,
    count(*) OVER () AS n_groups, count(nullif(s.key, '')) OVER () AS n_known
FROM sizes s
LEFT JOIN times t ON t.key = s.key
JOIN frequent e ON e.key = s.key AND e.place = 1
JOIN by_category c ON c.key = s.key AND c.place = 1
ORDER BY s.key = '', iif(?1 = 'week', 0, -fixes), s.key
LIMIT coalesce(?2, 20);
