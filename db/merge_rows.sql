-- The rows of a part, with their new keys.
INSERT INTO main.problem_runs
SELECT problem_id, new_key, metadata_sha256, n_rows, n_unusable, n_other_languages
FROM temp.current JOIN temp.runs ON part = number JOIN part.problem_runs USING (run_key);

INSERT INTO main.problem_languages
SELECT problem_id, new_key, language, n_submissions, n_histories, n_pairs, n_fixes, n_compared
FROM temp.current JOIN temp.runs ON part = number JOIN part.problem_languages USING (run_key);

INSERT INTO main.problem_rejects
SELECT problem_id, new_key, language, reason, status, n_pairs
FROM temp.current JOIN temp.runs ON part = number JOIN part.problem_rejects USING (run_key);

INSERT INTO main.problem_statuses
SELECT problem_id, new_key, language, status, class, n_submissions
FROM temp.current JOIN temp.runs ON part = number JOIN part.problem_statuses USING (run_key);

INSERT INTO main.problem_history_sizes
SELECT problem_id, new_key, language, n_submissions, n_histories
FROM temp.current JOIN temp.runs ON part = number JOIN part.problem_history_sizes USING (run_key);

INSERT INTO main.commit_counts
SELECT problem_id, new_key, name, n
FROM temp.current JOIN temp.runs ON part = number JOIN part.commit_counts USING (run_key);

INSERT OR IGNORE INTO main.root_commits SELECT * FROM part.root_commits;

INSERT INTO main.sources
SELECT n.source_key, language, sha256, n_bytes, n_tokens, code
FROM temp.current JOIN temp.new_sources n ON n.part = number
CROSS JOIN part.sources USING (language, sha256);

INSERT INTO main.submissions
SELECT n.submission_key, s.problem_id, s.submission_id, user_id, date, language,
       original_language, status, judged, encoding, n.source_key
FROM temp.current JOIN temp.new_submissions n ON n.part = number
CROSS JOIN part.submissions s ON s.submission_key = n.key;

INSERT INTO main.commits
SELECT n.commit_key, c.problem_id, c.commit_id, parent_id, author_id, author_date, commit_date,
       subject, keyword, sweep_size, n.n_pairs
FROM temp.current JOIN temp.new_commits n ON n.part = number
CROSS JOIN part.commits c ON c.commit_key = n.key;

INSERT INTO main.file_versions
SELECT n.submission_key, k.commit_key, path, blob_id, is_test, license, license_evidence
FROM temp.current JOIN temp.new_submissions n ON n.part = number
CROSS JOIN part.file_versions v ON v.submission_key = n.key
JOIN part.commits c ON c.commit_key = v.commit_key
JOIN temp.new_commits k ON k.problem_id = c.problem_id AND k.commit_id = c.commit_id;

INSERT INTO main.fixes
SELECT n.fix_key, origin, n.buggy_key, n.fixed_key, edit, category, pattern, role, region,
       before_kind, after_kind, before, after, start_byte, end_byte, line, column, token_index,
       token_end_byte, n_tokens, fixed_start_byte, fixed_end_byte, fixed_line, fixed_column,
       fixed_token_index, fixed_n_tokens, repair_in_program, in_scope, parses, verdict_in_comment,
       dialect, n.first_failing_date, function, function_line, function_end_line, part_n_tokens
FROM temp.current JOIN temp.new_fixes n ON n.part = number
CROSS JOIN part.fixes f ON f.fix_key = n.key;

-- A single run has its own database; several make dataset-1.db and so on, which merge joins.
INSERT INTO main.steps (step_key, words, output)
SELECT new_key, words, 'dataset-' || new_key || '.db'
FROM temp.current JOIN temp.runs r ON part = number AND is_first
JOIN part.steps s ON s.step_key = r.run_key;
