-- The tasks of benchmarks on the report page; of a listed task, its first 20 commits and 5 texts.

-- name: run^
SELECT tasks, base, repositories, files, visible, is_searched, n_damaged, n_unread
FROM task_run;

-- name: totals^
SELECT n_tasks, n_searched, n_sealed, n_found, n_before, n_keep, n_drop, n_review
FROM task_totals;

-- name: evidence
SELECT evidence, n_tasks, n_before, n_after, n_side, n_unreachable
FROM task_evidence;

-- name: places
WITH found AS (
    SELECT place, count(DISTINCT f.task_key) AS n_found
    FROM (SELECT DISTINCT place FROM task_places) p
    JOIN task_findings f ON instr(',' || places || ',', ',' || place || ',')
    WHERE evidence <> 'similar'
    GROUP BY place
)
SELECT place, count(*) AS n_tasks, coalesce(n_found, 0) AS n_found
FROM task_places
LEFT JOIN found USING (place)
GROUP BY place
ORDER BY n_tasks DESC, place;

-- name: list
SELECT t.task_key AS task, t.task_id AS id, t.repository, t.base_id AS base, t.base_date AS date,
    t.decision, t.problem, t.is_sealed, t.n_after + t.n_side + t.n_unreachable AS n_commits,
    n_found, n_similar, n_texts, s.task_id AS same_fix_as
FROM listed_tasks
JOIN tasks t USING (task_key)
LEFT JOIN tasks s ON s.task_key = t.same_task_key
ORDER BY place;

-- name: findings
WITH ranked AS (
    SELECT *, row_number() OVER (PARTITION BY task_key ORDER BY finding_key) AS place
    FROM task_findings
    WHERE task_key IN (SELECT task_key FROM listed_tasks)
)
SELECT task_key AS task, commit_id AS "commit", evidence, similarity, relation, role, date,
    subject, places, n_names,
    (SELECT group_concat(name, ' ')
     FROM (SELECT name FROM task_finding_names n WHERE n.finding_key = f.finding_key
           ORDER BY name_number)) AS names
FROM ranked f
WHERE place <= 20
ORDER BY finding_key;

-- name: texts
SELECT task_key AS task, kind, name, path
FROM task_texts
WHERE text_number <= 5 AND task_key IN (SELECT task_key FROM listed_tasks)
ORDER BY task_key, text_number;
