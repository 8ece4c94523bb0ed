-- The fixes that the report page lists: the first 100,000 of the view `chosen`, with their numbers
-- in the page. Words that many fixes share are numbers of the table `words`. Texts are cut.

CREATE TEMP TABLE listed AS
SELECT row_number() OVER (ORDER BY d.fix_key) - 1 AS number, d.fix_key, fix_id, d.category,
    d.pattern, nullif(d.role, 'none') AS role, d.region, nullif(buggy_status, '') AS status,
    nullif(d.verdict, 'none') AS execution, d.problem_id AS problem, d.language,
    nullif(d.split, 'none') AS split, d.origin,
    nullif(trim(iif(is_duplicate, 'duplicate ', '') || iif(is_conflicting, 'conflicting ', '')
        || iif(is_excluded, 'excluded', '')), '') AS mark,
    substr(v.path, 1, 200) AS path,
    iif(length(d.before) > 80, substr(d.before, 1, 79) || '…', d.before) AS before,
    iif(length(d.after) > 80, substr(d.after, 1, 79) || '…', d.after) AS after,
    coalesce(edit_number, 0) AS edit, d.line, d.column, d.n_tokens, fixed_date,
    original_language, c.commit_id, substr(f.function, 1, 80) AS function
FROM fix_details d
JOIN chosen USING (fix_key)
JOIN fixes f USING (fix_key)
LEFT JOIN top_edits e ON e.category = f.category AND e.before = f.before AND e.after = f.after
LEFT JOIN file_versions v ON v.submission_key = f.fixed_submission_key
LEFT JOIN commits c USING (commit_key)
ORDER BY d.fix_key
LIMIT 100000;

CREATE TEMP TABLE words (number INTEGER PRIMARY KEY, word TEXT NOT NULL UNIQUE);
INSERT INTO words (word)
SELECT word
FROM (
    SELECT category AS word FROM listed UNION SELECT pattern FROM listed
    UNION SELECT role FROM listed UNION SELECT region FROM listed
    UNION SELECT status FROM listed UNION SELECT execution FROM listed
    UNION SELECT problem FROM listed UNION SELECT language FROM listed
    UNION SELECT split FROM listed UNION SELECT origin FROM listed
    UNION SELECT mark FROM listed UNION SELECT path FROM listed
    UNION SELECT original_language FROM listed UNION SELECT commit_id FROM listed
    UNION SELECT function FROM listed
)
WHERE word IS NOT NULL;
