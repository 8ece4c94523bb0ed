-- The tables of tokfix stats.

-- name: run^
SELECT tool_version, language, grammar, grammar_version, grammar_abi, pairing, failing, max_tokens,
    max_bytes, max_pairs, shard, n_shards,
    (SELECT group_concat(dataset, ' + ') FROM (SELECT dataset FROM run
        GROUP BY dataset ORDER BY min(run_key))) AS dataset,
    metadata_sha256
FROM run_details;

-- name: runs
SELECT dataset, source, nullif(source_options, '') AS options, tool_version,
    iif(has_verdicts, pairing, NULL) AS pairing, iif(has_verdicts, failing, NULL) AS failing,
    max_tokens, max_bytes, iif(has_verdicts, max_pairs, NULL) AS max_pairs, shard, n_shards,
    metadata_sha256
FROM (SELECT *, source NOT IN ('git', 'pairs') AS has_verdicts FROM run)
ORDER BY run_key;

-- name: origins
SELECT origin, count(*) AS n
FROM counted_fixes
GROUP BY origin
ORDER BY origin;

-- name: totals
WITH totals (name, n) AS (
    SELECT name, n
    FROM run_totals
    WHERE name = 'problems'
    UNION ALL
    SELECT 'files', n
    FROM run_totals
    WHERE name = 'submissions'
    UNION ALL
    SELECT name, n
    FROM run_totals
    WHERE name = 'histories'
    UNION ALL
    SELECT name, n
    FROM run_totals
    WHERE name = 'pairs'
    UNION ALL
    SELECT 'fixes', count(*)
    FROM counted_fixes
    JOIN categories USING (category)
    WHERE in_thesis
    UNION ALL
    SELECT 'fixes taken by default', count(*)
    FROM counted_fixes
    JOIN categories USING (category)
    JOIN taken_fixes USING (fix_key)
    WHERE in_thesis
    UNION ALL
    SELECT 'fixes within 1,024 tokens', count(*)
    FROM counted_fixes
    JOIN categories USING (category)
    WHERE in_thesis AND coalesce(part_n_tokens, n_tokens) <= 1024
    UNION ALL
    SELECT 'mutants', count(*)
    FROM fixes
    JOIN categories USING (category)
    WHERE in_thesis AND origin = 'mutant'
    HAVING EXISTS (SELECT 1 FROM fixes WHERE origin = 'mutant') AND EXISTS (SELECT 1 FROM fixes
            WHERE origin = 'real')
)
SELECT name, n, thesis_n
FROM totals
LEFT JOIN thesis_totals USING (name);

-- name: per_problem
WITH means AS (
    SELECT sort_order, CASE name WHEN 'submissions' THEN 'files' ELSE name END AS name,
        round(1.0 * n / nullif((SELECT n FROM run_totals WHERE name = 'problems'), 0), 2) AS n
    FROM run_totals
    WHERE name IN ('submissions', 'histories', 'pairs')
)
SELECT name, n, round(1.0 * thesis_n / (SELECT thesis_n FROM thesis_totals
    WHERE name = 'problems'), 2) AS thesis_n
FROM means
LEFT JOIN thesis_totals USING (name)
ORDER BY sort_order;

-- name: categories
SELECT category, n_fixes AS n, percent, n_taken AS taken_n, taken_percent, n_short AS within_n,
    short_percent AS within_percent, n_taken_short AS taken_within_n,
    taken_short_percent AS taken_within_percent, thesis_n, thesis_percent, github_n, github_percent
FROM bug_types
JOIN categories USING (category)
LEFT JOIN thesis_categories USING (category)
ORDER BY sort_order;

-- name: regions
SELECT region, count(*) AS n,
    round(100.0 * count(*) / (SELECT count(*) FROM counted_fixes), 2) AS percent,
    iif(is_taken, 'yes', 'no') AS taken
FROM counted_fixes
JOIN regions USING (region)
GROUP BY region
ORDER BY n DESC, sort_order;

