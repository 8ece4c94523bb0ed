-- What is known of programs, problems and users, for guard/split_place.c: a row for each name and
-- real fix, in the order of the fixes, then for each problem of a list. Identical problems have the
-- name of their cluster.
WITH placed AS (
    SELECT f.fix_key, problem_id, submission_id,
           coalesce(nullif(user_id, ''), '?' || problem_id || ' ' || submission_id) AS user_id,
           coalesce(split, '') AS split, group_key,
           EXISTS (SELECT 1 FROM exclusions e WHERE e.fix_key = f.fix_key) AS is_excluded
    FROM fixes f
    JOIN submissions ON submission_key = f.fixed_submission_key
    LEFT JOIN splits USING (fix_key)
    WHERE origin = 'real'
), known (name, split, group_key, is_excluded, fix_key) AS (
    SELECT 'program ' || problem_id || ' ' || submission_id, split, group_key, is_excluded, fix_key
    FROM placed
    UNION ALL
    SELECT 'problem ' || coalesce(cluster_id, problem_id), split, group_key, is_excluded, fix_key
    FROM placed
    LEFT JOIN problem_clusters USING (problem_id)
    UNION ALL
    SELECT 'user ' || user_id, split, group_key, is_excluded, fix_key
    FROM placed
    UNION ALL
    SELECT 'problem ' || coalesce(cluster_id, problem_id), split, 0, 0, NULL
    FROM split_lists
    LEFT JOIN problem_clusters USING (problem_id)
)
SELECT name, split, group_key, is_excluded FROM known ORDER BY fix_key IS NULL, fix_key
