-- The counted fixes in their order. The first columns are those of `enum group_key`, with the date
-- for the week. Equal edits have the same text `change`. `seconds` is the time from the first
-- failure to the fixed program; < 0: unknown.

SELECT b.user_id, b.problem_id, p.contest, a.date, b.language, r.source, g.problem_id AS repository,
    f.category || ' ' || f.edit || ' ' || length(f.before) || ' ' || f.before || f.after AS change,
    f.fix_key, f.category,
    iif(a.date > 0, coalesce(a.date - f.first_failing_date, -1), -1) AS seconds
FROM counted_fixes f
JOIN submissions b ON b.submission_key = f.buggy_submission_key
JOIN submissions a ON a.submission_key = f.fixed_submission_key
JOIN problems p ON p.problem_id = b.problem_id
LEFT JOIN run r ON r.run_key = p.run_key
LEFT JOIN repositories g ON g.problem_id = b.problem_id
ORDER BY f.fix_key;
