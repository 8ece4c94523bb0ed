-- name: begin
-- The tables of a merge. A part is a database that is merged, and has a number. A place is the key
-- of a row in its part, or 0 if several parts have its problem: such rows are sorted by their ids,
-- so that it does not matter in which steps databases are joined.
PRAGMA foreign_keys = OFF; -- a part may refer to programs that another one brings
PRAGMA temp_store = FILE;
PRAGMA cache_size = -65536;
CREATE TEMP TABLE current (number INTEGER); -- of the part that is attached as `part`
CREATE TEMP TABLE runs (
    part     INTEGER,
    run_key  INTEGER,
    new_key  INTEGER, -- in the new database
    is_first INTEGER, -- 1: no earlier part has this run
    PRIMARY KEY (part, run_key)
);
CREATE TEMP TABLE listed (
    problem_id TEXT,
    part       INTEGER,
    run_key    INTEGER,
    name       TEXT,
    contest    TEXT,
    PRIMARY KEY (problem_id, part)
) WITHOUT ROWID;

-- What says that problems with one id are the same: submissions that are in a fix, and the first
-- commits of repositories, whose ids cannot be those of submissions.
CREATE TEMP TABLE evidence (
    problem_id TEXT,
    item_id    TEXT,
    said       TEXT,
    part       INTEGER,
    PRIMARY KEY (problem_id, item_id, part)
) WITHOUT ROWID;

CREATE TEMP TABLE part_submissions (part, problem_id, submission_id, language, sha256, key, place);
CREATE TEMP TABLE part_commits (part, problem_id, commit_id, key, place, n_pairs);
CREATE TEMP TABLE part_fixes (
    part, problem_id, buggy_id, fixed_id, key, place, first_failing_date
);
CREATE TEMP TABLE part_repositories (problem_id, path, url, license, is_shallow);
CREATE TEMP TABLE part_descriptions (problem_id, sha256);
CREATE TEMP TABLE part_errors (run_key, kind, file, line, detail, problem_id, place);
CREATE TEMP TABLE part_identical (run_key, cluster_line, problem_id, place);

-- name: problems
-- The problems of a part, each with the first run that read it.
INSERT INTO temp.listed
SELECT problem_id, number, min(new_key), name, contest
FROM temp.current JOIN temp.runs ON part = number JOIN part.problem_runs USING (run_key)
JOIN part.problems USING (problem_id) GROUP BY problem_id;

-- name: items
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

-- name: shared
-- The problems that two parts have, by pair of parts (store.h).
WITH items AS (
    SELECT a.problem_id, a.part AS a, b.part AS b, total(a.said = b.said) AS same,
           total(a.said <> b.said) AS other
    FROM temp.evidence a JOIN temp.evidence b USING (problem_id, item_id)
    WHERE a.part < b.part GROUP BY 1, 2, 3
)
SELECT x.part, y.part, count(*), total(same), count(nullif(other, 0)), min(x.problem_id),
       min(iif(other > 0, x.problem_id, NULL))
FROM temp.listed x JOIN temp.listed y ON y.problem_id = x.problem_id AND y.part > x.part
LEFT JOIN items i ON i.problem_id = x.problem_id AND i.a = x.part AND i.b = y.part
GROUP BY 1, 2 ORDER BY 1, 2;

-- name: keys
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

-- name: rows
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
