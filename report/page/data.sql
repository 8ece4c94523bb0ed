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

-- The parts of the report page's data. A row is a JSON text; no part depends on what is shown.
-- `given` has the options of the page.

-- name: report
SELECT json_object('version', version, 'database', database, 'filters', filters,
    'languages', json(languages),
    'datasets', (SELECT json_group_array(DISTINCT dataset) FROM run),
    'n', (SELECT count(*) FROM fixes),
    'pairs', (SELECT coalesce(sum(n), 0) FROM run_totals WHERE name = 'pairs'),
    'commits', (SELECT sum(n) FROM commit_counts
        WHERE name = 'commits' AND (SELECT min(source) = 'git' AND max(source) = 'git' FROM run)),
    'real', (SELECT count(*) FROM fixes WHERE origin = 'real'),
    'split', (SELECT json_group_array(split) FROM (SELECT DISTINCT split FROM splits)))
FROM given;

-- name: charts
SELECT json_object('id', id, 'title', title, 'sentence', sentence, 'kind', kind,
    'columns', columns, 'rows', json(data))
FROM charts
WHERE json_array_length(data)
ORDER BY charts.rowid;

-- The fixes to begin with: frequent edits of three categories, in small programs, if possible with
-- an input that shows the bug.
-- name: examples
WITH ranked AS (
    SELECT number, n, row_number() OVER (PARTITION BY l.category
        ORDER BY n DESC, e.fix_key IS NULL, l.n_tokens, number) AS place
    FROM listed l
    JOIN top_edits t ON t.edit_number = l.edit
    JOIN taken_fixes USING (fix_key)
    JOIN counted_fixes USING (fix_key)
    LEFT JOIN (SELECT fix_key FROM bug_evidence WHERE input IS NOT NULL) e USING (fix_key)
    WHERE number < (SELECT programs FROM given)
)
SELECT number
FROM ranked
WHERE place = 1
ORDER BY n DESC, number
LIMIT 3;

-- name: words
SELECT json_quote(word)
FROM words
ORDER BY number;

-- In the order of COLUMNS in fixes.js.
-- name: fixes
SELECT json_array(fix_id, before, after, edit, line, "column", n_tokens, fixed_date,
    (SELECT number FROM words WHERE word = category),
    (SELECT number FROM words WHERE word = pattern),
    (SELECT number FROM words WHERE word = role),
    (SELECT number FROM words WHERE word = region),
    (SELECT number FROM words WHERE word = status),
    (SELECT number FROM words WHERE word = execution),
    (SELECT number FROM words WHERE word = problem),
    (SELECT number FROM words WHERE word = language),
    (SELECT number FROM words WHERE word = split),
    (SELECT number FROM words WHERE word = origin),
    (SELECT number FROM words WHERE word = mark),
    (SELECT number FROM words WHERE word = path),
    (SELECT number FROM words WHERE word = original_language),
    (SELECT number FROM words WHERE word = commit_id),
    (SELECT number FROM words WHERE word = function))
FROM listed
ORDER BY number;

-- Of the first fixes: the buggy program as the text before the token, the token, and the text after
-- it; then the fixed one, only its token if all else is the same; and whether the 10,000 bytes on
-- each side are not all: 1 at the start, 2 at the end. Bytes are counted in blobs.
-- name: programs
WITH programs AS (
    SELECT number, start_byte AS b, end_byte AS e, CAST(bs.code AS BLOB) AS buggy,
        fixed_start_byte AS fb, fixed_end_byte AS fe, CAST(fs.code AS BLOB) AS fixed
    FROM listed
    JOIN fixes f USING (fix_key)
    JOIN submissions s ON s.submission_key = f.buggy_submission_key
    JOIN submissions a ON a.submission_key = f.fixed_submission_key
    JOIN sources bs ON bs.source_key = s.source_key
    JOIN sources fs ON fs.source_key = a.source_key
    WHERE number < (SELECT programs FROM given)
)
SELECT json_array(CAST(substr(buggy, max(0, b - 10000) + 1, min(b, 10000)) AS TEXT),
    CAST(substr(buggy, b + 1, min(e - b, 10000)) AS TEXT),
    CAST(substr(buggy, e + 1, 10000) AS TEXT),
    json(iif(substr(buggy, 1, b) = substr(fixed, 1, fb) AND substr(buggy, e + 1)
            = substr(fixed, fe + 1),
        json_array(CAST(substr(fixed, fb + 1, min(fe - fb, 10000)) AS TEXT)),
        json_array(CAST(substr(fixed, max(0, fb - 10000) + 1, min(fb, 10000)) AS TEXT),
            CAST(substr(fixed, fb + 1, min(fe - fb, 10000)) AS TEXT),
            CAST(substr(fixed, fe + 1, 10000) AS TEXT)))),
    (max(b, fb) > 10000) + 2 * (max(e - b, fe - fb, length(buggy) - e, length(fixed) - fe) > 10000))
FROM programs
ORDER BY number;

-- What executing them has shown: number, detail, and of a bug that is shown, the test, how many
-- jurors agreed on an input that was found, the outcome, and three texts of at most 2,000
-- characters, each with the number of those that were cut.
-- name: evidence
SELECT json_array(number, substr(detail, 1, 2000), test, jurors, outcome,
    json_array(substr(input, 1, 2000), max(0, length(input) - 2000)),
    json_array(substr(expected, 1, 2000), max(0, length(expected) - 2000)),
    json_array(substr(output, 1, 2000), max(0, length(output) - 2000)))
FROM (
    SELECT number, buggy_detail AS detail, test_name AS test,
        iif(e.origin = 'found', n_jurors, NULL) AS jurors, buggy_outcome AS outcome, input,
        expected, buggy_output AS output
    FROM listed
    CROSS JOIN bug_evidence e USING (fix_key)
    UNION ALL
    SELECT number, detail, NULL, NULL, NULL, NULL, NULL, NULL
    FROM listed
    CROSS JOIN verdicts USING (fix_key)
    WHERE verdict NOT IN ('reproduced', 'proven') AND detail <> ''
)
WHERE number < (SELECT programs FROM given);
