-- The tables of a manifest about where the data are from.

-- name: run^
SELECT run_key, tool_version, languages, language, grammar, grammar_version, grammar_abi, pairing,
    failing, max_tokens, max_bytes, max_pairs, shard, n_shards, n_listed, listing_sha256,
    problem_list_sha256, metadata, dataset, metadata_sha256, prefix
FROM run_details;

-- name: runs
SELECT source, dataset, source_options AS options, languages AS language, pairing, failing,
    max_tokens, max_bytes, max_pairs, shard, n_shards, metadata, listing_sha256, metadata_sha256,
    prefix, files
FROM run
WHERE EXISTS (SELECT 1 FROM run WHERE source <> 'codenet' OR run_key > 1)
ORDER BY run_key;

-- name: joint
SELECT problem_id
FROM problem_runs
GROUP BY problem_id
HAVING count(DISTINCT run_key) > 1
    AND count(DISTINCT (SELECT listing_sha256 FROM run r
        WHERE r.run_key = problem_runs.run_key)) > 1
LIMIT 1;

-- name: dedup^
SELECT dedup_run_key, preset, run_length, set_threshold, multiset_threshold, min_tokens,
    n_bands, n_rows
FROM dedup_run;

-- name: split^
SELECT split_set, origin, seed, train_ratio, validation_ratio, test_ratio, n_folds, validation_from,
    test_from, grouped_by, n_previous
FROM split_run;

-- name: split_left_out^
SELECT count(*) AS n
FROM split_left_out
HAVING n > 0;

-- name: mutate^
SELECT mutate_run_key, per_program, distribution, distribution_of, seed,
    categories, splits, programs, max_tokens, n_programs, n_accepted, n_unused, n_equal,
    (SELECT coalesce(sum(n_mutants), 0) FROM mutate_rules) AS n_mutants
FROM mutate_run;

-- name: verify^
SELECT origins, tests, tests_name, programs, seed, strictness, n_inputs, min_jurors, max_jurors,
    cpu_seconds, fixes_sha256, (SELECT count(*) FROM verdicts) AS n_fixes,
    (SELECT count(*) FROM verdicts WHERE verdict NOT IN ('no_tests', 'unsupported')) AS n_executed,
    (SELECT count(*) FROM verdicts WHERE verdict = 'reproduced') AS n_reproduced,
    (SELECT count(*) FROM verdicts WHERE verdict = 'proven') AS n_proven,
    iif(has_control, (SELECT count(*) FROM control_pairs), NULL) AS n_control,
    iif(has_control, (SELECT count(strictness) FROM control_pairs), NULL) AS n_control_proofs,
    (SELECT group_concat(version, '; ') FROM (SELECT version FROM verify_runtimes
        WHERE version IS NOT NULL ORDER BY sort_order)) AS runtimes
FROM verify_run;

-- name: origins
SELECT origin, count(*) AS fixes, count(s.fix_key) AS in_splits
FROM fixes
LEFT JOIN splits s USING (fix_key)
WHERE EXISTS (SELECT 1 FROM fixes WHERE origin <> 'real')
GROUP BY origin
ORDER BY CASE origin WHEN 'real' THEN 1 WHEN 'mutant' THEN 2 ELSE 3 END;

-- name: exclusions
SELECT reason, count(DISTINCT fix_key) AS fixes, count(DISTINCT s.fix_key) AS in_splits
FROM exclusions
LEFT JOIN splits s USING (fix_key)
GROUP BY reason
ORDER BY reason;

-- name: steps
SELECT line
FROM steps
ORDER BY step_key;

-- name: checks
SELECT subject, name, options, n_items AS items, n_programs AS programs, n_unread AS unread,
    n_found AS found, n_marked AS marked, fingerprint AS fingerprint_sha256
FROM checks
ORDER BY subject DESC, name, options;

-- name: groups
SELECT split, count(*) AS fixes, count(DISTINCT group_key) AS groups
FROM splits
GROUP BY split
ORDER BY CASE split WHEN 'train' THEN 1 WHEN 'validation' THEN 2 ELSE 3 END, length(split), split;

-- name: largest_group^
SELECT count(*) AS fixes, split, count(DISTINCT problem_id) AS problems,
    count(DISTINCT nullif(user_id, '')) AS users
FROM splits
JOIN fixes USING (fix_key)
JOIN submissions ON submission_key = buggy_submission_key
GROUP BY group_key
ORDER BY fixes DESC, group_key
LIMIT 1;
