-- Problems that are identical, each with the one before it in a run of problems with the same key,
-- for guard/problem_ties.c: by what the dataset says, and, if ?1 is true, by the stored clusters.
WITH keyed (source, source_order, key, problem_id) AS (
    SELECT 'dataset', 1, run_key || ' ' || cluster_line, problem_id FROM identical_problems
    UNION ALL
    SELECT 'description', 2, sha256, problem_id FROM problem_descriptions
    UNION ALL
    SELECT 'root', 3, commit_id, problem_id FROM root_commits
    UNION ALL
    SELECT 'commit', 4, commit_id, problem_id FROM commits
    UNION ALL
    SELECT 'blobs', 5, b.blob_id || a.blob_id, s.problem_id
    FROM fixes
    JOIN file_versions b ON b.submission_key = buggy_submission_key
    JOIN file_versions a ON a.submission_key = fixed_submission_key
    JOIN submissions s ON s.submission_key = buggy_submission_key
    UNION ALL
    SELECT 'cluster', 6, cluster_id, problem_id FROM problem_clusters WHERE ?1
)
SELECT earlier, problem_id, source
FROM (
    SELECT lag(problem_id) OVER (
               PARTITION BY source_order, key ORDER BY problem_id
           ) AS earlier,
           problem_id, source, source_order, key
    FROM keyed
)
WHERE earlier <> problem_id
ORDER BY source_order, key, problem_id
