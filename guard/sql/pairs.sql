-- The fixes as struct pair (guard/fix_pairs.h): real ones first, each part in order of time.
SELECT f.fix_key,
       b.problem_id || '-' || b.submission_id || '-' || a.submission_id,
       bs.source_key,
       fs.source_key,
       b.problem_id,
       b.user_id,
       f.token_index,
       m.split,
       m.is_excluded,
       f.edit,
       f.before,
       f.after,
       f.origin <> 'real',
       NOT EXISTS (SELECT 1 FROM repositories r WHERE r.problem_id = b.problem_id)
FROM fixes f
JOIN submissions b ON b.submission_key = f.buggy_submission_key
JOIN submissions a ON a.submission_key = f.fixed_submission_key
JOIN sources bs ON bs.source_key = b.source_key
JOIN sources fs ON fs.source_key = a.source_key
JOIN fix_marks m USING (fix_key)
ORDER BY f.origin <> 'real', a.date, b.date, f.fix_key
