-- The tables by source of tokfix stats.

-- name: sources
WITH found AS (
    SELECT coalesce((SELECT min(l.run_key) FROM problem_languages l
            WHERE l.problem_id = s.problem_id AND l.language = s.language), p.run_key) AS run_key,
        in_thesis
    FROM counted_fixes f
    JOIN submissions s ON s.submission_key = f.buggy_submission_key
    JOIN problems p USING (problem_id)
    JOIN categories USING (category)
)
SELECT source, dataset,
    (SELECT count(*) FROM problem_runs p WHERE p.run_key = r.run_key) AS problems,
    (SELECT coalesce(sum(n_pairs), 0) FROM problem_languages p
        WHERE p.run_key = r.run_key) AS pairs,
    (SELECT count(*) FROM found f WHERE f.run_key = r.run_key) AS fixes,
    (SELECT count(*) FROM found f WHERE f.run_key = r.run_key AND in_thesis) AS six
FROM run r
ORDER BY run_key;

-- name: source_categories
WITH fixes_of AS (
    SELECT category, source, in_thesis AS is_of_six,
        fix_key IN (SELECT fix_key FROM taken_fixes) AS is_taken
    FROM counted_fixes f
    JOIN submissions s ON s.submission_key = f.buggy_submission_key
    JOIN problems USING (problem_id)
    JOIN run USING (run_key)
    JOIN categories USING (category)
),
-- The thesis counts fixes in one language: the figures are compared with git in this language.
published AS (
    SELECT *
    FROM thesis_shares
    WHERE (SELECT min(s.language = 'python')
        FROM counted_fixes f
        JOIN submissions s ON s.submission_key = f.buggy_submission_key
        JOIN problems USING (problem_id)
        JOIN run USING (run_key)
        WHERE source = 'git')
)
SELECT c.category,
    CASE WHEN 'codenet' IN (SELECT source FROM run) THEN count(*) FILTER
        (WHERE source = 'codenet') END AS codenet,
    CASE WHEN c.in_thesis THEN round(100.0 * count(*) FILTER (WHERE source = 'codenet')
        / nullif((SELECT count(*) FROM fixes_of WHERE source = 'codenet'
        AND is_of_six), 0), 2) END AS codenet_percent,
    CASE WHEN 'rows' IN (SELECT source FROM run) THEN count(*) FILTER
        (WHERE source = 'rows') END AS rows,
    CASE WHEN c.in_thesis THEN round(100.0 * count(*) FILTER (WHERE source = 'rows')
        / nullif((SELECT count(*) FROM fixes_of WHERE source = 'rows'
        AND is_of_six), 0), 2) END AS rows_percent,
    CASE WHEN 'pairs' IN (SELECT source FROM run) THEN count(*) FILTER
        (WHERE source = 'pairs') END AS pairs,
    CASE WHEN c.in_thesis THEN round(100.0 * count(*) FILTER (WHERE source = 'pairs')
        / nullif((SELECT count(*) FROM fixes_of WHERE source = 'pairs'
        AND is_of_six), 0), 2) END AS pairs_percent,
    CASE WHEN 'git' IN (SELECT source FROM run) THEN count(*) FILTER
        (WHERE source = 'git') END AS git,
    CASE WHEN c.in_thesis THEN round(100.0 * count(*) FILTER (WHERE source = 'git')
        / nullif((SELECT count(*) FROM fixes_of WHERE source = 'git'
        AND is_of_six), 0), 2) END AS git_percent,
    CASE WHEN 'git' IN (SELECT source FROM run) THEN count(*) FILTER
        (WHERE source = 'git' AND is_taken) END AS git_taken,
    CASE WHEN c.in_thesis THEN round(100.0 * count(*) FILTER (WHERE source = 'git' AND is_taken)
        / nullif((SELECT count(*) FROM fixes_of WHERE source = 'git'
        AND is_of_six AND is_taken), 0), 2) END AS git_taken_percent,
    thesis_n, thesis_percent, github_n, github_percent
FROM categories c
LEFT JOIN fixes_of o ON o.category = c.category
LEFT JOIN published t ON t.category = c.category
GROUP BY c.category
ORDER BY c.sort_order;
