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
