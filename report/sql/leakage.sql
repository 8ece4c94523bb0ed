-- What check and leak searched for, with the fingerprint of the store at that time, and what is
-- marked as excluded.

-- name: leakage
SELECT reason, evidence, count(*) AS n
FROM exclusions
GROUP BY reason, evidence
ORDER BY n DESC, reason, evidence
LIMIT coalesce(:limit, 20);

-- name: checks
SELECT subject, name, options, n_items AS items, n_unread AS unread, n_found AS found,
    n_marked AS marked, fingerprint
FROM checks
ORDER BY subject, name, options;