-- name: test_split
WITH test AS (
    SELECT category, fix_key IN (SELECT fix_key FROM taken_fixes)
        AND NOT (is_excluded OR is_duplicate OR is_conflicting) AS is_left
    FROM counted_fixes
    JOIN fix_marks USING (fix_key)
    WHERE split = 'test'
),
sizes AS (
    SELECT sort_order, category, count(is_left) AS n, coalesce(sum(is_left), 0) AS n_left
    FROM categories
    LEFT JOIN test USING (category)
    WHERE in_thesis AND EXISTS (SELECT 1 FROM counted_fixes JOIN splits USING (fix_key)
            WHERE split NOT LIKE 'fold%')
    GROUP BY category
    UNION ALL
    SELECT 9, 'six', count(*), coalesce(sum(is_left), 0)
    FROM test
    JOIN categories USING (category)
    WHERE in_thesis
    HAVING EXISTS (SELECT 1 FROM counted_fixes JOIN splits USING (fix_key)
            WHERE split NOT LIKE 'fold%')
)
SELECT category, n, round(100.0 * n / nullif(max(n) OVER (), 0), 2) AS percent, n_left, thesis_n,
    thesis_percent
FROM sizes
LEFT JOIN thesis_test USING (category)
ORDER BY sort_order;

-- name: submissions_per_history
SELECT n_submissions AS submissions, n_histories AS n, percent, thesis_n, thesis_percent
FROM submissions_per_history
LEFT JOIN thesis_histories ON submissions = CAST(n_submissions AS INTEGER);

-- name: funnel
SELECT name, n
FROM funnel;

-- name: rejects
SELECT reason, status, sum(n_pairs) AS n
FROM rejects
GROUP BY reason, status
ORDER BY reason, status;

-- name: statuses
SELECT status, max(class) AS class, sum(n_submissions) AS n
FROM statuses
GROUP BY status
ORDER BY n DESC, status;

-- name: status_transitions
SELECT category, buggy_status, fixed_status, n_fixes AS n
FROM status_transitions;

-- name: edits
SELECT category, edit, before, after, n_fixes AS n
FROM frequent_edits
LIMIT coalesce(:limit, 20);

-- name: patterns
SELECT pattern, n_fixes AS n, percent
FROM patterns;

-- name: roles
SELECT role, category, count(*) AS n
FROM counted_fixes
WHERE role IS NOT NULL
GROUP BY role, category
ORDER BY n DESC, role, category;

-- What the thesis leaves open: the readings of each question, and the categories that they change.
-- `all` means the six categories and other. The counts of the last question are sums over the run.
-- name: readings
WITH real AS (
    SELECT category, in_thesis, in_scope, coalesce(part_n_tokens, n_tokens) <= 1024 AS is_short,
        before_kind IN (SELECT name FROM names) AND after_kind IN (SELECT name
            FROM names) AS has_names,
        coalesce(before_kind = 'string', 0) OR coalesce(after_kind = 'string', 0) AS has_string,
        category = 'comparison_operator' AND (before, after) IN (VALUES ('in', 'not in'), ('not in',
            'in')) AS adds_to_in,
        category = 'comparison_operator' AND (before, after) IN (VALUES ('is', 'is not'), ('is not',
            'is')) AS adds_to_is
    FROM counted_fixes
    JOIN categories USING (category)
    WHERE origin = 'real'
),
names (name) AS (
    VALUES ('variable'), ('function'), ('attribute'), ('keyword_argument'), ('parameter'),
        ('import'), ('type'), ('definition')
),
readings (sort_order, question, reading, category, ours) AS (
    VALUES (1, 'variables', 'bare names', 'variable_misuse', 1),
        (2, 'variables', 'all identifiers', 'variable_misuse', 0),
        (3, 'variables', 'names in scope', 'variable_misuse', 0),
        (4, 'literals', 'with strings', 'literal', 1),
        (5, 'literals', 'without strings', 'literal', 0),
        (6, 'in, not in', 'comparison', 'comparison_operator', 1),
        (7, 'in, not in', 'comparison', 'logical_operator', 1),
        (8, 'in, not in', 'logical', 'comparison_operator', 0),
        (9, 'in, not in', 'logical', 'logical_operator', 0),
        (10, 'is, is not', 'comparison', 'comparison_operator', 1),
        (11, 'is, is not', 'comparison', 'logical_operator', 1),
        (12, 'is, is not', 'logical', 'comparison_operator', 0),
        (13, 'is, is not', 'logical', 'logical_operator', 0)
),
run_sums AS (
    SELECT (SELECT count(*) FROM real) AS fixes,
        (SELECT coalesce(sum(n_pairs), 0) FROM rejects WHERE reason = 'syntax_error') AS unparsed
),
counted AS (
    SELECT sort_order, question, reading, r.category AS category, ours, count(f.category) AS n,
        count(CASE WHEN is_short THEN 1 END) AS within
    FROM readings r
    LEFT JOIN real f ON CASE sort_order WHEN 2 THEN has_names WHEN 3 THEN in_scope
            WHEN 5 THEN f.category = r.category AND NOT has_string
            WHEN 8 THEN f.category = r.category AND NOT adds_to_in
            WHEN 9 THEN f.category = r.category OR adds_to_in WHEN 12 THEN f.category = r.category
            AND NOT adds_to_is WHEN 13 THEN f.category = r.category OR adds_to_is
            ELSE f.category = r.category END
    GROUP BY sort_order
    UNION ALL
    SELECT 14, 'syntax errors', 'rejected', 'all', 1, fixes, NULL
    FROM run_sums
    UNION ALL
    SELECT 15, 'syntax errors', 'as tokens', 'all', 0, fixes + unparsed, NULL
    FROM run_sums
)
SELECT question, reading || iif(sort_order = 3 AND (SELECT language <> 'python' FROM run_details),
    ' (Python alone)', '') AS reading, category, ours, n, within AS within_n, thesis_n
