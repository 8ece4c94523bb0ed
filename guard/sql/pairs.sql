-- The id is that of db/fix_names.h.
-- The fixes as struct pair (guard/fix_pairs.h): real ones first, each part in order of time.
SELECT f.fix_key,
       b.problem_id || '-' || iif(b.submission_id = 'before-' || a.submission_id, '',
                                  b.submission_id || '-') || a.submission_id AS fix_id,
       b.source_key,
       a.source_key,
       b.problem_id,
       -- an unknown user is nobody else
       coalesce(nullif(b.user_id, ''), '?' || b.problem_id || ' ' || b.submission_id),
       f.token_index,
       s.split,
       EXISTS (SELECT 1 FROM exclusions e WHERE e.fix_key = f.fix_key),
       f.edit,
       f.before,
       f.after,
       f.origin <> 'real',
       NOT EXISTS (SELECT 1 FROM repositories r WHERE r.problem_id = b.problem_id),
       EXISTS (SELECT 1 FROM split_left_out o WHERE o.fix_key = f.fix_key)
FROM fixes f NOT INDEXED
CROSS JOIN submissions b ON b.submission_key = f.buggy_submission_key
CROSS JOIN submissions a ON a.submission_key = f.fixed_submission_key
LEFT JOIN splits s USING (fix_key)
ORDER BY f.origin <> 'real', a.date, b.date, f.fix_key
