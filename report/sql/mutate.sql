-- The report of tokfix mutate.

-- name: run^
SELECT per_program, distribution, distribution_of, seed, categories, splits, programs, n_programs,
    n_accepted, n_unused, n_equal,
    (SELECT coalesce(sum(n_mutants), 0) FROM mutate_rules) AS n_mutants
FROM mutate_run;

-- name: rules
SELECT rule, r.n_programs,
    round(100.0 * (m.n_programs - r.n_programs) / nullif(m.n_programs, 0), 2) AS without_site,
    n_sites, n_mutants AS n,
    round(100.0 * n_mutants / nullif((SELECT sum(n_mutants) FROM mutate_rules), 0), 2) AS percent
FROM mutate_rules r
CROSS JOIN mutate_run m
ORDER BY sort_order;

-- name: left_out
WITH meanings (what, reason, meaning) AS (
    VALUES ('programs', 'excluded', 'all fixes of the program are marked as excluded'),
        ('programs', 'in_no_split', 'no split is known for the program'),
        ('programs', 'in_two_splits',
            'the problem and the user of the program are in two splits'),
        ('programs', 'other_split', 'in a split that --split does not name'),
        ('programs', 'other_fix', 'of fixes that --region or another filter leaves out'),
        ('mutants', 'duplicate',
            'marked as excluded: mutants of the program are duplicates of a fix in another split'),
        ('mutants', 'ties', 'marked as excluded: the mutated program belongs to two splits'),
        ('mutants', 'excluded', 'marked as excluded: all fixes of the program are')
),
marked (kind, n) AS (
    SELECT CASE WHEN e.reason = 'program' THEN 'excluded' WHEN evidence LIKE 'ties:%' THEN 'ties'
            ELSE 'duplicate' END,
        count(*)
    FROM exclusions e
    JOIN fixes USING (fix_key)
    WHERE origin = 'mutant' AND e.reason IN ('split', 'program')
    GROUP BY 1
),
found (what, reason, n, place) AS (
    SELECT 'programs', reason, n_programs, sort_order
    FROM mutate_left_out
    UNION ALL
    SELECT 'mutants', kind, n, 100 + (kind <> 'duplicate')
    FROM marked
)
SELECT what, reason, n, coalesce(meaning, reason) AS meaning
FROM found
LEFT JOIN meanings USING (what, reason)
ORDER BY place, reason;

-- The artificial fixes in the splits of their programs. The summary of split has them, too.
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
