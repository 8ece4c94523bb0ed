-- The report of tokfix split.

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
)
SELECT kind, name, split, count(*) AS n, count(DISTINCT group_key) AS n_groups
FROM strata
GROUP BY part, place, name, split
ORDER BY part, place, name, split;

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
