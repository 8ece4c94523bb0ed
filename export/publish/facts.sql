-- Counts of the published rows, which are the temporary table `published` (facts.c). Correct
-- programs are rows, but not fixes. {{=totals}} counts the rows of each split or fold in a column
-- of its name.

-- name: rows^
SELECT count(*) AS rows, {=totals}
FROM published;

-- name: fixes^
SELECT count(*) AS rows, {=totals}
FROM published
WHERE NOT is_clean;

-- name: numbers^
SELECT total(NOT is_clean) AS n_fixes, total(is_clean) AS n_clean,
    total(NOT is_clean AND origin NOT IN ('mutant', 'rewrite')) AS n_mined,
    total(NOT is_clean AND origin IN ('mutant', 'rewrite')) AS n_made,
    total(NOT is_clean AND origin = 'mutant') AS n_mutants,
    total(NOT is_clean AND origin = 'rewrite') AS n_rewrites,
    total(NOT is_clean AND NOT parses) AS n_unparsed,
    total(fixed_is_encoded) + total(NOT is_clean AND buggy_is_encoded) AS n_encoded,
    count(DISTINCT problem_id) AS n_problems, count(DISTINCT nullif(user_id, '')) AS n_users,
    -- in the years 0 to 9999; NULL: unknown
    max(min(iif(is_clean, fixed_date, min(buggy_date, fixed_date))) FILTER (WHERE is_dated),
        -62167219200) AS first_date,
    min(max(iif(is_clean, fixed_date, max(buggy_date, fixed_date))) FILTER (WHERE is_dated),
        253402300799) AS last_date
FROM published;

-- name: splits
SELECT split, count(DISTINCT problem_id) AS problems, total(NOT is_clean) AS fixes,
    total(NOT is_clean AND origin = 'mutant') AS mutants,
    total(NOT is_clean AND origin = 'rewrite') AS rewrites
FROM published
GROUP BY split;

-- name: categories
SELECT name, rows, {=names}
FROM (
    SELECT sort_order, c.category AS name, count(split) AS rows, {=totals}
    FROM categories c
    LEFT JOIN published p ON p.category = c.category AND NOT is_clean
    GROUP BY c.category
    UNION ALL
    SELECT 1000, 'none (correct programs)', count(*), {=totals}
    FROM published
    WHERE is_clean
    GROUP BY is_clean
    UNION ALL
    SELECT 1001, 'all', count(*), {=totals}
    FROM published
)
ORDER BY sort_order;

-- name: origins
SELECT origin AS name, count(*) AS rows, {=totals}
FROM published
WHERE NOT is_clean
GROUP BY origin
ORDER BY CASE origin WHEN 'real' THEN 1 WHEN 'mutant' THEN 2 ELSE 3 END;

-- name: verdicts
SELECT iif(status = '', '(not given)', status) AS name, count(*) AS rows, {=totals}
FROM published
WHERE NOT is_clean
GROUP BY status
ORDER BY rows DESC, status;

-- name: languages
SELECT language AS name, count(*) AS rows, {=totals}
FROM published
GROUP BY language
ORDER BY min(row_key);

-- name: original_languages
SELECT iif(original_language = '', '(not given)', original_language) AS name, count(*) AS rows,
    {=totals}
FROM published
GROUP BY original_language
ORDER BY rows DESC, original_language;

-- name: sites
SELECT iif(contest = '', '(not given)', contest) AS name, count(*) AS rows, {=totals}
FROM published
GROUP BY contest
ORDER BY rows DESC, contest;

-- name: file_licenses
SELECT iif(license = '', '(not given)', license) AS name, count(*) AS rows, {=totals}
FROM published
WHERE is_of_git
GROUP BY license
ORDER BY rows DESC, license;
