-- Replaces the tables of tasks by what was found (report/task_findings.h). The table task_results
-- has what was searched in row 0, and the result of each task in the others.
DELETE FROM task_run;
DELETE FROM tasks;

INSERT INTO task_run
SELECT 1, result->>'tasks', result->>'sha256', result->>'base', result->>'repositories',
       result->>'files', result->>'visible', result->>'n_damaged', result->>'n_unread'
FROM task_results WHERE task_key = 0;

INSERT INTO tasks
SELECT task_key, result->>'id', result->>'line', result->>'repository', result->>'base',
       result->>'base_time', result->>'decision', result->>'problem', result->>'is_sealed',
       result->>'$.commits.after', result->>'$.commits.side', result->>'$.commits.unreachable',
       result->>'n_names', result->>'blobs', result->>'applies',
       iif(result->'off' IS NULL, NULL,
           (SELECT coalesce(group_concat(value), '') FROM json_each(result, '$.off'))),
       NULL
FROM task_results WHERE task_key > 0;

UPDATE tasks SET same_task_key = twin.task_key
FROM task_results r, tasks twin
WHERE r.task_key = tasks.task_key AND twin.task_id = r.result->>'same_fix_as'
    AND twin.problem IS NULL;

INSERT INTO task_places
SELECT task_key, key, value FROM task_results, json_each(result, '$.places') WHERE task_key > 0;

INSERT INTO task_names
SELECT task_key, key + 1, value FROM task_results, json_each(result, '$.names') WHERE task_key > 0;

INSERT INTO task_findings
SELECT NULL, task_key, f.value->>'commit', f.value->>'evidence', f.value->>'is_solved',
       coalesce(f.value->>'similarity', 1), f.value->>'relation', nullif(f.value->>'role', ''),
       f.value->>'distance', f.value->>'time', f.value->>'subject',
       (SELECT coalesce(group_concat(p.value), '') FROM json_each(f.value, '$.places') p),
       f.value->>'n_names'
FROM task_results, json_each(result, '$.findings') f WHERE task_key > 0 ORDER BY task_key, f.key;

INSERT INTO task_finding_names
SELECT t.finding_key, n.key + 1, n.value
FROM task_results r, json_each(r.result, '$.findings') f, json_each(f.value, '$.names') n,
     task_findings t
WHERE t.task_key = r.task_key AND t.commit_id = f.value->>'commit';

INSERT INTO task_texts
SELECT task_key, t.key + 1, iif(t.value->>'blob' IS NULL, 'file', 'blob'),
       coalesce(t.value->>'blob', t.value->>'file'), t.value->>'solves'
FROM task_results, json_each(result, '$.texts') t WHERE task_key > 0;

DROP TABLE task_results;
