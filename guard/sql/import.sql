-- Puts the fixes of listed problems into the splits of their lists.
INSERT INTO set_splits
SELECT (SELECT split_set FROM chosen_split_set), fix_key, split,
    first_value(fix_key) OVER (PARTITION BY b.problem_id ORDER BY a.date, b.date, fix_key)
FROM counted_fixes
JOIN submissions b ON b.submission_key = buggy_submission_key
JOIN submissions a ON a.submission_key = fixed_submission_key
JOIN split_lists ON split_lists.problem_id = b.problem_id
WHERE fix_key NOT IN (
    SELECT fix_key FROM exclusions UNION ALL SELECT fix_key FROM split_left_out)
