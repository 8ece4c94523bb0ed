-- The counts of a run, as sums over its problems. The rows of problems are summed before the sums
-- are joined, because there are many.

-- A row for each language with submissions; for each that was mined, if none has any.
INSERT INTO run_counts (name, language, n)
WITH sums AS (
    SELECT language, total(n_submissions) AS submissions, total(n_histories) AS histories,
           total(n_compared) AS compared, total(n_pairs) AS pairs
    FROM found_languages LEFT JOIN problem_languages USING (language) GROUP BY language
), counts AS (
    SELECT 1 AS step, 'problems' AS name, '' AS language, count(*) AS n FROM problems
    UNION ALL SELECT 2, 'problems_without_submissions', '', count(*) FROM problems
        WHERE problem_id NOT IN (SELECT problem_id FROM problem_languages)
    UNION ALL SELECT 3, 'metadata_rows', '', total(n_rows) FROM problem_rows
    UNION ALL SELECT 4, 'rows_unusable', '', total(n_unusable) FROM problem_rows
    UNION ALL SELECT 5, 'rows_other_languages', '', total(n_other_languages) FROM problem_rows
    UNION ALL SELECT 6, 'submissions', language, submissions FROM sums
    UNION ALL SELECT 7, 'submissions_' || classes.column1, l.language, total(n)
        FROM (VALUES ('accepted'), ('failing'), ('undecided')) classes CROSS JOIN found_languages l
        LEFT JOIN (SELECT language, class, sum(n_submissions) AS n FROM problem_statuses
                   GROUP BY language, class) s
            ON s.language = l.language AND class = classes.column1
        GROUP BY classes.column1, l.language
    UNION ALL SELECT 8, 'histories', language, histories FROM sums
    UNION ALL SELECT 9, 'submissions_compared', language, compared FROM sums
    UNION ALL SELECT 10, 'pairs', language, pairs FROM sums
)
SELECT name, language, CAST(n AS INTEGER) FROM counts LEFT JOIN run_languages USING (language)
ORDER BY step, name, sort_order;

INSERT INTO rejects
SELECT language, reason, status, n
FROM (SELECT language, reason, status, sum(n_pairs) AS n FROM problem_rejects
      GROUP BY language, reason, status)
JOIN reject_reasons r USING (reason) JOIN run_languages l USING (language)
ORDER BY l.sort_order, r.sort_order, status;

INSERT INTO statuses
SELECT language, status, class, n
FROM (SELECT language, status, max(class) AS class, sum(n_submissions) AS n FROM problem_statuses
      GROUP BY language, status)
JOIN run_languages USING (language) ORDER BY sort_order, status;

INSERT INTO history_sizes
SELECT language, n_submissions, n
FROM (SELECT language, n_submissions, sum(n_histories) AS n FROM problem_history_sizes
      GROUP BY language, n_submissions)
JOIN run_languages USING (language) ORDER BY sort_order, n_submissions;
