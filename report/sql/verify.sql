-- The report of tokfix verify.

-- name: verify^
SELECT origins, tests, tests_name, programs, seed, strictness, n_inputs, cpu_seconds,
    (SELECT count(*) FROM verdicts) AS n_fixes,
    (SELECT count(*) FROM verdicts v WHERE v.verdict IN ('reproduced', 'proven')) AS n_shown,
    (SELECT round(100.0 * sum(v.verdict IN ('reproduced', 'proven')) / count(*), 2)
        FROM verdicts v) AS percent,
    (SELECT count(*) FROM verify_problems WHERE n_tests) AS n_problems_with_tests,
    (SELECT count(*) FROM verify_problems) AS n_problems
FROM verify_run;

-- name: verdicts
WITH names (sort_order, verdict) AS (
    VALUES (1, 'reproduced'), (2, 'proven'), (3, 'weak_tests'), (4, 'sample_disagrees'),
        (5, 'fixed_errs'), (6, 'near_limit'), (7, 'flaky'), (8, 'unsupported'), (9, 'no_tests'),
        (10, 'equivalent_so_far'), (11, 'rewrite_differs')
)
SELECT verdict, count(fix_key) AS n,
    round(100.0 * count(fix_key) / nullif((SELECT count(*) FROM verdicts), 0), 2) AS percent
FROM names
LEFT JOIN verdicts USING (verdict)
GROUP BY verdict
HAVING n OR sort_order < 10
ORDER BY sort_order;

-- name: verdict_categories
SELECT category, count(*) AS n, nullif(sum(verdict = 'reproduced'), 0) AS reproduced,
    nullif(sum(verdict = 'proven'), 0) AS proven,
    nullif(sum(verdict = 'weak_tests'), 0) AS weak_tests,
    nullif(sum(verdict = 'sample_disagrees'), 0) AS sample_disagrees,
    nullif(sum(verdict = 'fixed_errs'), 0) AS fixed_errs,
    nullif(sum(verdict = 'near_limit'), 0) AS near_limit,
    nullif(sum(verdict = 'flaky'), 0) AS flaky,
    nullif(sum(verdict = 'unsupported'), 0) AS unsupported,
    nullif(sum(verdict = 'no_tests'), 0) AS no_tests,
    nullif(sum(verdict = 'equivalent_so_far'), 0) AS equivalent_so_far,
    nullif(sum(verdict = 'rewrite_differs'), 0) AS rewrite_differs,
    round(100.0 * avg(v.verdict IN ('reproduced', 'proven')), 2) AS percent
FROM verdicts v
JOIN fixes USING (fix_key)
JOIN categories USING (category)
GROUP BY category
ORDER BY sort_order;

-- name: unsupported
SELECT iif(detail LIKE '%: %', substr(detail, instr(detail, ': ') + 2), detail) AS detail,
    count(*) AS n
FROM verdicts
WHERE verdict = 'unsupported'
GROUP BY 1
ORDER BY n DESC, 1
LIMIT 10;

-- name: control^
SELECT count(pair_number) AS n, count(c.strictness) AS n_proofs,
    round(100.0 * count(c.strictness) / nullif(count(pair_number), 0), 2) AS percent
FROM verify_run
LEFT JOIN control_pairs c
WHERE has_control
HAVING count(*);

-- name: levels
WITH levels (level, name) AS (
    VALUES (1, 'strict'), (2, 'medium'), (3, 'loose')
),
counts AS (
    SELECT level, name, (SELECT count(*) FROM verdicts v WHERE v.strictness = name) AS n_proven,
        (SELECT count(*) FROM control_pairs c WHERE c.strictness = name) AS n_control
    FROM levels
    WHERE level <= (SELECT level FROM levels JOIN verify_run ON name = strictness)
)
SELECT name AS strictness, sum(n_proven) OVER w AS n_proven,
    round(100.0 * (sum(n_proven) OVER w + (SELECT count(*) FROM verdicts
        WHERE verdict = 'reproduced')) / (SELECT count(*) FROM verdicts), 2) AS percent,
    sum(n_control) OVER w AS n_control_proofs,
    round(100.0 * sum(n_control) OVER w / nullif((SELECT count(*)
        FROM control_pairs), 0), 2) AS control_percent
FROM counts
WINDOW w AS (ORDER BY level);

-- name: runtimes
SELECT runtime, version
FROM verify_runtimes
ORDER BY sort_order;
