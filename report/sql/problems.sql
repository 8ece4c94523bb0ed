-- The chart of problems of tokfix report. `concentration` has at most 200 points: 0, the first 100,
-- and those at which another 99th of the problems is complete; the last one is that of all.

-- name: top
WITH found AS (
    SELECT problem_id, count(*) AS n
    FROM counted_fixes
    JOIN submissions ON submission_key = buggy_submission_key
    GROUP BY problem_id
)
SELECT problem_id, name, contest, n_submissions, n_pairs, n
FROM found
LEFT JOIN problem_totals USING (problem_id)
ORDER BY n DESC, problem_id
LIMIT coalesce(:limit, 20);

-- name: concentration
WITH found AS (
    SELECT problem_id, count(*) AS n
    FROM counted_fixes
    JOIN submissions ON submission_key = buggy_submission_key
    GROUP BY problem_id
),
ranked AS (
    SELECT row_number() OVER most AS place, sum(n) OVER most AS n_fixes,
        count(*) OVER () AS n_problems
    FROM found
    WINDOW most AS (ORDER BY n DESC, problem_id ROWS UNBOUNDED PRECEDING)
)
SELECT 0 AS problems, 0 AS fixes
UNION ALL
SELECT place, n_fixes
FROM ranked
WHERE place <= 100 OR place * 99 / n_problems > (place - 1) * 99 / n_problems
ORDER BY problems;