FROM counted
LEFT JOIN thesis_categories USING (category)
WHERE (SELECT count(*) = 0 OR sum(origin = 'real') > 0 FROM counted_fixes)
ORDER BY sort_order;

-- name: input_errors
SELECT kind, count(*) AS n
FROM input_errors
GROUP BY kind
ORDER BY kind;

-- name: languages
WITH counted AS (
    SELECT language, category, parses
    FROM counted_fixes
    JOIN submissions ON submission_key = buggy_submission_key
)
SELECT language, grammar, grammar_version,
    (SELECT n FROM run_counts c WHERE name = 'submissions'
        AND c.language = l.language) AS submissions,
    (SELECT n FROM run_counts c WHERE name = 'histories' AND c.language = l.language) AS histories,
    (SELECT n FROM run_counts c WHERE name = 'pairs' AND c.language = l.language) AS pairs,
    count(category) AS fixes, count(*) FILTER (WHERE in_thesis) AS six,
    count(*) FILTER (WHERE category = 'variable_misuse') AS variable_misuse,
    count(*) FILTER (WHERE category = 'binary_operator') AS binary_operator,
    count(*) FILTER (WHERE category = 'comparison_operator') AS comparison_operator,
    count(*) FILTER (WHERE category = 'logical_operator') AS logical_operator,
    count(*) FILTER (WHERE category = 'assignment_operator') AS assignment_operator,
    count(*) FILTER (WHERE category = 'literal') AS literal,
    count(*) FILTER (WHERE category = 'type') AS type,
    count(*) FILTER (WHERE category = 'other') AS other, coalesce(sum(parses), 0) AS parses,
    round(100.0 * sum(parses) / count(category), 2) AS parses_percent
FROM found_languages l
LEFT JOIN counted USING (language)
LEFT JOIN categories USING (category)
GROUP BY language
ORDER BY l.sort_order;

-- The tables by source.

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

-- The tables of repositories.

-- name: repositories
WITH counts AS (
    SELECT problem_id, max(n) FILTER (WHERE name = 'commits') AS commits,
        max(n) FILTER (WHERE name = 'used') AS used,
        max(n) FILTER (WHERE name = 'commits') - sum(n) FILTER
            (WHERE name IN ('merge', 'root', 'shallow_boundary')) AS plain
    FROM commit_counts
    WHERE (problem_id, run_key) IN (SELECT problem_id, run_key FROM problems)
    GROUP BY problem_id
)
SELECT problem_id AS repository, url, commits, plain AS with_one_parent, used, t.n_pairs AS pairs,
    t.n_fixes AS fixes, round(1000.0 * t.n_fixes / nullif(plain, 0), 1) AS per_thousand
FROM repositories r
JOIN counts USING (problem_id)
JOIN problem_totals t USING (problem_id)
ORDER BY problem_id;

