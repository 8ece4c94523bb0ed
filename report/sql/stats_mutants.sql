-- The tables of tokfix stats that are different if there are mutants. Rows are in the order of the
-- real fixes; rows that only mutants have come after them.

-- name: categories
SELECT category, b.n_fixes AS n, b.percent, n_taken AS taken_n, taken_percent, n_short AS within_n,
    short_percent AS within_percent, n_taken_short AS taken_within_n,
    taken_short_percent AS taken_within_percent, m.n_fixes AS mutant_n, m.percent AS mutant_percent,
    thesis_n, thesis_percent, github_n, github_percent
FROM bug_types b
JOIN mutant_types m USING (category)
JOIN categories USING (category)
LEFT JOIN thesis_categories USING (category)
ORDER BY sort_order;

-- name: edits
SELECT category, edit, before, after, sum(origin = 'real') AS n, sum(origin = 'mutant') AS mutant_n
FROM fixes
WHERE origin IN ('real', 'mutant')
GROUP BY category, edit, before, after
ORDER BY n DESC, mutant_n DESC, category, before, after
LIMIT coalesce(:limit, 20);

-- name: patterns
SELECT pattern, sum(origin = 'real') AS n,
    round(100.0 * sum(origin = 'real') / (SELECT count(*) FROM fixes
        WHERE origin = 'real'), 2) AS percent,
    sum(origin = 'mutant') AS mutant_n,
    round(100.0 * sum(origin = 'mutant') / (SELECT count(*) FROM fixes
        WHERE origin = 'mutant'), 2) AS mutant_percent
FROM fixes
WHERE origin IN ('real', 'mutant')
GROUP BY pattern
ORDER BY n DESC, mutant_n DESC, pattern;

-- name: roles
SELECT role, category, sum(origin = 'real') AS n, sum(origin = 'mutant') AS mutant_n
FROM fixes
WHERE origin IN ('real', 'mutant') AND role IS NOT NULL
GROUP BY role, category
ORDER BY n DESC, mutant_n DESC, role, category;
