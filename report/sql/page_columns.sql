-- The list of fixes of the report page.

-- A fix without its submissions is an error; it is not skipped, because page_samples.sql has the
-- same rows.
SELECT f.category, f.pattern, b.status, b.problem_id, f.role, f.region, b.original_language,
    b.language, m.split, f.origin, x.verdict, c.commit_id, v.path, f.function,
    m.is_duplicate + 2 * m.is_conflicting + 4 * m.is_excluded AS marks,
    b.submission_id, a.submission_id, f.line, f.column, f.n_tokens, a.date, f.before, f.after,
    f.fix_key
FROM fixes f
JOIN fix_marks m USING (fix_key)
LEFT JOIN verdicts x USING (fix_key)
LEFT JOIN submissions b ON b.submission_key = f.buggy_submission_key
LEFT JOIN submissions a ON a.submission_key = f.fixed_submission_key
LEFT JOIN file_versions v ON v.submission_key = f.fixed_submission_key
LEFT JOIN commits c USING (commit_key)
ORDER BY f.fix_key
LIMIT coalesce(:limit, 20);
