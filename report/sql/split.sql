-- The report of tokfix split.

-- name: run^
SELECT split_set, origin, seed,
    train_ratio || ':' || validation_ratio || ':' || test_ratio AS ratio, grouped_by
FROM split_run;

-- name: identical^
SELECT count(*) AS problems, count(DISTINCT cluster_id) AS groups
FROM problem_clusters, split_run
WHERE grouped_by LIKE '%problem-cluster%';

-- name: categories
SELECT category, count(*) AS n, sum(split = 'train') AS train,
    round(100.0 * sum(split = 'train') / count(*), 2) AS train_percent,
    sum(split = 'validation') AS validation,
    round(100.0 * sum(split = 'validation') / count(*), 2) AS validation_percent,
    sum(split = 'test') AS test, round(100.0 * sum(split = 'test') / count(*), 2) AS test_percent
FROM splits
JOIN counted_fixes USING (fix_key)
JOIN categories USING (category)
GROUP BY category
ORDER BY sort_order;

-- name: largest
WITH sized AS (
    SELECT group_key, split, count(*) AS n, count(DISTINCT problem_id) AS n_problems,
        count(DISTINCT nullif(user_id, '')) AS n_users
    FROM splits
    JOIN counted_fixes USING (fix_key)
    JOIN submissions ON submission_key = buggy_submission_key
    GROUP BY group_key
    ORDER BY n DESC, group_key
    LIMIT coalesce(:limit, 20)
)
SELECT n,
    round(100.0 * n / (SELECT count(*) FROM splits
        JOIN counted_fixes USING (fix_key)), 2) AS percent,
    sized.split, n_problems, n_users, fix_id AS first
FROM sized
JOIN fix_details ON fix_key = group_key
ORDER BY n DESC, group_key;
