-- The charts of tokfix report that tokfix stats has no table for. `tokens` has at most 40 bins.
-- Their width is 1, 2, 5, 10, 20, 50 ...; of these numbers 2, 20, 200 ... have the remainder 2 when
-- divided by 9. `months`: SQLite knows the years 0 to 9999.

-- name: tokens
WITH RECURSIVE widths (width) AS (
    SELECT 1
    UNION ALL
    SELECT iif(width % 9 = 2, width / 2 * 5, width * 2)
    FROM widths
    WHERE width * 40 <= (SELECT max(n_tokens) FROM counted_fixes)
),
chosen AS (
    SELECT max(width) AS width
    FROM widths
),
bins AS (
    SELECT max(n_tokens / width, 0) AS bin, width
    FROM counted_fixes, chosen
)
SELECT bin * width AS "from", (bin + 1) * width AS "to", count(*) AS n
FROM bins
GROUP BY bin
ORDER BY bin;

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
