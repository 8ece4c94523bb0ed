-- What ties fixes together, for guard/ties.c: a row for each tie of a fix. ?1 has the bits of
-- enum tie_kind. Without real fixes, the mutants of one program are tied.
SELECT 'problem ' || coalesce(cluster_id, problem_id), fix_key
FROM fixes
JOIN submissions ON submission_key = buggy_submission_key
LEFT JOIN problem_clusters c USING (problem_id)
WHERE ?1 & 2
UNION ALL
SELECT 'problem ' || problem_id, fix_key
FROM fixes
JOIN submissions ON submission_key = buggy_submission_key
WHERE ?1 & 3 = 1
UNION ALL
SELECT 'user ' || user_id, fix_key
FROM fixes
JOIN submissions ON submission_key = buggy_submission_key
WHERE ?1 & 4 AND user_id <> ''
UNION ALL
SELECT 'program ' || source_key, fix_key
FROM fixes
JOIN submissions ON submission_key = fixed_submission_key
WHERE origin <> 'real'
UNION ALL
SELECT 'text ' || source_key, fix_key
FROM fixes
JOIN submissions ON submission_key IN (buggy_submission_key, fixed_submission_key)
WHERE origin = 'real' AND ?1 & 8
UNION ALL
SELECT 'fix ' || representative_fix_key, fix_key
FROM duplicate_clusters
WHERE kind = 'near' AND ?1 & 8
UNION ALL
SELECT 'fix ' || first_fix_key, fix_key FROM conflicts WHERE ?1 & 8
UNION ALL
SELECT 'fix ' || accepted_fix_key, fix_key
FROM accepted_bugs
WHERE accepted_fix_key AND ?1 & 8
UNION ALL
SELECT 'fix ' || accepted_fix_key, accepted_fix_key
FROM accepted_bugs
WHERE accepted_fix_key AND ?1 & 8
