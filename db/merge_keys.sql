-- The new keys, in the order of the problems, and the tables whose rows are in that order. Of equal
-- rows of several parts, the first is taken.
INSERT INTO main.problems
SELECT problem_id, min(run_key), min(name), min(contest)
FROM temp.listed GROUP BY problem_id ORDER BY problem_id;

INSERT INTO main.problem_descriptions
SELECT problem_id, min(sha256) FROM temp.part_descriptions GROUP BY problem_id ORDER BY problem_id;

INSERT INTO main.repositories
SELECT problem_id, min(path), min(url), min(license), max(is_shallow)
FROM temp.part_repositories GROUP BY problem_id ORDER BY problem_id;

INSERT INTO main.identical_problems
SELECT run_key, cluster_line, problem_id FROM temp.part_identical ORDER BY run_key, place;

-- Descriptions are read when all problems are mined, and their errors come last.
INSERT INTO main.input_errors (run_key, kind, file, line, detail, problem_id)
SELECT run_key, kind, file, line, detail, problem_id FROM temp.part_errors
ORDER BY CASE WHEN problem_id IS NULL THEN 1 WHEN kind = 'description_unusable' THEN 2 ELSE 0 END,
         problem_id, run_key, place;

CREATE TEMP TABLE new_sources (
    source_key INTEGER PRIMARY KEY, part, language, sha256, UNIQUE (language, sha256)
);
INSERT OR IGNORE INTO temp.new_sources (part, language, sha256)
SELECT part, language, sha256 FROM temp.part_submissions
ORDER BY problem_id, place, language, sha256, part;

CREATE TEMP TABLE new_submissions (
    submission_key INTEGER PRIMARY KEY, part, key, problem_id, submission_id, source_key,
    UNIQUE (problem_id, submission_id)
);
INSERT OR IGNORE INTO temp.new_submissions (part, key, problem_id, submission_id, source_key)
SELECT s.part, key, problem_id, submission_id, source_key
FROM temp.part_submissions s JOIN temp.new_sources USING (language, sha256)
ORDER BY problem_id, place, submission_id, s.part;

-- Of a commit that several runs have read, each counts the pairs of other languages.
CREATE TEMP TABLE new_commits (
    commit_key INTEGER PRIMARY KEY, part, key, problem_id, commit_id, n_pairs,
    UNIQUE (problem_id, commit_id)
);
INSERT OR IGNORE INTO temp.new_commits (part, key, problem_id, commit_id, n_pairs)
SELECT part, key, problem_id, commit_id, sum(n_pairs) OVER same
FROM temp.part_commits WINDOW same AS (PARTITION BY problem_id, commit_id)
ORDER BY problem_id, place, commit_id, part;

CREATE TEMP TABLE new_fixes (
    fix_key INTEGER PRIMARY KEY, part, key, buggy_key, fixed_key, first_failing_date,
    UNIQUE (buggy_key, fixed_key)
);
INSERT OR IGNORE INTO temp.new_fixes (part, key, buggy_key, fixed_key, first_failing_date)
SELECT f.part, f.key, b.submission_key, a.submission_key,
       min(first_failing_date) OVER (PARTITION BY b.submission_key, a.submission_key)
FROM temp.part_fixes f
JOIN temp.new_submissions b ON b.problem_id = f.problem_id AND b.submission_id = buggy_id
JOIN temp.new_submissions a ON a.problem_id = f.problem_id AND a.submission_id = fixed_id
ORDER BY f.problem_id, place, buggy_id, fixed_id, f.part;

CREATE INDEX temp.sources_by_part ON new_sources (part);
CREATE INDEX temp.submissions_by_part ON new_submissions (part);
CREATE INDEX temp.commits_by_part ON new_commits (part);
CREATE INDEX temp.fixes_by_part ON new_fixes (part);
