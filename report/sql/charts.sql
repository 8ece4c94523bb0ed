-- The charts of tokfix report that tokfix stats has no table for, and the commands after `mine`.
-- `tokens` has ten bins for each power of ten; below ten, the bins 1, 2, 3, 4-5, 6-7 and 8-9.
-- `months`: SQLite knows the years 0 to 9999.

-- name: tokens
WITH RECURSIVE sizes AS (
    SELECT max(min(n_tokens, 1000000000000000), 1) AS size, count(*) AS n
    FROM counted_fixes
    GROUP BY size
),
scales (scale) AS (
    SELECT 10
    UNION ALL
    SELECT scale * 10
    FROM scales
    WHERE scale <= (SELECT max(size) FROM sizes)
),
bounds (bound) AS (
    VALUES (1), (2), (3), (4), (6), (8)
    UNION ALL
    SELECT (scale * value + 500) / 1000
    FROM scales, json_each('[1000, 1250, 1600, 2000, 2500, 3200, 4000, 5000, 6300, 8000]')
),
bins AS (
    SELECT bound AS "from", lead(bound) OVER (ORDER BY bound) AS "to"
    FROM bounds
)
SELECT "from", "to", sum(n) AS n
FROM bins
JOIN sizes ON size >= "from" AND size < "to"
GROUP BY "from"
ORDER BY "from";

-- name: place
SELECT coalesce(max(min(CAST(token_index * 20 / n_tokens AS INTEGER), 19), 0), 0) AS bin, category,
    count(*) AS n
FROM counted_fixes
LEFT JOIN categories USING (category)
GROUP BY bin, category
ORDER BY bin, sort_order, category;

-- name: months
SELECT strftime('%Y-%m', max(min(coalesce(date, 0), 253402300799), -62167219200),
        'unixepoch') AS month,
    category, count(*) AS n
FROM counted_fixes
LEFT JOIN submissions ON submission_key = fixed_submission_key
LEFT JOIN categories USING (category)
GROUP BY month, category
ORDER BY month, sort_order, category;

-- name: steps
SELECT line
FROM steps
ORDER BY step_key;
