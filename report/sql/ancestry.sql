-- The relatives of held-out fixes, for tokfix check.

-- name: ancestry^
WITH held_out AS (
    SELECT origin FROM splits
    JOIN fixes USING (fix_key)
    WHERE split <> 'train' AND fix_key NOT IN (SELECT fix_key FROM exclusions)
)
SELECT (SELECT count(*) FROM held_out) AS held_out,
    (SELECT count(*) FROM held_out WHERE origin <> 'real') AS held_out_made,
    count(DISTINCT fix_key) FILTER (WHERE NOT is_held_out OR split LIKE 'fold%') AS leaking,
    EXISTS (SELECT 1 FROM split_run WHERE n_folds > 0) AS has_folds,
    EXISTS (SELECT 1 FROM dedup_run) AS has_duplicates,
    coalesce(sum(is_held_out), 0) AS n_leaks
FROM relatives;

-- name: leaks
-- A duplicate is shown with the shortest way to it, as far as that is found soon.
WITH RECURSIVE kin AS MATERIALIZED (
    SELECT * FROM relatives
), held_out AS MATERIALIZED (
    SELECT * FROM kin WHERE is_held_out ORDER BY place, kind DESC LIMIT coalesce(:limit, 20)
), walk (start, split, last, at, n_steps, chain, is_end) AS (
    SELECT fix_key, split, NULL, fix_key, 0, '', 0 FROM held_out WHERE kind = 'duplicate'
    UNION ALL
    SELECT start, w.split, at, d.fix_key, n_steps + 1,
        chain || iif(n_steps, ' ', '')
            || iif(l.kind = 'near', printf('~%.3f~ ', l.jaccard), '=' || l.kind || '= ')
            || d.fix_id,
        k.split <> w.split
    FROM walk w
    JOIN duplicate_links l ON (l.fix_key_a = at OR l.fix_key_b = at) AND l.kind <> 'patch'
    JOIN fix_details d ON d.fix_key = l.fix_key_a + l.fix_key_b - at
    LEFT JOIN kin k ON k.kind = 'duplicate' AND k.fix_key = d.fix_key
    WHERE is_end IS NOT 1 AND d.fix_key IS NOT last AND n_steps < 20
    ORDER BY 5
    LIMIT 200000
), nearest AS (
    SELECT start, at, chain, min(n_steps) FROM walk WHERE is_end = 1 GROUP BY start
)
SELECT a.fix_id AS held_out, h.split, h.kind,
    iif(coalesce(k.place, h.relative_place) < h.place, 'earlier', 'later') AS "when",
    b.fix_id AS relative, coalesce(k.split, h.relative_split) AS relative_split, h.n_relatives,
    coalesce(n.chain, '') AS chain
FROM held_out h
JOIN fix_details a USING (fix_key)
LEFT JOIN nearest n ON h.kind = 'duplicate' AND n.start = h.fix_key
LEFT JOIN kin k ON k.kind = 'duplicate' AND k.fix_key = n.at
JOIN fix_details b ON b.fix_key = coalesce(n.at, h.relative_fix_key)
ORDER BY h.place, h.kind DESC;
