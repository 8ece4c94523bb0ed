-- The duplicates among the published fixes.

-- name: kinds
SELECT kind, n_clusters AS clusters, n_fixes AS fixes, n_redundant AS redundant,
    n_largest AS largest
FROM duplicate_kinds;

-- name: conflicts^
SELECT coalesce(sum(n_fixes), 0) AS fixes, count(*) AS programs
FROM conflicting_programs;

-- name: accepted^
SELECT count(*) AS fixes
FROM accepted_bugs
JOIN counted_fixes USING (fix_key);
