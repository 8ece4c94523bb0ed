-- The artificial fixes in the splits of their programs, for split and mutate.

-- name: made
SELECT origin, count(*) AS n, coalesce(sum(split = 'train'), 0) AS train,
    coalesce(sum(split = 'validation'), 0) AS validation, coalesce(sum(split = 'test'), 0) AS test,
    coalesce(sum(split LIKE 'fold%'), 0) AS folds,
    sum(split IS NULL AND is_excluded) AS excluded,
    sum(split IS NULL AND NOT is_excluded) AS outside
FROM fixes
JOIN fix_marks USING (fix_key)
WHERE origin <> 'real' AND EXISTS (SELECT 1 FROM split_run) AND EXISTS (SELECT 1 FROM fixes
        WHERE origin = 'real')
GROUP BY origin
ORDER BY origin;
