-- The report of tokfix dedup.

-- name: run^
SELECT preset, run_length, set_threshold, multiset_threshold, min_tokens, n_bands,
    n_rows
FROM dedup_run;

-- name: counted^
SELECT count(*) AS fixes
FROM counted_fixes;

-- name: kinds
-- as the view duplicate_kinds, whose clusters also have the numbers of problems and users. Where
-- all fixes are counted, an index has those of the clusters
WITH kinds (sort_order, kind) AS (
    VALUES (1, 'exact'), (2, 'renamed'), (3, 'near'), (4, 'patch')
),
sizes AS (
    SELECT kind, representative_fix_key, count(*) AS n_fixes
    FROM duplicate_clusters
    WHERE (SELECT count(*) FROM counted_fixes) = (SELECT count(*) FROM fixes)
    GROUP BY representative_fix_key, kind
    HAVING n_fixes > 1
    UNION ALL
    SELECT kind, representative_fix_key, count(*) AS n_fixes
    FROM duplicate_clusters
    JOIN counted_fixes USING (fix_key)
    WHERE (SELECT count(*) FROM counted_fixes) < (SELECT count(*) FROM fixes)
    GROUP BY representative_fix_key, kind
    HAVING n_fixes > 1
),
sums AS (
    SELECT sort_order, kind, count(n_fixes) AS clusters, coalesce(sum(n_fixes), 0) AS pairs,
        coalesce(max(n_fixes), 0) AS largest
    FROM kinds
    LEFT JOIN sizes USING (kind)
    GROUP BY kind
)
SELECT kind, clusters, pairs, pairs - clusters AS redundant,
    round(100.0 * (pairs - clusters) / max((SELECT count(*) FROM counted_fixes), 1), 2) AS percent,
    largest
FROM sums
ORDER BY sort_order;

-- name: clusters
-- as the view counted_clusters, with the numbers of problems and users of the shown ones
WITH sizes AS (
    SELECT kind, representative_fix_key, count(*) AS n_fixes
    FROM duplicate_clusters
    WHERE (SELECT count(*) FROM counted_fixes) = (SELECT count(*) FROM fixes)
    GROUP BY representative_fix_key, kind
    HAVING n_fixes > 1
    UNION ALL
    SELECT kind, representative_fix_key, count(*) AS n_fixes
    FROM duplicate_clusters
    JOIN counted_fixes USING (fix_key)
    WHERE (SELECT count(*) FROM counted_fixes) < (SELECT count(*) FROM fixes)
    GROUP BY representative_fix_key, kind
    HAVING n_fixes > 1
),
ranked AS (
    SELECT *,
        row_number() OVER (PARTITION BY kind ORDER BY n_fixes DESC, representative_fix_key) AS place
    FROM sizes
),
shown AS (
    SELECT kind, representative_fix_key, n_fixes, place,
        count(DISTINCT problem_id) AS n_problems, count(DISTINCT nullif(user_id, '')) AS n_users
    FROM ranked
    JOIN duplicate_clusters USING (representative_fix_key, kind)
    JOIN counted_fixes USING (fix_key)
    JOIN submissions ON submission_key = buggy_submission_key
    WHERE place <= coalesce(:limit, 20)
    GROUP BY kind, place
)
SELECT kind, n_fixes AS n, n_problems, n_users, fix_id AS id, category, before, after
FROM shown
JOIN fix_details ON fix_key = representative_fix_key
ORDER BY CASE kind WHEN 'exact' THEN 1 WHEN 'renamed' THEN 2 WHEN 'near' THEN 3 ELSE 4 END, place;

-- name: conflicts^
SELECT coalesce(sum(n_fixes), 0) AS fixes, count(*) AS programs
FROM conflicting_programs;

-- name: conflict_list
WITH shown AS (
    SELECT first_fix_key
    FROM conflicting_programs
    ORDER BY n_fixes DESC, first_fix_key
    LIMIT coalesce(:limit, 20)
)
SELECT dense_rank() OVER (ORDER BY c.first_fix_key) AS program, d.fix_id AS id, d.line, d.category,
    d.before, d.after, g.fix_id AS first
FROM conflicts c
JOIN counted_fixes USING (fix_key)
JOIN shown USING (first_fix_key)
JOIN fix_details d USING (fix_key)
JOIN fix_details g ON g.fix_key = c.first_fix_key
ORDER BY c.first_fix_key, d.fix_key;

-- name: accepted^
SELECT count(*) AS fixes
FROM accepted_bugs
JOIN counted_fixes USING (fix_key);

-- name: accepted_list
SELECT d.fix_id AS id, d.line, d.category, d.before, d.after, a.submission_id AS accepted,
    (SELECT fix_id FROM fix_details WHERE fix_key = a.accepted_fix_key) AS accepted_fix
FROM accepted_bugs a
JOIN counted_fixes USING (fix_key)
JOIN fix_details d USING (fix_key)
ORDER BY a.fix_key
LIMIT coalesce(:limit, 20);

-- name: identical^
SELECT count(*) AS problems, count(DISTINCT cluster_id) AS groups
FROM problem_clusters;

-- name: problem_clusters
WITH fixes_of AS (
    SELECT problem_id, n_fixes
    FROM problem_totals
),
sources AS (
    SELECT cluster_id, group_concat(DISTINCT source) AS sources
    FROM problem_links
    JOIN problem_clusters ON problem_id = problem_id_a
    GROUP BY cluster_id
)
SELECT cluster_id AS cluster, count(*) AS n_problems, group_concat(problem_id, ' ') AS problems,
    sources, coalesce(sum(n_fixes), 0) AS n
FROM (SELECT * FROM problem_clusters ORDER BY cluster_id, problem_id)
LEFT JOIN fixes_of USING (problem_id)
JOIN sources USING (cluster_id)
GROUP BY cluster_id
ORDER BY n DESC, cluster_id
LIMIT coalesce(:limit, 20);
