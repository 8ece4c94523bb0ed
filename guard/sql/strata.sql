-- The category, language and source of each fix, for guard/stratify.c.
SELECT fix_key, category, language, coalesce(source, '') AS source
FROM fixes
JOIN submissions ON submission_key = fixed_submission_key
JOIN categories USING (category)
LEFT JOIN problem_sources USING (problem_id)
ORDER BY sort_order, language, source, fix_key
