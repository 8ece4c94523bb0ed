-- Problems that are identical, each with the one before it in a run of problems with the same key,
-- for guard/ties.c: by what the dataset says, and, if ?1 is true, by the stored clusters.
--
-- For names, a key is made of the contest and the name, with white space folded and ASCII letters
-- in lower case. A name says which problem it is unless one dataset has three problems with it, as
-- it has of labels such as `A`, or describes two of them differently.
WITH blanked (problem_id, run_key, contest, name) AS (
    SELECT problem_id, run_key,
        replace(replace(replace(replace(replace(contest, char(9), ' '), char(10), ' '), char(11),
            ' '), char(12), ' '), char(13), ' '),
        replace(replace(replace(replace(replace(name, char(9), ' '), char(10), ' '), char(11),
            ' '), char(12), ' '), char(13), ' ')
    FROM problems
), folded (problem_id, run_key, key) AS ( -- of several blanks, one is left
    SELECT problem_id, run_key,
        replace(replace(replace(lower(trim(contest) || char(10) || trim(name)),
            ' ', ' ' || char(1)), char(1) || ' ', ''), char(1), '')
    FROM blanked
    WHERE trim(contest) <> '' AND trim(name) <> ''
), labels (key) AS (
    SELECT key
    FROM folded
    LEFT JOIN problem_descriptions USING (problem_id)
    GROUP BY key, run_key
    HAVING count(*) > 2 OR count(DISTINCT sha256) > 1
), keyed (source, source_order, key, problem_id) AS (
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
    UNION ALL
    SELECT 'name', 7, key, problem_id FROM folded WHERE key NOT IN (SELECT key FROM labels)
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
