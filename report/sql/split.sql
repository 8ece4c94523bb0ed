-- The report of tokfix split.

-- name: splits
WITH placed AS (
    SELECT split, group_key FROM splits JOIN counted_fixes USING (fix_key)
), total AS (
    SELECT count(*) AS n FROM counted_fixes
    WHERE fix_key IN (SELECT fix_key FROM splits) OR fix_key NOT IN (
        SELECT fix_key FROM exclusions UNION ALL SELECT fix_key FROM split_left_out)
)
SELECT p.split, count(group_key) AS n,
    round(100.0 * count(group_key) / max((SELECT n FROM total), 1), 2) AS percent,
    round(100 * p.share, 2) AS wanted_percent, count(DISTINCT group_key) AS n_groups
FROM split_parts p
LEFT JOIN placed USING (split)
GROUP BY p.part
ORDER BY p.part;

-- name: groups^
WITH placed AS (
    SELECT fix_key, group_key, user_id FROM splits
    JOIN counted_fixes USING (fix_key)
    JOIN submissions ON submission_key = buggy_submission_key
), others AS (
    SELECT fix_key, fix_key IN (SELECT fix_key FROM exclusions) AS is_excluded, reason
    FROM counted_fixes
    LEFT JOIN split_left_out USING (fix_key)
    WHERE fix_key NOT IN (SELECT fix_key FROM splits)
), counted AS (
    SELECT sum(is_excluded) AS n_excluded,
        sum(NOT is_excluded AND reason IS 'choice') AS n_left_out,
        sum(NOT is_excluded AND reason IS 'straddles') AS n_straddling,
        sum(NOT is_excluded AND reason IS 'undated') AS n_undated,
        sum(NOT is_excluded AND reason IS NULL) AS n_unlisted
    FROM others
)
SELECT count(placed.fix_key) + coalesce(n_unlisted, 0) AS n_pairs,
    count(DISTINCT group_key) AS n_groups, coalesce(n_excluded, 0) AS n_excluded,
    coalesce(n_left_out, 0) AS n_left_out, coalesce(n_straddling, 0) AS n_straddling,
    coalesce(n_undated, 0) AS n_undated, coalesce(n_unlisted, 0) AS n_unlisted,
    coalesce(sum(user_id = '' AND ',' || grouped_by || ',' LIKE '%,user,%'), 0) AS n_nobody,
    n_previous
FROM split_run, counted
LEFT JOIN placed;

-- name: run^
SELECT split_set, origin, seed,
    train_ratio || ':' || validation_ratio || ':' || test_ratio AS ratio, n_folds,
    date(validation_from, 'unixepoch') AS validation_from,
    date(test_from, 'unixepoch') AS test_from, grouped_by
FROM split_run;

-- name: days^
SELECT date(min(date), 'unixepoch') AS first, date(max(date), 'unixepoch') AS last
FROM counted_fixes
JOIN submissions ON submission_key = fixed_submission_key
WHERE date <> 0;

-- name: identical^
SELECT count(*) AS problems, count(DISTINCT cluster_id) AS groups
FROM problem_clusters, split_run
WHERE grouped_by LIKE '%problem-cluster%';

-- name: strata
WITH placed AS (
    SELECT category, sort_order, language, coalesce(source, '') AS source, split, group_key
    FROM splits
    JOIN counted_fixes USING (fix_key)
    JOIN categories USING (category)
    JOIN submissions ON submission_key = fixed_submission_key
    LEFT JOIN problem_sources USING (problem_id)
), kinds AS (
    SELECT count(DISTINCT language) > 1 AS has_languages, count(DISTINCT source) > 1 AS has_sources
    FROM placed
), strata AS (
    SELECT 1 AS part, 0 AS place, 'all' AS kind, 'all' AS name, split, group_key
    FROM placed
    UNION ALL
    SELECT 2, sort_order, 'category', category, split, group_key FROM placed
    UNION ALL
    SELECT 3, 0, 'language', language, split, group_key FROM placed, kinds WHERE has_languages
    UNION ALL
    SELECT 4, 0, 'source', source, split, group_key FROM placed, kinds WHERE has_sources
    UNION ALL
    SELECT 5, sort_order, 'cell', category || ', ' || language || ', ' || source, split, group_key
    FROM placed, kinds
    WHERE has_languages OR has_sources
), counted AS (
    SELECT part, place, kind, name, split, count(*) AS n, count(DISTINCT group_key) AS n_groups
    FROM strata
    GROUP BY part, place, name, split
), totals AS (
    SELECT part, place, kind, name, sum(n) AS n, sum(n_groups) AS n_groups
    FROM counted
    GROUP BY part, place, name
)
SELECT t.kind, t.name, t.n, t.n_groups, p.split, coalesce(c.n, 0) AS n_in, t.n * p.share AS wanted
FROM totals t
CROSS JOIN split_parts p
LEFT JOIN counted c ON c.part = t.part AND c.name = t.name AND c.split = p.split
ORDER BY t.part, t.place, t.name, p.part;

-- name: largest
WITH sized AS (
    SELECT group_key, split, count(*) AS n, count(DISTINCT problem_id) AS n_problems,
        count(DISTINCT nullif(user_id, '')) AS n_users
    FROM splits
    JOIN counted_fixes USING (fix_key)
    JOIN submissions ON submission_key = buggy_submission_key
    GROUP BY group_key
    ORDER BY n DESC, group_key
    LIMIT coalesce(:limit, 20)
)
SELECT n,
    round(100.0 * n / (SELECT count(*) FROM splits
        JOIN counted_fixes USING (fix_key)), 2) AS percent,
    sized.split, n_problems, n_users, fix_id AS first
FROM sized
JOIN fix_details ON fix_key = group_key
ORDER BY n DESC, group_key;
