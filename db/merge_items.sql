-- What a part has, without the programs.
CREATE TEMP TABLE shared AS
SELECT problem_id FROM temp.listed GROUP BY problem_id HAVING count(*) > 1;

INSERT INTO temp.evidence
SELECT problem_id, submission_id, json_array(user_id, date, s.language, status, sha256), number
FROM temp.current CROSS JOIN part.submissions s JOIN part.sources USING (source_key)
WHERE problem_id IN temp.shared;

INSERT INTO temp.evidence
SELECT problem_id, char(1) || commit_id, '', number
FROM temp.current CROSS JOIN part.root_commits WHERE problem_id IN temp.shared;

INSERT INTO temp.part_submissions
SELECT number, problem_id, submission_id, c.language, sha256, submission_key,
       iif(problem_id IN temp.shared, 0, submission_key)
FROM temp.current CROSS JOIN part.submissions s JOIN part.sources c USING (source_key);

INSERT INTO temp.part_commits
SELECT number, problem_id, commit_id, commit_key, iif(problem_id IN temp.shared, 0, commit_key),
       n_pairs
FROM temp.current CROSS JOIN part.commits;

INSERT INTO temp.part_fixes
SELECT number, b.problem_id, b.submission_id, a.submission_id, fix_key,
       iif(b.problem_id IN temp.shared, 0, fix_key), first_failing_date
FROM temp.current CROSS JOIN part.fixes f
JOIN part.submissions b ON b.submission_key = f.buggy_submission_key
JOIN part.submissions a ON a.submission_key = f.fixed_submission_key;

INSERT INTO temp.part_repositories SELECT * FROM part.repositories;
INSERT INTO temp.part_descriptions SELECT * FROM part.problem_descriptions;

INSERT INTO temp.part_errors
SELECT new_key, kind, file, line, detail, problem_id, input_error_key
FROM temp.current JOIN temp.runs ON part = number JOIN part.input_errors USING (run_key)
WHERE problem_id IS NOT NULL OR is_first;

INSERT INTO temp.part_identical
SELECT new_key, cluster_line, problem_id, i.rowid
FROM temp.current JOIN temp.runs ON part = number AND is_first
JOIN part.identical_problems i USING (run_key);

DROP TABLE temp.shared;
