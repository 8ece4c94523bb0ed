-- Tasks as `tokfix tasks` stores them: more than a page lists, one with more commits than it
-- shows, and hostile texts.

CREATE TEMP TABLE texts AS
SELECT '</script><img src=x onerror=alert(1)>' || char(8238, 27, 1513, 1500) AS text;

INSERT INTO task_run
SELECT 1, text, '89ab', NULL, 'repos' || text, 'site', 'all', 2, 3
FROM texts;

INSERT INTO tasks
WITH RECURSIVE numbers (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM numbers WHERE k < 510)
SELECT k, 'ada__shop-' || k, k, 'ada-shop', printf('%012x%028x', k, 0), 1500000000,
    iif(k = 500, 'drop', iif(k IN (501, 510), 'review', 'keep')), iif(k = 501, text, NULL),
    iif(k = 501, NULL, k <= 3), iif(k = 501, NULL, k), iif(k = 501, NULL, 1),
    iif(k = 501, NULL, 0), iif(k = 501, NULL, 2), NULL, iif(k = 501, NULL, 1),
    iif(k = 501, NULL, ''), iif(k = 7, 5, NULL)
FROM numbers, texts;

INSERT INTO task_places
SELECT task_key, column1, n_after FROM tasks, (VALUES ('branch'), ('pull')) WHERE problem IS NULL;

-- 25 commits of the task 500, one of each other task that is divisible by 4.
INSERT INTO task_findings
WITH RECURSIVE numbers (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM numbers WHERE k < 25)
SELECT row_number() OVER (ORDER BY task_key, k), task_key,
    printf('%012x%028x', 1000 * task_key + k, 0),
    iif(k % 5, 'exact', 'similar'), k % 2, iif(k % 5, 1, 0.75),
    iif(task_key = 500 AND k = 1, 'before', 'after'),
    CASE k % 3 WHEN 0 THEN 'own pull request' WHEN 1 THEN 'earlier fix' END, k,
    iif(k = 3, 0, 1500000000 + (26 - k - iif(task_key = 500 AND k = 1, 100, 0)) * 86400),
    'Fix ' || k || text, iif(k = 1 AND task_key = 500, '', 'branch,pull'),
    iif(k = 1 AND task_key = 500, 0, 7)
FROM tasks, numbers, texts
WHERE task_key % 4 = 0 AND (k = 1 OR task_key = 500);

INSERT INTO task_finding_names
SELECT finding_key, column1, column2 || iif(column1 = 3, text, '')
FROM task_findings, texts, (VALUES (1, 'HEAD'), (2, 'refs/heads/main'), (3, 'refs/heads/x'))
WHERE n_names;

INSERT INTO task_texts
SELECT 510, 1, 'file', text, 'shop.py' FROM texts;
