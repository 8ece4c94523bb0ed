-- The first counts of the funnel, of all sources but git and pairs.

-- name: contests
WITH own AS (
    SELECT n_rows, n_unusable, n_other_languages
    FROM problem_rows
    JOIN run USING (run_key)
    WHERE source NOT IN ('git', 'pairs')
),
mined AS (
    SELECT total(n_submissions) AS n, total(n_compared) AS n_compared
    FROM problem_languages
    JOIN run USING (run_key)
    WHERE source NOT IN ('git', 'pairs')
),
counts (name, n) AS (
    SELECT 'metadata_rows', total(n_rows)
    FROM own
    UNION ALL
    SELECT 'rows_unusable', total(n_unusable)
    FROM own
    UNION ALL
    SELECT 'rows_other_languages', total(n_other_languages)
    FROM own
    UNION ALL
    SELECT 'submissions', n
    FROM mined
    UNION ALL
    SELECT 'submissions_' || c.column1,
        (SELECT total(n_submissions) FROM problem_statuses JOIN run USING (run_key)
            WHERE source NOT IN ('git', 'pairs') AND class = c.column1)
    FROM (VALUES ('accepted'), ('failing'), ('undecided')) c
    UNION ALL
    SELECT 'submissions_compared', n_compared
    FROM mined
)
SELECT name, CAST(n AS INTEGER) AS n
FROM counts;
