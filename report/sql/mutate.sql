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
WITH marked (kind, n) AS (
    SELECT CASE e.reason WHEN 'program' THEN 'excluded'
            ELSE substr(evidence, 1, instr(evidence, ':') - 1) END,
        count(*)
    FROM exclusions e
    JOIN fixes USING (fix_key)
    WHERE origin = 'mutant' AND e.reason IN ('split', 'program')
    GROUP BY 1
)
SELECT 'programs' AS what, reason, n_programs AS n
FROM (SELECT * FROM mutate_left_out ORDER BY sort_order)
UNION ALL
SELECT 'mutants', kind, n
FROM (SELECT * FROM marked ORDER BY CASE kind WHEN 'exact' THEN 1 WHEN 'renamed' THEN 2
        WHEN 'near' THEN 3 ELSE 4 END, kind);