-- Commits that further runs have read for other languages count in the first run.
-- name: commits
WITH names (sort_order, name) AS (
    VALUES (1, 'commits'), (2, 'merge'), (3, 'root'), (4, 'shallow_boundary'), (5, 'revert'),
        (6, 'no_keyword'), (7, 'damaged'), (8, 'no_file'), (9, 'too_many_files'), (10, 'used'),
        (11, 'symlink'), (12, 'submodule'), (13, 'renamed')
)
SELECT name, sum(n) AS n
FROM names
JOIN commit_counts USING (name)
WHERE (problem_id, run_key) IN (SELECT problem_id, run_key FROM problems)
GROUP BY name
ORDER BY sort_order;

-- name: keywords
SELECT coalesce(keyword, '') AS keyword, count(*) AS n
FROM counted_fixes f
JOIN file_versions v ON v.submission_key = f.fixed_submission_key
JOIN commits c USING (commit_key)
WHERE f.origin = 'real'
GROUP BY 1
ORDER BY n DESC, 1;

-- name: sweeps
WITH sizes AS (
    SELECT CASE WHEN sweep_size = 1 THEN 1 WHEN sweep_size <= 5 THEN 2 WHEN sweep_size <= 20 THEN 3
            ELSE 4 END AS bin
    FROM counted_fixes f
    JOIN file_versions v ON v.submission_key = f.fixed_submission_key
    JOIN commits c USING (commit_key)
    WHERE f.origin = 'real'
)
SELECT CASE bin WHEN 1 THEN '1' WHEN 2 THEN '2-5' WHEN 3 THEN '6-20' ELSE '21+' END AS size,
    count(*) AS n
FROM sizes
GROUP BY bin
ORDER BY bin;

-- name: places
WITH git AS (
    SELECT f.function IS NOT NULL AS in_function, is_test, f.function_end_line
    FROM counted_fixes f
    JOIN file_versions v ON v.submission_key = f.fixed_submission_key
    JOIN commits c USING (commit_key)
    WHERE f.origin = 'real'
),
names (sort_order, name, n) AS (
    VALUES (1, 'in a function', (SELECT coalesce(sum(in_function), 0) FROM git)),
        (2, 'in a test', (SELECT coalesce(sum(is_test), 0) FROM git)),
        (3, 'in a function, not in a test', (SELECT count(*) FROM git WHERE in_function
            AND NOT is_test))
)
SELECT name AS place, n, round(100.0 * n / nullif((SELECT count(*) FROM git), 0), 2) AS percent
FROM names
ORDER BY sort_order;

-- name: licenses
SELECT coalesce(license, 'unknown') AS license, count(*) AS n
FROM counted_fixes f
JOIN file_versions v ON v.submission_key = f.fixed_submission_key
JOIN commits c USING (commit_key)
WHERE f.origin = 'real'
GROUP BY 1
ORDER BY n DESC, 1;

-- The first counts of the funnel, of all sources but git and pairs.

-- name: contests
WITH own AS (
    SELECT n_rows, n_unusable, n_other_languages
    FROM problem_rows
    JOIN run USING (run_key)
    WHERE source NOT IN ('git', 'pairs')
),
mined AS (
    SELECT total(n_submissions) AS n, total(n_compared) AS n_compared
    FROM problem_languages
    JOIN run USING (run_key)
    WHERE source NOT IN ('git', 'pairs')
),
counts (name, n) AS (
    SELECT 'metadata_rows', total(n_rows)
    FROM own
    UNION ALL
    SELECT 'rows_unusable', total(n_unusable)
    FROM own
    UNION ALL
    SELECT 'rows_other_languages', total(n_other_languages)
    FROM own
    UNION ALL
    SELECT 'submissions', n
    FROM mined
    UNION ALL
    SELECT 'submissions_' || c.column1,
        (SELECT total(n_submissions) FROM problem_statuses JOIN run USING (run_key)
            WHERE source NOT IN ('git', 'pairs') AND class = c.column1)
    FROM (VALUES ('accepted'), ('failing'), ('undecided')) c
    UNION ALL
    SELECT 'submissions_compared', n_compared
    FROM mined
)
SELECT name, CAST(n AS INTEGER) AS n
FROM counts;
