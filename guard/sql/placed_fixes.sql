-- The real fixes with their programs, users and splits, for guard/split_place.c.
SELECT problem_id,
       submission_id,
       coalesce(nullif(user_id, ''), '?' || problem_id || ' ' || submission_id),
       coalesce(split, ''),
       group_key,
       EXISTS (SELECT 1 FROM exclusions e WHERE e.fix_key = f.fix_key)
FROM fixes f
JOIN submissions ON submission_key = f.fixed_submission_key
LEFT JOIN splits USING (fix_key)
WHERE origin = 'real'
ORDER BY f.fix_key
