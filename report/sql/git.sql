-- The tables of tokfix stats for repositories.

-- name: repositories
WITH counts AS (
    SELECT problem_id, max(n) FILTER (WHERE name = 'commits') AS commits,
        max(n) FILTER (WHERE name = 'used') AS used,
        max(n) FILTER (WHERE name = 'commits') - sum(n) FILTER
            (WHERE name IN ('merge', 'root', 'shallow_boundary')) AS plain
    FROM commit_counts
    WHERE (problem_id, run_key) IN (SELECT problem_id, run_key FROM problems)
    GROUP BY problem_id
)
SELECT problem_id AS repository, url, commits, plain AS with_one_parent, used, t.n_pairs AS pairs,
    t.n_fixes AS fixes, round(1000.0 * t.n_fixes / nullif(plain, 0), 1) AS per_thousand
FROM repositories r
JOIN counts USING (problem_id)
JOIN problem_totals t USING (problem_id)
ORDER BY problem_id;

-- Commits that further runs have read for other languages count in the first run.
-- name: commits
WITH names (sort_order, name) AS (
    VALUES (1, 'commits'), (2, 'merge'), (3, 'root'), (4, 'shallow_boundary'), (5, 'revert'),
        (6, 'no_keyword'), (7, 'damaged'), (8, 'no_file'), (9, 'too_many_files'), (10, 'used'),
        (11, 'symlink'), (12, 'submodule'), (13, 'renamed')
)
SELECT name, sum(n) AS n
FROM names
JOIN commit_counts USING (name)
WHERE (problem_id, run_key) IN (SELECT problem_id, run_key FROM problems)
GROUP BY name
ORDER BY sort_order;

-- name: keywords
SELECT coalesce(keyword, '') AS keyword, count(*) AS n
FROM counted_fixes f
JOIN file_versions v ON v.submission_key = f.fixed_submission_key
JOIN commits c USING (commit_key)
WHERE f.origin = 'real'
GROUP BY 1
ORDER BY n DESC, 1;

-- name: sweeps
WITH sizes AS (
    SELECT CASE WHEN sweep_size = 1 THEN 1 WHEN sweep_size <= 5 THEN 2 WHEN sweep_size <= 20 THEN 3
            ELSE 4 END AS bin
    FROM counted_fixes f
    JOIN file_versions v ON v.submission_key = f.fixed_submission_key
    JOIN commits c USING (commit_key)
    WHERE f.origin = 'real'
)
SELECT CASE bin WHEN 1 THEN '1' WHEN 2 THEN '2-5' WHEN 3 THEN '6-20' ELSE '21+' END AS size,
    count(*) AS n
FROM sizes
GROUP BY bin
ORDER BY bin;

-- name: places
WITH git AS (
    SELECT f.function IS NOT NULL AS in_function, is_test, f.function_end_line
    FROM counted_fixes f
    JOIN file_versions v ON v.submission_key = f.fixed_submission_key
    JOIN commits c USING (commit_key)
    WHERE f.origin = 'real'
),
names (sort_order, name, n) AS (
    VALUES (1, 'in a function', (SELECT coalesce(sum(in_function), 0) FROM git)),
        (2, 'in a test', (SELECT coalesce(sum(is_test), 0) FROM git)),
        (3, 'in a function, not in a test', (SELECT count(*) FROM git WHERE in_function
            AND NOT is_test))
)
SELECT name AS place, n, round(100.0 * n / nullif((SELECT count(*) FROM git), 0), 2) AS percent
FROM names
ORDER BY sort_order;

-- name: licenses
SELECT coalesce(license, 'unknown') AS license, count(*) AS n
FROM counted_fixes f
JOIN file_versions v ON v.submission_key = f.fixed_submission_key
JOIN commits c USING (commit_key)
WHERE f.origin = 'real'
GROUP BY 1
ORDER BY n DESC, 1;
