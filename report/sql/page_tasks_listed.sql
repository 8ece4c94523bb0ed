-- The tasks that the report page lists. Those that need a decision come first, and those in order
-- last, as in what `tokfix leak --tasks` prints. A temporary table is not a change of the database,
-- which was opened for reading.

PRAGMA query_only = OFF;

CREATE TEMP TABLE listed_tasks AS
WITH found AS (
    SELECT task_key, count(*) FILTER (WHERE evidence <> 'similar') AS n_found,
        count(*) FILTER (WHERE evidence = 'similar') AS n_similar
    FROM task_findings
    GROUP BY task_key
),
counted AS (
    SELECT task_key, decision, is_sealed, coalesce(n_found, 0) AS n_found,
        coalesce(n_similar, 0) AS n_similar,
        (SELECT count(*) FROM task_texts x WHERE x.task_key = t.task_key) AS n_texts
    FROM tasks t
    LEFT JOIN found USING (task_key)
)
SELECT row_number() OVER (
        ORDER BY CASE decision WHEN 'drop' THEN 0 WHEN 'review' THEN 1 ELSE 2 END,
            n_found + n_similar + n_texts = 0, is_sealed, task_key) AS place,
    task_key, n_found, n_similar, n_texts
FROM counted
ORDER BY place
LIMIT 500;

PRAGMA query_only = ON;
