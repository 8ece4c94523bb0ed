-- The database of tokfix: the fixes that one run of `tokfix mine` found in a dataset, or in a shard
-- of it, and what the later commands found out about them.
--
-- Names: an integer that joins tables ends in _key. A text that the dataset gives, or that tokfix
-- makes from such texts, ends in _id. Counts begin with n_. Truth values are 0 or 1.
--
-- Units: bytes are counted from 0, and ends are exclusive. Lines are counted from 1. Columns are
-- counted from 0, in code points. Tokens are counted from 0. A source is stored without its byte
-- order mark, and all places refer to the source as stored.
--
-- Nothing in the database depends on the time of the run, the machine or the number of threads.
--
-- What is said about a fix or a submission is deleted with it (ON DELETE CASCADE). The column that
-- refers to it is the first one of an index, because SQLite would otherwise read the whole table
-- for each deleted row.

PRAGMA application_id = 0x746f6b66; -- "tokf"
PRAGMA user_version = 25;           -- the version of this schema

-- How the fixes were mined. The table has one row from the start. While the run is unfinished, its
-- dataset and metadata_sha256 are NULL. A database that `tokfix merge` joined from several runs has
-- a row for each.
CREATE TABLE run (
    run_key         INTEGER PRIMARY KEY,
    tool_version    TEXT    NOT NULL,  -- version of tokfix
    pairing         TEXT    NOT NULL CHECK (pairing IN ('all', 'next', 'adjacent', 'last')),
                                       -- of submissions; git: 'all'
    failing         TEXT    NOT NULL CHECK (failing IN ('judged', 'all')),
                                       -- which statuses are failing. all: every status except
                                       -- Accepted; judged: those of the class `failing`
    max_tokens      INTEGER CHECK (max_tokens > 0), -- in a program; NULL: no limit
    max_bytes       INTEGER NOT NULL CHECK (max_bytes > 0), -- in a source
    max_pairs       INTEGER NOT NULL CHECK (max_pairs > 0), -- that are compared in one history
    shard           INTEGER NOT NULL,  -- from 1 to n_shards. The shard contains the problems for
    n_shards        INTEGER NOT NULL,  -- which the first 8 hexadecimal digits of
                                       -- sha256(problem_id), modulo n_shards, are shard - 1
    n_listed        INTEGER NOT NULL,  -- problems of the dataset, in all shards
    listing_sha256  TEXT    NOT NULL,  -- of their ids and sizes, before they are read; codenet: of
                                       -- the lines "<bytes of a metadata file>  <its name>\n"
    problem_list_sha256 TEXT,          -- of problem_list.csv, or of the list of repositories;
                                       -- NULL: the file does not exist
    source          TEXT    NOT NULL,  -- kind of dataset. codenet: a Project CodeNet tree; rows: a
                                       -- file of rows; pairs: of pairs of programs, or a folder
                                       -- of them; git: git repositories, which are the
                                       -- problems
    source_options  TEXT    NOT NULL,  -- options that only this kind of dataset has, defaults
                                       -- included; a salt as a part of its SHA-256; '': none
    languages       TEXT    NOT NULL,  -- that it mined, as in --language, separated by commas
    metadata        TEXT,              -- last part of the path given with --metadata, or NULL
    dataset         TEXT,              -- last part of its path, without .tar, .gz and the like
    metadata_sha256 TEXT,              -- of the lines
                                       -- "<problem_runs.metadata_sha256>  <its file>\n"
    prefix          TEXT,              -- of the ids of its problems, condefects:p10010; NULL: none
    files           TEXT,              -- of several: their names, separated by blanks, with a
                                       -- backslash before a blank or backslash of a name; of those
                                       -- with equal names the paths; NULL: dataset is the only one
    CHECK (shard BETWEEN 1 AND n_shards AND (dataset IS NULL) = (metadata_sha256 IS NULL))
) STRICT;

-- The languages that the runs mined, in the order in which tables list them.
CREATE TABLE run_languages (
    language        TEXT    PRIMARY KEY, -- as in --language
    sort_order      INTEGER NOT NULL UNIQUE,
    grammar         TEXT    NOT NULL,    -- npm package of the tree-sitter grammar
    grammar_version TEXT    NOT NULL,
    grammar_abi     INTEGER NOT NULL
) STRICT;

-- The categories, in the order in which tables list them.
CREATE TABLE categories (
    category   TEXT    PRIMARY KEY,
    sort_order INTEGER NOT NULL UNIQUE,
    in_thesis  INTEGER NOT NULL        -- 1: one of the six categories of the thesis; 0: the others
) STRICT;
INSERT INTO categories VALUES
    ('variable_misuse', 1, 1), ('binary_operator', 2, 1), ('comparison_operator', 3, 1),
    ('logical_operator', 4, 1), ('assignment_operator', 5, 1), ('literal', 6, 1), ('type', 7, 0),
    ('other', 8, 0);

-- The regions (classify/classify.h), in the order of precedence. Exports leave out some of
-- them by default.
CREATE TABLE regions (
    region     TEXT    PRIMARY KEY,
    sort_order INTEGER NOT NULL UNIQUE,
    is_taken   INTEGER NOT NULL        -- 1: taken by default
) STRICT;
INSERT INTO regions VALUES
    ('generated', 1, 0), ('docstring', 2, 0), ('test_expectation', 3, 0), ('version', 4, 0),
    ('message', 5, 0), ('output', 6, 1), ('code', 7, 1);

-- Why a pair is not a fix. A pair is counted under the first reason that is found. The checks run
-- in this order: count the pairs of the history, read both sources, compare their tokens from the
-- start to the second difference, cut both into tokens, count the tokens, parse both programs,
-- compare the values of the two tokens. The build makes enum reject_reason of the rows, in whose
-- order the checks are (miner/program_text.c).
CREATE TABLE reject_reasons (
    reason     TEXT    PRIMARY KEY,
    sort_order INTEGER NOT NULL UNIQUE,
    is_of_git  INTEGER NOT NULL        -- 1: only pairs of git repositories have it
) STRICT;
INSERT INTO reject_reasons VALUES
    ('too_many_pairs', 1, 0),     -- --max-pairs; the sides are not read
    ('missing_blob', 2, 1),       -- git does not have it, as in a partial clone
    ('unreadable', 3, 0),
    ('too_large', 4, 0),          -- --max-bytes
    ('lfs_pointer', 5, 1),        -- elsewhere (Git Large File Storage)
    ('binary', 6, 1),             -- a zero byte at its start, and text after it: binary for git
    ('encoding', 7, 0),           -- not UTF-8, nor the encoding that it states
    ('unclosed_string', 8, 0),    -- a string or comment of a side is not closed
    ('unmatched_bracket', 9, 0),  -- one is not closed, or closes none
    ('indentation', 10, 0),       -- a line has the indentation of no open block
    ('stray_character', 11, 0),   -- it starts no token
    ('malformed_number', 12, 0),  -- without digits, or runs into a word
    ('nesting', 13, 0),           -- too many brackets, blocks or strings in one another
    ('identical', 14, 0),         -- only comments and blanks differ, if anything
    ('multi_token', 15, 0),       -- the tokens differ in more than a single edit
    ('too_many_tokens', 16, 0),   -- --max-tokens, or not parsed (tokenize/program.h)
    ('syntax_error', 17, 0),      -- a single edit, but one side does not parse
    ('same_value', 18, 0);        -- the same literal in other spellings

CREATE TABLE problems (
    problem_id TEXT    PRIMARY KEY,
    run_key    INTEGER NOT NULL REFERENCES run, -- the first that read it
    name       TEXT,                    -- from problem_list.csv; NULL: it has no name
    contest    TEXT                     -- column `dataset` of problem_list.csv: AIZU, AtCoder
) STRICT;

-- What the runs have read of each problem.
CREATE TABLE problem_runs (
    problem_id        TEXT    NOT NULL REFERENCES problems,
    run_key           INTEGER NOT NULL REFERENCES run,
    metadata_sha256   TEXT,             -- of all that was read to list its submissions: its
                                        -- metadata file, its rows, or the references of the
                                        -- repository; NULL: it could not be read
    n_rows            INTEGER NOT NULL, -- rows of the problem; git: commits
    n_unusable        INTEGER NOT NULL, -- rows that are malformed
    n_other_languages INTEGER NOT NULL, -- rows in languages that were not mined
    PRIMARY KEY (problem_id, run_key)
) STRICT, WITHOUT ROWID;

-- Counts by problem, run and language. There is a row for each language that the run found
-- submissions in.
CREATE TABLE problem_languages (
    problem_id    TEXT    NOT NULL REFERENCES problems,
    run_key       INTEGER NOT NULL REFERENCES run,
    language      TEXT    NOT NULL REFERENCES run_languages,
    n_submissions INTEGER NOT NULL, -- well-formed rows
    n_histories   INTEGER NOT NULL, -- users with at least one of these submissions
    n_pairs       INTEGER NOT NULL,
    n_fixes       INTEGER NOT NULL, -- a fix that several runs found is counted in each, and stored
                                    -- once
    n_compared    INTEGER NOT NULL, -- submissions that are in a pair
    PRIMARY KEY (problem_id, run_key, language)
) STRICT, WITHOUT ROWID;

-- The tables rejects, statuses and history_sizes contain the sums of the next three over all
-- problems and runs. In all tables of counts, '' is the status of a failing submission without a
-- status.
CREATE TABLE problem_rejects (
    problem_id TEXT    NOT NULL REFERENCES problems,
    run_key    INTEGER NOT NULL REFERENCES run,
    language   TEXT    NOT NULL REFERENCES run_languages,
    reason     TEXT    NOT NULL REFERENCES reject_reasons,
    status     TEXT    NOT NULL,
    n_pairs    INTEGER NOT NULL,
    PRIMARY KEY (problem_id, run_key, language, reason, status)
) STRICT, WITHOUT ROWID;
CREATE TABLE problem_statuses (
    problem_id    TEXT    NOT NULL REFERENCES problems,
    run_key       INTEGER NOT NULL REFERENCES run,
    language      TEXT    NOT NULL REFERENCES run_languages,
    status        TEXT    NOT NULL,
    class         TEXT    NOT NULL CHECK (class IN ('accepted', 'failing', 'undecided')),
    n_submissions INTEGER NOT NULL,
    PRIMARY KEY (problem_id, run_key, language, status)
) STRICT, WITHOUT ROWID;
CREATE TABLE problem_history_sizes (
    problem_id    TEXT    NOT NULL REFERENCES problems,
    run_key       INTEGER NOT NULL REFERENCES run,
    language      TEXT    NOT NULL REFERENCES run_languages,
    n_submissions INTEGER NOT NULL,
    n_histories   INTEGER NOT NULL,
    PRIMARY KEY (problem_id, run_key, language, n_submissions)
) STRICT, WITHOUT ROWID;

-- What the dataset says about identical problems (one problem with several ids): its list of
-- clusters, and the descriptions, which may be equal. Both tables are empty if the dataset has
-- neither.
CREATE TABLE identical_problems (        -- derived/duplicates/identical_problem_clusters
    run_key      INTEGER NOT NULL REFERENCES run,
    cluster_line INTEGER NOT NULL,       -- line of that file, from 1
    problem_id   TEXT NOT NULL,          -- as in that file; it may be missing in `problems`
    PRIMARY KEY (run_key, cluster_line, problem_id)
) STRICT;

-- From problem_descriptions/<problem_id>.html, for the rows of `problems`.
CREATE TABLE problem_descriptions (
    problem_id TEXT PRIMARY KEY,
    sha256     TEXT NOT NULL           -- of the description with white space folded; an empty
                                       -- description has no row
) STRICT;

-- Programs of the fixes. Equal programs of one language are stored once.
CREATE TABLE sources (
    source_key INTEGER PRIMARY KEY,
    language   TEXT    NOT NULL REFERENCES run_languages,
    sha256     TEXT    NOT NULL,        -- of `code`
    n_bytes    INTEGER NOT NULL,
    n_tokens   INTEGER NOT NULL,
    code       TEXT    NOT NULL,        -- UTF-8, line ends as submitted, no byte order mark, no
                                        -- zero bytes at the end
    UNIQUE (language, sha256)
) STRICT;

-- Submissions that are in a fix. A program that tokfix made from a submission is also stored as a
-- submission. Its id is that of the submission with ~mutant1, ~rename and the like appended. The
-- status of a mutant is 'Mutant'.
CREATE TABLE submissions (
    submission_key    INTEGER PRIMARY KEY,
    problem_id        TEXT    NOT NULL REFERENCES problems,
    submission_id     TEXT    NOT NULL,
    user_id           TEXT    NOT NULL, -- of pairs also '': unknown
    date              INTEGER NOT NULL, -- Unix seconds; of pairs also 0: unknown
    language          TEXT    NOT NULL REFERENCES run_languages,
    original_language TEXT    NOT NULL, -- as in the metadata: "PyPy3 (7.3.0)", or ''
    status            TEXT,             -- the judge's verdict; NULL: no verdict
    judged            TEXT    NOT NULL, -- what it means (base/verdicts.h): accepted, WA, PE,
                                        -- partial, TLE, MLE, OLE, QLE, ILE, RE, CE, other or none
    encoding          TEXT    NOT NULL CHECK (encoding <> ''),
                                        -- of the file as submitted, as Python names it: utf-8;
                                        -- what a Python program states; latin-1 also for a program
                                        -- in another language that is not UTF-8. Its bytes are
                                        -- stored as the characters with their numbers (ISO
                                        -- 8859-1), whatever they meant to its author
    source_key        INTEGER NOT NULL REFERENCES sources,
    UNIQUE (problem_id, submission_id)
) STRICT;
CREATE INDEX submissions_by_source ON submissions (source_key);

-- Git repositories. Each is also a row of `problems`, and the two sides of a pair, the file before
-- and after a commit, are rows of `submissions`.
CREATE TABLE repositories (
    problem_id TEXT    PRIMARY KEY REFERENCES problems,
    path       TEXT    NOT NULL,       -- below the folder that was mined, or as in the list
    url        TEXT,                   -- NULL: unknown
    license    TEXT,                   -- SPDX identifier, as in the list; NULL: not given
    is_shallow INTEGER NOT NULL        -- 1: parents of some commits are missing on purpose
) STRICT;

-- The commits of a repository that a reference reaches, by the first reason not to use them:
-- `merge`, `root`, `shallow_boundary`, `revert` (undoes another commit), `no_keyword`, `damaged`,
-- `no_file` (modifies no file in the languages), `too_many_files`. `commits` is the number of all,
-- `used` that of the rest. `symlink` and `submodule` count changed entries of commits with a
-- keyword, `renamed` their deleted files for which the commit adds one.
CREATE TABLE commit_counts (
    problem_id TEXT    NOT NULL REFERENCES problems,
    run_key    INTEGER NOT NULL REFERENCES run,
    name       TEXT    NOT NULL,
    n          INTEGER NOT NULL,
    PRIMARY KEY (problem_id, run_key, name)
) STRICT, WITHOUT ROWID;

-- The commits without parents that a reference reaches: forks have the same ones.
CREATE TABLE root_commits (
    problem_id TEXT NOT NULL REFERENCES repositories,
    commit_id  TEXT NOT NULL, -- in hexadecimal
    PRIMARY KEY (problem_id, commit_id)
) STRICT, WITHOUT ROWID;

-- Commits of the fixes.
CREATE TABLE commits (
    commit_key  INTEGER PRIMARY KEY,
    problem_id  TEXT    NOT NULL REFERENCES repositories,
    commit_id   TEXT    NOT NULL,
    parent_id   TEXT    NOT NULL,
    author_id   TEXT    NOT NULL,      -- first 16 digits of SHA-256(salt, a zero byte, the
                                       -- author's e-mail address in lower case)
    author_date INTEGER NOT NULL,      -- Unix seconds; 0: not a date
    commit_date INTEGER NOT NULL,
    subject     TEXT    NOT NULL,      -- first line of the message
    keyword     TEXT,                  -- first one in the message; NULL: none
    sweep_size  INTEGER NOT NULL,      -- files that it changes; a renamed one counts twice
    n_pairs     INTEGER NOT NULL,      -- files that it modifies, in the languages of
                                       -- all runs
    UNIQUE (problem_id, commit_id)
) STRICT;
CREATE TABLE file_versions (
    submission_key INTEGER PRIMARY KEY REFERENCES submissions ON DELETE CASCADE,
    commit_key     INTEGER NOT NULL REFERENCES commits,
    path           TEXT    NOT NULL,   -- in the repository; U+FFFD for bytes that are not UTF-8
    blob_id        TEXT    NOT NULL,
    is_test        INTEGER NOT NULL,   -- 1: the path is that of a test
    license          TEXT,             -- of the file after the commit: an SPDX expression; NULL:
                                       -- unknown
    license_evidence TEXT,             -- tag: the file names it; file:NAME@BLOB_ID (several are
                                       -- separated by spaces): a file in the top folder;
                                       -- list: repositories.license
    CHECK ((license IS NULL) = (license_evidence IS NULL))
) STRICT;

-- Single-token fixes: a failing submission, a later Accepted one, and the edit between them. The
-- origin of a fix from `tokfix mine` is `real`. `tokfix mutate` makes a mutant from an Accepted
-- submission. `tokfix rewrite` makes a rewrite from a fix: it rewrites both programs and keeps
-- their meaning.
CREATE TABLE fixes (
    fix_key              INTEGER PRIMARY KEY,
    origin               TEXT    NOT NULL CHECK (origin IN ('real', 'mutant', 'rewrite')),
    buggy_submission_key INTEGER NOT NULL REFERENCES submissions,
    fixed_submission_key INTEGER NOT NULL REFERENCES submissions,
    edit                 TEXT    NOT NULL CHECK (edit IN ('replace', 'insert', 'delete')),
    category             TEXT    NOT NULL REFERENCES categories,
    pattern              TEXT    NOT NULL, -- SStuB pattern
    role                 TEXT,          -- of the changed identifier; NULL: not an identifier
    region               TEXT    NOT NULL REFERENCES regions, -- what kind of text the token
                                        -- belongs to
    before_kind          TEXT,          -- kind of the changed token before and after the fix: the
    after_kind           TEXT,          -- role of an identifier; integer, float, boolean, null or
                                        -- string; the category of an operator. NULL: another kind,
                                        -- or no token
    before               TEXT    NOT NULL, -- changed token in the buggy program; '' for insert.
                                        -- `not in` and `is not` have one space
    after                TEXT    NOT NULL, -- changed token in the fixed program; '' for delete
    start_byte           INTEGER NOT NULL, -- place in the buggy program; for insert, where the
    end_byte             INTEGER NOT NULL, -- token goes
    line                 INTEGER NOT NULL,
    column               INTEGER NOT NULL,
    token_index          INTEGER NOT NULL,
    token_end_byte       INTEGER NOT NULL, -- end of the token at that place; differs from end_byte
                                        -- for insert
    n_tokens             INTEGER NOT NULL, -- of the buggy program, layout tokens included
    fixed_start_byte     INTEGER NOT NULL, -- place in the fixed program; for delete, where the
    fixed_end_byte       INTEGER NOT NULL, -- token was
    fixed_line           INTEGER NOT NULL,
    fixed_column         INTEGER NOT NULL,
    fixed_token_index    INTEGER NOT NULL,
    fixed_n_tokens       INTEGER NOT NULL,
    repair_in_program    INTEGER NOT NULL, -- 1: `after` is also a token elsewhere in the buggy
                                        -- program
    in_scope             INTEGER NOT NULL, -- 1: a real variable misuse, and the buggy program binds
                                        -- both names in scopes that are visible at the token
    parses               INTEGER NOT NULL, -- 1: both programs parse without a syntax error around
                                        -- the edit. A fix may have 0
    verdict_in_comment   INTEGER NOT NULL, -- 1: a comment of one of the two programs contains the
                                        -- word of a verdict. 0 for files of repositories
    dialect              TEXT,          -- Python: 2, 3 or both; C++: 98, 11, 14, 17, 20,
                                        -- 23 or 26; C: 11, 17 or 23; Java: 7, 8, 11,
                                        -- 17, 21, 24 or 25; NULL: unknown
    first_failing_date   INTEGER,       -- Unix seconds: of the first submission that --failing
                                        -- counts as failing, by this user for this problem in
                                        -- this language. NULL: unknown (pairs, git), and of
                                        -- mutants and rewrites, which nobody submitted
    function             TEXT,          -- git: name of the innermost function around the edit, in
                                        -- the buggy program; '' if it has no name. NULL: none, or
                                        -- not a git source
    function_line        INTEGER,       -- its first line, and its last one
    function_end_line    INTEGER,
    part_n_tokens        INTEGER,       -- git: tokens of that function, or of the class or run of
                                        -- statements around the edit; layout tokens included
    UNIQUE (buggy_submission_key, fixed_submission_key)
) STRICT;
CREATE INDEX fixes_by_category ON fixes (category);
CREATE INDEX fixes_by_fixed_submission ON fixes (fixed_submission_key);

-- Pairs that are not fixes, by reason and by the status of the failing submission.
CREATE TABLE rejects (
    language TEXT    NOT NULL REFERENCES run_languages,
    reason   TEXT    NOT NULL REFERENCES reject_reasons,
    status   TEXT    NOT NULL,
    n_pairs  INTEGER NOT NULL,
    PRIMARY KEY (language, reason, status)
) STRICT;

-- All well-formed submissions in the mined languages that have a status, by status.
CREATE TABLE statuses (
    language      TEXT    NOT NULL REFERENCES run_languages,
    status        TEXT    NOT NULL,
    class         TEXT    NOT NULL CHECK (class IN ('accepted', 'failing', 'undecided')),
    n_submissions INTEGER NOT NULL,
    PRIMARY KEY (language, status)
) STRICT;

CREATE TABLE history_sizes (
    language      TEXT    NOT NULL REFERENCES run_languages,
    n_submissions INTEGER NOT NULL,
    n_histories   INTEGER NOT NULL,
    PRIMARY KEY (language, n_submissions)
) STRICT;

-- The counts of the run, from files to pairs. The view `run_totals` sums them over the languages,
-- and the view `funnel` continues these sums down to the fixes.
CREATE TABLE run_counts (
    sort_order INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    language   TEXT    NOT NULL, -- '': a count of the whole dataset
    n          INTEGER NOT NULL,
    UNIQUE (name, language)
) STRICT;

-- Rows and files of the dataset that could not be used. The list is not a check of the whole
-- dataset: only the sources in a pair are opened, and a metadata file without its columns is one
-- error.
CREATE TABLE input_errors (
    input_error_key INTEGER PRIMARY KEY,
    run_key         INTEGER NOT NULL REFERENCES run,
    kind            TEXT    NOT NULL,
    file            TEXT    NOT NULL, -- relative to the dataset; metadata/ is the --metadata path
    line            INTEGER,          -- NULL: the whole file
    detail          TEXT    NOT NULL,
    problem_id      TEXT              -- problem that was being mined; NULL: found while the
        REFERENCES problems           -- dataset was listed
) STRICT;
CREATE INDEX input_errors_by_problem ON input_errors (problem_id);

-- The last run of `tokfix mutate`. Each run replaces the rows of these three tables.
CREATE TABLE mutate_run (
    mutate_run_key  INTEGER PRIMARY KEY CHECK (mutate_run_key = 1),
    per_program     INTEGER NOT NULL, -- maximum number of mutants of a program
    distribution    TEXT    NOT NULL CHECK (distribution IN ('uniform', 'real')),
    distribution_of TEXT    NOT NULL CHECK (distribution_of IN ('all', 'train')),
                                      -- for `real`: which real fixes (`train` if there are splits)
    seed            TEXT    NOT NULL,
    categories      TEXT    NOT NULL, -- as in --category, separated by commas; '': all
    splits          TEXT    NOT NULL, -- as in --split; '': all
    programs        TEXT    NOT NULL CHECK (programs IN ('fixes', 'dataset')),
                                      -- programs of the fixes, or all Accepted ones of the dataset
    n_programs      INTEGER NOT NULL, -- mutated programs; token-identical programs of a problem
                                      -- count once
    n_accepted      INTEGER NOT NULL, -- Accepted submissions, which no mutant may equal
    n_unused        INTEGER NOT NULL, -- of these, unreadable, too large, or with syntax errors
    n_equal         INTEGER NOT NULL  -- mutants dropped because they equal an Accepted submission
) STRICT;
CREATE TABLE mutate_rules (
    rule       TEXT    PRIMARY KEY, -- a category
    sort_order INTEGER NOT NULL UNIQUE,
    n_programs INTEGER NOT NULL,    -- in which the rule found a site
    n_sites    INTEGER NOT NULL,    -- tokens that it could change, in all programs
    n_mutants  INTEGER NOT NULL     -- that it made
) STRICT;

-- Programs that were not mutated. Token-identical programs of a problem count once.
CREATE TABLE mutate_left_out (
    reason     TEXT    PRIMARY KEY, -- excluded: all its fixes are excluded; in_no_split: nothing
                                    -- decides its split; in_two_splits: its problem is in one
                                    -- split and its user in another; other_split: not in --split;
                                    -- other_fix: the filters take none of its fixes
    sort_order INTEGER NOT NULL UNIQUE,
    n_programs INTEGER NOT NULL
) STRICT;

-- The last run of `tokfix dedup`. Each run replaces the rows of this table and the next seven.
--
-- Kinds of duplicates. Each of the first three includes the one before: `exact`, the same tokens
-- on both sides; `renamed`, the same tokens except for names; `near`, similar programs. The fourth,
-- `patch`, is separate: the same edit in the same line.
CREATE TABLE dedup_run (
    dedup_run_key      INTEGER PRIMARY KEY CHECK (dedup_run_key = 1),
    preset             TEXT    NOT NULL,
    run_length         INTEGER NOT NULL, -- tokens in an element of the compared sets
    set_threshold      REAL    NOT NULL, -- minimum Jaccard similarity of the sets
    multiset_threshold REAL,             -- minimum similarity of the multisets; NULL: not compared
    min_tokens         INTEGER NOT NULL, -- shorter programs have no near duplicates
    n_bands            INTEGER NOT NULL, -- of the MinHash signatures that find candidates
    n_rows             INTEGER NOT NULL
) STRICT;

-- Why two fixes are in one cluster. The links of a cluster form a spanning tree.
CREATE TABLE duplicate_links (
    kind             TEXT    NOT NULL CHECK (kind IN ('exact', 'renamed', 'near', 'patch')),
    fix_key_a        INTEGER NOT NULL REFERENCES fixes ON DELETE CASCADE, -- the earlier fix
    fix_key_b        INTEGER NOT NULL REFERENCES fixes ON DELETE CASCADE,
    jaccard          REAL    NOT NULL, -- of the less similar of the two sides; 1 except for `near`
    multiset_jaccard REAL,             -- NULL: not compared
    PRIMARY KEY (kind, fix_key_a, fix_key_b)
) STRICT;
CREATE INDEX duplicate_links_by_fix_a ON duplicate_links (fix_key_a);
CREATE INDEX duplicate_links_by_fix_b ON duplicate_links (fix_key_b);

-- Clusters of two or more fixes. A `renamed` cluster contains whole `exact` clusters, and a `near`
-- cluster contains whole clusters of both. A mutant that is near several clusters of real fixes is
-- in the earliest one.
CREATE TABLE duplicate_clusters (
    kind                   TEXT    NOT NULL CHECK (kind IN ('exact', 'renamed', 'near', 'patch')),
    fix_key                INTEGER NOT NULL REFERENCES fixes ON DELETE CASCADE,
    representative_fix_key INTEGER NOT NULL REFERENCES fixes ON DELETE CASCADE,
                                       -- the earliest fix of the cluster
    PRIMARY KEY (kind, fix_key)
) STRICT;
CREATE INDEX duplicate_clusters_by_fix ON duplicate_clusters (fix_key);
CREATE INDEX duplicate_clusters_by_representative
    ON duplicate_clusters (representative_fix_key, kind);

-- Fixes whose buggy program, token by token, also has a different fix.
CREATE TABLE conflicts (
    fix_key       INTEGER PRIMARY KEY REFERENCES fixes ON DELETE CASCADE,
    first_fix_key INTEGER NOT NULL REFERENCES fixes ON DELETE CASCADE
                                       -- the earliest fix of the same buggy program
) STRICT;
CREATE INDEX conflicts_by_first ON conflicts (first_fix_key);

-- Fixes that are wrong the other way round: the buggy program, token by token, is an Accepted
-- program of the same problem. Most are known from another fix, whose fixed program it is. In git,
-- where nobody judges a version, that fix must be the reverse one, as after a revert.
CREATE TABLE accepted_bugs (
    fix_key          INTEGER PRIMARY KEY REFERENCES fixes ON DELETE CASCADE,
    accepted_fix_key INTEGER REFERENCES fixes ON DELETE CASCADE,
                                       -- the earliest such fix; NULL: none, but an Accepted
                                       -- program of the dataset (dedup --dataset)
    submission_id    TEXT NOT NULL     -- of that program, in the problem of the fix
) STRICT;
CREATE INDEX accepted_bugs_by_accepted ON accepted_bugs (accepted_fix_key);

-- Identical problems, with or without fixes.
CREATE TABLE problem_links (
    problem_id_a TEXT NOT NULL,
    problem_id_b TEXT NOT NULL,
    source       TEXT NOT NULL
        CHECK (source IN ('dataset', 'description', 'name', 'root', 'commit', 'blobs', 'file')),
                                -- name: the same contest and name; root, commit, blobs:
                                -- repositories with the same root commit, the same commit with a
                                -- fix, or a fix of the same blobs
    PRIMARY KEY (problem_id_a, problem_id_b)
) STRICT;
CREATE TABLE problem_clusters (
    problem_id TEXT PRIMARY KEY,
    cluster_id TEXT NOT NULL -- the smallest problem_id of the cluster
) STRICT;

-- The split sets, which `tokfix split` makes: each puts the same fixes into splits in another way.
-- A run replaces the rows of one set in this table and the next three. The real fixes decide the
-- splits, if there are any; mutants follow their programs. A fix that was excluded before the split
-- has no row in set_splits. A fix that is excluded later keeps its row, for `check --unmark` and
-- `score`: to count fixes, use the view split_sizes.
--
-- The views split_run, split_parts, splits, split_lists, split_left_out, exclusions and checks have
-- the rows of one set, that of chosen_split_set.
CREATE TABLE split_sets (
    split_set        TEXT    PRIMARY KEY
        CHECK (length(split_set) <= 32 AND split_set GLOB '[a-z0-9]*'
               AND split_set NOT GLOB '*[^a-z0-9_-]*'),
    origin           TEXT    NOT NULL CHECK (origin IN ('seed', 'import', 'date')),
    seed             TEXT    NOT NULL, -- '' for an import
    train_ratio      INTEGER NOT NULL, -- the three are 0 for an import, and for folds
    validation_ratio INTEGER NOT NULL,
    test_ratio       INTEGER NOT NULL,
    n_folds          INTEGER NOT NULL CHECK (n_folds = 0 OR n_folds BETWEEN 2 AND 10),
                                       -- 0: the splits are train, validation and test; else they
                                       -- are fold1, fold2, ...
    validation_from  INTEGER,          -- by date, Unix seconds: the first of validation (NULL:
    test_from        INTEGER,          -- there is none) and of test; NULL: not by date
    grouped_by       TEXT    NOT NULL, -- as in --group-by, separated by commas
    n_previous       INTEGER NOT NULL  -- fixes that kept their split of an earlier database
) STRICT;
CREATE TABLE set_splits (
    split_set TEXT    NOT NULL,
    fix_key   INTEGER NOT NULL REFERENCES fixes ON DELETE CASCADE,
    split     TEXT    NOT NULL
        CHECK (split IN ('train', 'validation', 'test', 'fold1', 'fold2', 'fold3', 'fold4', 'fold5',
                         'fold6', 'fold7', 'fold8', 'fold9', 'fold10')),
    group_key INTEGER NOT NULL REFERENCES fixes ON DELETE CASCADE,
                                       -- the first fix of its group. A group is never divided
    PRIMARY KEY (fix_key, split_set)
) STRICT, WITHOUT ROWID;
CREATE INDEX set_splits_by_group ON set_splits (group_key);
CREATE TABLE set_lists (                           -- the problem lists of an import
    split_set  TEXT NOT NULL,
    problem_id TEXT NOT NULL,
    split      TEXT NOT NULL CHECK (split IN ('train', 'validation', 'test')),
    PRIMARY KEY (problem_id, split_set)
) STRICT, WITHOUT ROWID;

-- The counted fixes that tokfix split left out, which are in no split; by date also the mutants and
-- rewrites of programs in no split.
CREATE TABLE set_left_out (
    split_set TEXT    NOT NULL,
    fix_key   INTEGER NOT NULL REFERENCES fixes ON DELETE CASCADE,
    reason    TEXT    NOT NULL CHECK (reason IN ('choice', 'straddles', 'undated')),
                                       -- choice: --region. By date: its group also has
                                       -- earlier fixes; it has no date
    PRIMARY KEY (fix_key, split_set)
) STRICT, WITHOUT ROWID;

-- Fixes that must not be used, and why.
CREATE TABLE set_exclusions (
    split_set TEXT    NOT NULL, -- '': in all sets
    fix_key   INTEGER NOT NULL REFERENCES fixes ON DELETE CASCADE,
    reason    TEXT    NOT NULL, -- `benchmark`, `ancestry`: a leak that `tokfix check --mark` found.
                                -- Mutants only: `split`, it would connect two splits; `program`,
                                -- all fixes of its program are excluded
    evidence  TEXT    NOT NULL,
    PRIMARY KEY (fix_key, split_set, reason, evidence)
) STRICT, WITHOUT ROWID;

-- The split set that the views are about: `default`, unless a connection chooses another one.
CREATE VIEW chosen_split_set AS SELECT 'default' AS split_set;
CREATE VIEW split_run AS
SELECT * FROM split_sets WHERE split_set = (SELECT split_set FROM chosen_split_set);
-- The splits or folds of the set in their order, with the shares that they should have; NULL: none
-- were asked for.
CREATE VIEW split_parts AS
WITH RECURSIVE ratio AS (
    SELECT *, nullif(train_ratio + validation_ratio + test_ratio, 0) AS total
    FROM split_run WHERE n_folds = 0),
folds AS (
    SELECT 1 AS part, 'fold1' AS split, 1.0 / n_folds AS share FROM split_run WHERE n_folds > 0
    UNION ALL
    SELECT part + 1, 'fold' || (part + 1), share FROM folds, split_run WHERE part < n_folds)
SELECT 1 AS part, 'train' AS split, 1.0 * train_ratio / total AS share FROM ratio
UNION ALL
SELECT 2, 'validation', 1.0 * validation_ratio / total FROM ratio
UNION ALL
SELECT 3, 'test', 1.0 * test_ratio / total FROM ratio
UNION ALL
SELECT part, split, share FROM folds;
CREATE VIEW splits AS
SELECT fix_key, split, group_key FROM set_splits
WHERE split_set = (SELECT split_set FROM chosen_split_set);
CREATE VIEW split_lists AS
SELECT problem_id, split FROM set_lists
WHERE split_set = (SELECT split_set FROM chosen_split_set);
CREATE VIEW split_left_out AS
SELECT fix_key, reason FROM set_left_out
WHERE split_set = (SELECT split_set FROM chosen_split_set);
CREATE VIEW exclusions AS
SELECT fix_key, reason, evidence FROM set_exclusions
WHERE split_set IN ('', (SELECT split_set FROM chosen_split_set));

-- Pairs of files that an unfinished run has compared and found to be no fixes, by the first half of
-- a SHA-256 of their contents, so that the run need not compare them again (miner/pair_journal.h).
-- The table of a finished database is empty.
CREATE TABLE compared_pairs (
    key_start INTEGER NOT NULL,
    key_end   INTEGER NOT NULL,
    reason    INTEGER NOT NULL
) STRICT;

-- The command lines that made the database, in their order: mine (step_key is run_key), merge of
-- several runs, then what changed or checked it. Shards are one run without shards. A database from
-- `tokfix rewrite` begins with the lines of the database that it was made from.
--
-- A line is as typed, quoted for a shell, but for what does not change the result (-j, --force,
-- --resume, --shard, --json, --limit) and what must not be published: a path is cut to its last
-- part, and the value of --salt is SALT.
CREATE TABLE steps (
    step_key INTEGER PRIMARY KEY,
    words    TEXT NOT NULL, -- without -o
    output   TEXT,          -- the database that was made, as a word; NULL: the line names it
    line     TEXT NOT NULL AS (words || coalesce(' -o ' || output, ''))
) STRICT;

-- The last results of `tokfix check`. This table is not part of the fingerprint.
CREATE TABLE set_checks (
    split_set   TEXT    NOT NULL, -- '': the database had no splits
    subject     TEXT    NOT NULL CHECK (subject IN ('splits', 'ancestry', 'benchmark')),
    name        TEXT    NOT NULL, -- of the benchmark: the last part of its path; else ''
    options     TEXT    NOT NULL, -- that decide what a leak is, defaults included
    n_items     INTEGER NOT NULL, -- items of the benchmark; else fixes in splits
    n_programs  INTEGER NOT NULL, -- programs of the benchmark that were searched for; else 0
    n_unread    INTEGER NOT NULL, -- programs of the benchmark that could not be read
    n_found     INTEGER NOT NULL, -- leaks; for `splits`, groups that are in two splits
    n_marked    INTEGER NOT NULL, -- fixes marked as excluded because of these leaks
    fingerprint TEXT    NOT NULL, -- of the database after the command (db/store_log.h)
    PRIMARY KEY (split_set, subject, name, options)
) STRICT;
CREATE VIEW checks AS
SELECT subject, name, options, n_items, n_programs, n_unread, n_found, n_marked, fingerprint
FROM set_checks
WHERE split_set = coalesce((SELECT split_set FROM split_run), '');

-- The options of `tokfix verify`, which executes the fixes. Each run adds the verdicts that are
-- missing to this table and the next six. They depend neither on the number of threads nor on the
-- runs in which they were added, but on the installed compilers and
-- interpreters (verify_runtimes). Times count as processor time, and what is near a limit is
-- `near_limit`, so that they hardly depend on how busy the machine is (doc/verify.md).
CREATE TABLE verify_run (
    verify_run_key INTEGER PRIMARY KEY CHECK (verify_run_key = 1),
    origins        TEXT    NOT NULL, -- of the executed fixes, separated by commas
    tests          TEXT    NOT NULL CHECK (tests IN ('folders', 'jsonl')),
    tests_name     TEXT    NOT NULL, -- last part of the path of the tests
    originals_name TEXT,             -- last part of the path of the database with the originals of
                                     -- rewrites; NULL: rewrites were not compared
    programs       TEXT    NOT NULL CHECK (programs IN ('fixes', 'dataset')),
                                     -- jurors come from the fixed programs of the fixes, or from
                                     -- all Accepted programs of the dataset
    seed           TEXT    NOT NULL,
    strictness     TEXT    NOT NULL CHECK (strictness IN ('strict', 'medium', 'loose')),
                                     -- the last level of the search
    n_inputs       INTEGER NOT NULL, -- made for a fix at each level, at most
    cpu_seconds    INTEGER NOT NULL, -- of a run, if the tests give no time limit
    has_control    INTEGER NOT NULL, -- 1: pairs of Accepted programs were tried, too
    fixes_sha256   TEXT    NOT NULL  -- of the keys and programs of all fixes of these origins
) STRICT;
CREATE TABLE verify_runtimes (
    runtime    TEXT NOT NULL UNIQUE, -- Python 3, C++
    sort_order INTEGER PRIMARY KEY,  -- by language, then in the order in which they are tried
    language   TEXT NOT NULL,
    version    TEXT                  -- the first line that it prints; NULL: not installed
) STRICT;

-- The problems with executed fixes.
CREATE TABLE verify_problems (
    problem_id       TEXT    NOT NULL,
    language         TEXT    NOT NULL,
    n_tests          INTEGER NOT NULL,
    tests_sha256     TEXT    NOT NULL, -- of names, inputs, outputs, each followed by a zero byte
    time_limit_ms    INTEGER NOT NULL, -- of the problem; a run on a test got twice as much
    match            TEXT    NOT NULL, -- how outputs were compared (verify/checker.h)
    n_accepted       INTEGER NOT NULL, -- programs that could be jurors
    PRIMARY KEY (problem_id, language)
) STRICT, WITHOUT ROWID;

-- The inputs that programs were run on.
CREATE TABLE tests (
    problem_id TEXT NOT NULL,
    test_name  TEXT NOT NULL,       -- `found-` and the id of a fix: found for this fix
    origin     TEXT NOT NULL CHECK (origin IN ('given', 'found')),
    input      TEXT,                -- NULL: it is larger than 64 KiB, or not text
    expected   TEXT,                -- NULL: as with inputs. The output of a found test is that of
                                    -- the fixed program, and all jurors agree with it. For a
                                    -- rewrite, it is that of the original
    PRIMARY KEY (problem_id, test_name)
) STRICT, WITHOUT ROWID;

-- The runs of the programs of fixes on the tests.
CREATE TABLE test_runs (
    submission_key INTEGER NOT NULL REFERENCES submissions ON DELETE CASCADE,
    test_name      TEXT    NOT NULL,
    outcome        TEXT    NOT NULL CHECK (outcome IN ('pass', 'wrong', 'runtime_error',
                                       'compile_error', 'timeout', 'near_limit', 'memory',
                                       'output_limit', 'unsupported')),
                                     -- near_limit: it ended as expected, but near its time limit,
                                     -- or was not run, or not to its end
    detail         TEXT    NOT NULL, -- of an error, its last line; unsupported: the runtime that is
                                     -- missing
    output         TEXT,             -- the first 64 KiB, with U+FFFD for what is not UTF-8; NULL:
                                     -- as expected
    PRIMARY KEY (submission_key, test_name)
) STRICT, WITHOUT ROWID;

CREATE TABLE verdicts (
    fix_key    INTEGER PRIMARY KEY REFERENCES fixes ON DELETE CASCADE,
    verdict    TEXT    NOT NULL CHECK (verdict IN ('reproduced', 'proven', 'weak_tests',
                                   'sample_disagrees', 'fixed_errs', 'near_limit', 'flaky',
                                   'unsupported', 'no_tests', 'equivalent_so_far',
                                   'rewrite_differs')),
    test_name  TEXT,             -- that decided; NULL: none did
    detail     TEXT    NOT NULL, -- the error, or the program that is flaky, near its limit, or
                                 -- differs
    strictness TEXT,             -- level of the found input; NULL: none was found
    n_jurors   INTEGER NOT NULL, -- Accepted programs that could be asked about made inputs; 0: no
                                 -- input made the two programs differ
    n_inputs   INTEGER NOT NULL  -- that were made and tried
) STRICT;

-- The control: pairs of Accepted programs of a problem, in which no bug can be proven.
CREATE TABLE control_pairs (
    problem_id          TEXT    NOT NULL,
    language            TEXT    NOT NULL,
    pair_number         INTEGER NOT NULL, -- from 1
    right_submission_id TEXT    NOT NULL, -- taken for the fixed program
    wrong_submission_id TEXT    NOT NULL, -- taken for the buggy program
    strictness          TEXT,             -- level of the input that "proves" a bug; NULL: none was
                                          -- found
    input               TEXT,             -- NULL: none was found, or it is not text
    PRIMARY KEY (problem_id, language, pair_number)
) STRICT, WITHOUT ROWID;

-- The last run of `tokfix tasks`, which searches git repositories for the solutions of the tasks of
-- a benchmark. It has no part in the fixes. Each run replaces the rows of this table and
-- the next six. The views task_totals, task_evidence and task_details show them.
CREATE TABLE task_run (
    task_run_key INTEGER PRIMARY KEY CHECK (task_run_key = 1),
    tasks        TEXT    NOT NULL, -- last part of the path of the file of tasks; -: standard input
    tasks_sha256 TEXT    NOT NULL, -- of its bytes, unpacked; Parquet: of its rows as JSON lines
    base         TEXT,             -- as in --base: the commit that a patch is for; NULL: each task
                                   -- names its own
    repositories TEXT    NOT NULL, -- last part of the path of the repositories
    files        TEXT,             -- of the folder of plain files; NULL: none was searched
    visible      TEXT    NOT NULL CHECK (visible IN ('clone', 'refs', 'all', 'ancestors')),
                                   -- what could be seen of a repository, as in --visible
    n_damaged    INTEGER NOT NULL, -- repositories with damage, or that cannot be read
    n_unread     INTEGER NOT NULL  -- files and blobs that could not be read
) STRICT;

-- The tasks, in the order of their file. A task has a problem, or it was searched. Its first
-- columns that are NULL for a problem say whether the repository is sealed; the last three, what
-- was found.
CREATE TABLE tasks (
    task_key      INTEGER PRIMARY KEY, -- from 1
    task_id       TEXT    NOT NULL,  -- as in the file; only tasks with a problem repeat one
    line          INTEGER NOT NULL,  -- of the file, on which its row begins
    repository    TEXT,              -- as the problem_id of `tokfix mine --git`; NULL: not found
    base_id       TEXT,              -- commit that the task begins with; NULL: it is missing
    base_date     INTEGER,           -- of the committer, Unix seconds; 0: not a date
    decision      TEXT    NOT NULL CHECK (decision IN ('keep', 'drop', 'review')),
                                     -- drop: the solution is before the base; review: a similar
                                     -- change is, the patch does not apply, or there is a problem
    problem       TEXT,              -- why it was not searched; NULL: it was
    is_sealed     INTEGER,           -- 1: nothing can be seen but the base and its past
    n_after       INTEGER,           -- commits that can be seen: descendants of the base,
    n_side        INTEGER,           -- neither descendants nor ancestors,
    n_unreachable INTEGER,           -- and those that no name leads to
    n_names       INTEGER,           -- names that lead to such commits
    n_blobs       INTEGER,           -- blobs that can be seen, and are not of the base's past;
                                     -- NULL: not counted, because there are commits, or not all
                                     -- can be seen
    applies       INTEGER,           -- 1: the base has the lines that the patch begins with
    off           TEXT,              -- kinds of evidence that were not searched for, because they
                                     -- would find the base itself, separated by commas; '': none
    same_task_key INTEGER REFERENCES tasks, -- an earlier task of the repository with the same fix
    CHECK (iif(problem IS NULL,
               repository IS NOT NULL AND base_id IS NOT NULL AND base_date IS NOT NULL
                   AND is_sealed IS NOT NULL AND n_after IS NOT NULL AND n_side IS NOT NULL
                   AND n_unreachable IS NOT NULL AND n_names IS NOT NULL,
               coalesce(is_sealed, n_after, n_side, n_unreachable, n_names, n_blobs, applies, off,
                        same_task_key) IS NULL)
           AND (applies IS NULL) = (off IS NULL) AND same_task_key < task_key)
) STRICT;
CREATE INDEX tasks_by_same_task ON tasks (same_task_key);

-- Where the commits are seen that are not the base or in its past: `none` for those that no name
-- leads to. A commit may be seen in several places.
CREATE TABLE task_places (
    task_key  INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
    place     TEXT    NOT NULL CHECK (place IN ('branch', 'remote', 'tag', 'pull', 'stash', 'notes',
                                      'other', 'worktree', 'reflog', 'pseudo-ref', 'none')),
    n_commits INTEGER NOT NULL,
    PRIMARY KEY (task_key, place)
) STRICT, WITHOUT ROWID;

-- The first few names that lead to such commits: references, entries of reflogs, pseudo-refs.
CREATE TABLE task_names (
    task_key    INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
    name_number INTEGER NOT NULL, -- from 1
    name        TEXT    NOT NULL,
    PRIMARY KEY (task_key, name_number)
) STRICT, WITHOUT ROWID;

-- Commits that have to do with the solution of a task. Of a task, those before the base come first,
-- then those with the strongest evidence.
CREATE TABLE task_findings (
    finding_key INTEGER PRIMARY KEY,
    task_key    INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
    commit_id   TEXT    NOT NULL,
    evidence    TEXT    NOT NULL CHECK (evidence IN ('exact', 'contained', 'revert', 'solved',
                                        'similar')),
                                  -- exact: the commit changes the lines of the gold patch;
                                  -- contained: and others; revert: it undoes the patch; solved: its
                                  -- tree has the solution, and that of its first parent does not;
                                  -- similar: it makes a similar change
    is_solved   INTEGER NOT NULL, -- 1: `solved`, whatever the evidence is
    similarity  REAL    NOT NULL, -- from 0 to 1; 1, except of `similar`
    relation    TEXT    NOT NULL CHECK (relation IN ('before', 'after', 'side', 'unreachable')),
                                  -- of the commit to the base, as in `tasks`; before: an ancestor
    role        TEXT    CHECK (role IN ('own pull request', 'merge of the fix', 'backport',
                               'other branch', 'earlier fix')), -- NULL: unknown
    distance    INTEGER NOT NULL, -- commits between the two: in the past of the later one, and not
                                  -- of the other; of two sides, in the past of the commit
    date        INTEGER NOT NULL, -- of the committer, Unix seconds; 0: not a date
    subject     TEXT    NOT NULL, -- first line of the message
    places      TEXT    NOT NULL, -- as in task_places, separated by commas; '': none
    n_names     INTEGER NOT NULL, -- names that lead to it
    UNIQUE (task_key, commit_id)
) STRICT;

-- The first few names that lead to such a commit.
CREATE TABLE task_finding_names (
    finding_key INTEGER NOT NULL REFERENCES task_findings ON DELETE CASCADE,
    name_number INTEGER NOT NULL, -- from 1
    name        TEXT    NOT NULL,
    PRIMARY KEY (finding_key, name_number)
) STRICT, WITHOUT ROWID;

-- Texts outside of all commits that have the solution of a file of the gold patch.
CREATE TABLE task_texts (
    task_key    INTEGER NOT NULL REFERENCES tasks ON DELETE CASCADE,
    text_number INTEGER NOT NULL, -- from 1
    kind        TEXT    NOT NULL CHECK (kind IN ('blob', 'file')),
                                  -- blob: of the repository, in no tree; file: of --files
    name        TEXT    NOT NULL, -- id of the blob, or path of the file below the folder
    path        TEXT    NOT NULL, -- of the gold's file; U+FFFD for bytes that are not UTF-8
    PRIMARY KEY (task_key, text_number)
) STRICT, WITHOUT ROWID;

-- The languages of run_languages with submissions; all, if none has any.
CREATE VIEW found_languages AS
SELECT * FROM run_languages
WHERE language IN (SELECT language FROM problem_languages)
    OR NOT EXISTS (SELECT 1 FROM problem_languages)
ORDER BY sort_order;

-- Each run with the languages of all runs that have submissions. Several languages are lists,
-- separated by commas.
CREATE VIEW run_details AS
WITH ordered AS (SELECT * FROM found_languages)
SELECT run.*, group_concat(language) AS language, group_concat(grammar) AS grammar,
       group_concat(grammar_version) AS grammar_version,
       CASE count(*) WHEN 1 THEN max(grammar_abi) ELSE group_concat(grammar_abi) END AS grammar_abi
FROM run CROSS JOIN ordered GROUP BY run_key;

-- What was read of each problem in each dataset, once, although several runs have read the same
-- dataset, each other languages. Rows of two datasets of one judge may be the same submissions, and
-- count in both.
CREATE VIEW problem_rows AS
SELECT problem_id, p.run_key, n_rows, n_unusable,
       max(n_other_languages - (
           SELECT coalesce(sum(n_submissions), 0)
           FROM problem_languages l JOIN run o USING (run_key)
           WHERE l.problem_id = p.problem_id AND o.run_key > p.run_key AND o.source = r.source
               AND o.listing_sha256 = r.listing_sha256), 0) AS n_other_languages
FROM problem_runs p JOIN run r USING (run_key)
WHERE NOT EXISTS (
    SELECT 1 FROM run o JOIN problem_runs q USING (run_key)
    WHERE o.run_key < p.run_key AND o.source = r.source AND o.listing_sha256 = r.listing_sha256
        AND q.problem_id = p.problem_id);

-- The counts of the run, summed over its languages.
CREATE VIEW run_totals AS
SELECT min(sort_order) AS sort_order, name, sum(n) AS n FROM run_counts GROUP BY name;

-- The counts of each problem, summed over its languages and runs. What two runs counted, of two
-- datasets of one judge, is counted twice.
CREATE VIEW problem_totals AS
SELECT problem_id, name, contest, coalesce(sum(n_submissions), 0) AS n_submissions,
       coalesce(sum(n_histories), 0) AS n_histories, coalesce(sum(n_pairs), 0) AS n_pairs,
       coalesce(sum(n_fixes), 0) AS n_fixes
FROM problems LEFT JOIN problem_languages USING (problem_id) GROUP BY problem_id;

-- The source of each problem: the data set that it is from; of several, the first by name. All git
-- repositories are one source, because each is a problem, and a run often has only one.
CREATE VIEW problem_sources AS
SELECT problem_id, min(iif(source = 'git', 'git', coalesce(dataset, source))) AS source
FROM problem_runs JOIN run USING (run_key) GROUP BY problem_id;

-- The split and the marks of each fix. A `duplicate` is in an exact cluster and is not its
-- representative. A fix is conflicting if it is in `conflicts` or in `accepted_bugs`.
CREATE VIEW fix_marks AS
SELECT f.fix_key,
       s.split,
       d.representative_fix_key IS NOT NULL AND d.representative_fix_key <> f.fix_key
           AS is_duplicate,
       c.first_fix_key IS NOT NULL OR a.submission_id IS NOT NULL AS is_conflicting,
       EXISTS (SELECT 1 FROM exclusions e WHERE e.fix_key = f.fix_key) AS is_excluded
FROM fixes f
LEFT JOIN splits s USING (fix_key)
LEFT JOIN duplicate_clusters d ON d.fix_key = f.fix_key AND d.kind = 'exact'
LEFT JOIN conflicts c ON c.fix_key = f.fix_key
LEFT JOIN accepted_bugs a ON a.fix_key = f.fix_key;

-- The fixes that exports take by default, as far as the region decides.
CREATE VIEW taken_fixes AS
SELECT fix_key FROM fixes JOIN regions USING (region) WHERE is_taken;

-- The fixes of each split; n_left of them are taken and have no mark, and `tokfix export --category
-- all` writes these. A fix with several marks is counted in each column. The split is NULL for
-- fixes without one.
CREATE VIEW split_sizes AS
SELECT split, origin, count(*) AS n_fixes,
       sum(t.fix_key IS NOT NULL AND NOT (is_excluded OR is_duplicate OR is_conflicting)) AS n_left,
       sum(is_excluded) AS n_excluded, sum(is_duplicate) AS n_duplicate,
       sum(is_conflicting) AS n_conflicting, sum(t.fix_key IS NULL) AS n_not_taken
FROM fixes JOIN fix_marks USING (fix_key) LEFT JOIN taken_fixes t USING (fix_key)
GROUP BY split, origin
ORDER BY split IS NULL, split = 'test', split = 'validation', length(split), split, origin DESC;

-- The file of each fix of a git repository after its commit; of a mutant or a rewrite, that of the
-- version that it was made from.
CREATE VIEW fix_files AS
SELECT f.fix_key, o.path, o.is_test, o.license, c.commit_id
FROM fixes f
JOIN submissions a ON a.submission_key = f.fixed_submission_key
JOIN submissions m ON m.problem_id = a.problem_id
    AND m.submission_id = substr(a.submission_id, 1, instr(a.submission_id || '~', '~') - 1)
JOIN file_versions o ON o.submission_key = m.submission_key
JOIN commits c ON c.commit_key = o.commit_key;

-- Everything about a fix in one row, for people and for --where. No column is NULL: a name that is
-- missing is 'none', another text '', a number 0. A subquery is only evaluated for a query that
-- names its column. What is said about a file and its commit is '', 'none' or 0 for fixes that are
-- not of a git repository.
CREATE VIEW fix_details AS
SELECT f.fix_key,
       -- PROBLEM-BUGGY-FIXED, or PROBLEM-FIXED if the two have one name (db/fix_names.h)
       b.problem_id || '-' || iif(b.submission_id = 'before-' || a.submission_id, '',
                                  b.submission_id || '-') || a.submission_id AS fix_id,
       b.problem_id,
       coalesce((SELECT contest FROM problems p WHERE p.problem_id = b.problem_id), '') AS contest,
       coalesce((SELECT r.source FROM problems p JOIN run r USING (run_key)
                 WHERE p.problem_id = b.problem_id), '') AS source,
       b.user_id, -- git: of the author of the commit
       b.language, b.original_language, coalesce(f.dialect, 'none') AS dialect,
       b.submission_id AS buggy_submission_id, a.submission_id AS fixed_submission_id,
       coalesce(b.status, '') AS buggy_status, coalesce(a.status, '') AS fixed_status,
       b.judged, -- what buggy_status means
       b.date AS buggy_date, a.date AS fixed_date, -- Unix seconds
       coalesce(date(nullif(b.date, 0), 'unixepoch'), '') AS buggy_day, -- UTC: 2020-01-31
       coalesce(date(nullif(a.date, 0), 'unixepoch'), '') AS fixed_day,
       coalesce((SELECT r.problem_id FROM repositories r WHERE r.problem_id = b.problem_id), '')
           AS repository,
       coalesce((SELECT o.path FROM fix_files o WHERE o.fix_key = f.fix_key), '') AS path,
       coalesce((SELECT o.is_test FROM fix_files o WHERE o.fix_key = f.fix_key), 0) AS is_test,
       coalesce((SELECT o.license FROM fix_files o WHERE o.fix_key = f.fix_key), '') AS license,
       coalesce((SELECT o.commit_id FROM fix_files o WHERE o.fix_key = f.fix_key), '')
           AS commit_id,
       f.origin, f.edit, f.category, f.pattern, coalesce(f.role, 'none') AS role, f.region,
       f.before, f.after, coalesce(f.before_kind, 'none') AS before_kind,
       coalesce(f.after_kind, 'none') AS after_kind,
       f.line, f.column, f.start_byte, f.end_byte, f.token_index, f.token_end_byte, f.n_tokens,
       f.fixed_line, f.fixed_column, f.fixed_start_byte, f.fixed_end_byte,
       f.fixed_token_index, f.fixed_n_tokens,
       coalesce(f.function, '') AS function,
       -- of the function around the edit in git, of the program elsewhere: what --max-tokens counts
       coalesce(f.part_n_tokens, f.n_tokens) AS function_tokens,
       f.repair_in_program, f.in_scope, f.parses, f.verdict_in_comment,
       coalesce((SELECT s.split FROM splits s WHERE s.fix_key = f.fix_key), 'none') AS split,
       EXISTS (SELECT 1 FROM duplicate_clusters d WHERE d.fix_key = f.fix_key AND d.kind = 'exact'
               AND d.representative_fix_key <> f.fix_key) AS is_duplicate,
       EXISTS (SELECT 1 FROM conflicts d WHERE d.fix_key = f.fix_key)
           OR EXISTS (SELECT 1 FROM accepted_bugs d WHERE d.fix_key = f.fix_key) AS is_conflicting,
       EXISTS (SELECT 1 FROM exclusions d WHERE d.fix_key = f.fix_key) AS is_excluded,
       -- of `tokfix verify`
       coalesce((SELECT v.verdict FROM verdicts v WHERE v.fix_key = f.fix_key), 'none') AS verdict,
       (SELECT code FROM sources p WHERE p.source_key = b.source_key) AS buggy_code,
       (SELECT code FROM sources p WHERE p.source_key = a.source_key) AS fixed_code
FROM fixes f
JOIN submissions b ON b.submission_key = f.buggy_submission_key
JOIN submissions a ON a.submission_key = f.fixed_submission_key;

-- Where each fix of a git repository comes from. A mutant comes from the file that it was made of,
-- and has no buggy_blob.
CREATE VIEW fix_provenance AS
SELECT f.fix_key, r.problem_id AS repository, r.url, c.commit_id, c.parent_id, a.path,
       b.blob_id AS buggy_blob, a.blob_id AS fixed_blob, c.author_id, c.author_date, c.commit_date,
       c.subject, c.keyword, c.sweep_size, c.n_pairs AS commit_pairs,
       a.is_test,
       f.function, f.function_line, f.function_end_line, a.license, a.license_evidence
FROM fixes f
JOIN file_versions a ON a.submission_key = f.fixed_submission_key
LEFT JOIN file_versions b ON b.submission_key = f.buggy_submission_key
JOIN commits c ON c.commit_key = a.commit_key
JOIN repositories r ON r.problem_id = c.problem_id;

-- The tests that show a bug: the output that was expected, and what the buggy program did.
CREATE VIEW bug_evidence AS
SELECT v.fix_key, v.verdict, v.test_name, t.origin, t.input, t.expected, r.outcome AS buggy_outcome,
       r.detail AS buggy_detail, r.output AS buggy_output, v.n_jurors
FROM verdicts v
JOIN fixes f USING (fix_key)
JOIN submissions b ON b.submission_key = f.buggy_submission_key
JOIN tests t ON t.problem_id = b.problem_id AND t.test_name = v.test_name
JOIN test_runs r ON r.submission_key = b.submission_key AND r.test_name = v.test_name
WHERE v.verdict IN ('reproduced', 'proven');

-- The fixes that the views below count: the real ones, or all fixes if there are no real ones.
CREATE VIEW counted_fixes AS
SELECT * FROM fixes
WHERE origin = 'real' OR NOT EXISTS (SELECT 1 FROM fixes WHERE origin = 'real');

-- Ancestry: the fixes in splits whose relatives are in other splits, once for each kind. Relatives
-- are the fixes of one history (a user's submissions to a problem), and those of one cluster of
-- near duplicates. Held out are those in the greatest split of their relatives, in the order train,
-- validation, test, and all fixes in folds; the others leak.
CREATE VIEW relatives AS
WITH placed AS MATERIALIZED (
    SELECT fix_key, split, part FROM splits JOIN split_parts USING (split)
    WHERE fix_key NOT IN (SELECT fix_key FROM exclusions)),
kin AS (
    SELECT 'history' AS kind, problem_id, user_id AS kin, fix_key, split, part
    FROM placed JOIN fixes USING (fix_key)
    JOIN submissions ON submission_key = buggy_submission_key WHERE user_id <> ''
    UNION ALL
    SELECT 'duplicate', '', representative_fix_key, fix_key, split, part
    FROM placed JOIN duplicate_clusters USING (fix_key) WHERE kind = 'near'),
torn AS MATERIALIZED (
    SELECT kind, problem_id, kin, max(part) AS greatest
    FROM kin GROUP BY kind, problem_id, kin HAVING min(part) < max(part)),
members AS MATERIALIZED (
    SELECT k.*, greatest,
           dense_rank() OVER (ORDER BY f.origin <> 'real', a.date, b.date, fix_key) AS place
    FROM torn JOIN kin k USING (kind, problem_id, kin) JOIN fixes f USING (fix_key)
    JOIN submissions b ON b.submission_key = f.buggy_submission_key
    JOIN submissions a ON a.submission_key = f.fixed_submission_key),
sides AS MATERIALIZED ( -- the other columns are those of the first member
    SELECT kind, problem_id, kin, part, split, fix_key, count(*) AS n, min(place) AS place
    FROM members GROUP BY kind, problem_id, kin, part)
SELECT m.fix_key, m.place, m.split, m.kind,
       m.part = m.greatest OR m.split LIKE 'fold%' AS is_held_out,
       sum(o.n) AS n_relatives, -- of the greatest split for a fix that leaks, else of all others
       min(o.place) AS relative_place, o.fix_key AS relative_fix_key, o.split AS relative_split
FROM members m JOIN sides o USING (kind, problem_id, kin)
WHERE o.part <> m.part AND (m.greatest IN (m.part, o.part) OR m.split LIKE 'fold%')
GROUP BY m.kind, m.fix_key;

-- Clusters of duplicates with two or more counted fixes.
CREATE VIEW counted_clusters AS
SELECT kind, representative_fix_key, count(*) AS n_fixes,
       count(DISTINCT problem_id) AS n_problems, count(DISTINCT nullif(user_id, '')) AS n_users
FROM duplicate_clusters JOIN counted_fixes USING (fix_key)
JOIN submissions ON submission_key = buggy_submission_key
GROUP BY kind, representative_fix_key HAVING n_fixes > 1;

-- The same clusters by kind. All fixes of a cluster except one are redundant. The percentage is of
-- all counted fixes.
CREATE VIEW duplicate_kinds AS
WITH kinds (sort_order, kind) AS (VALUES (1, 'exact'), (2, 'renamed'), (3, 'near'), (4, 'patch')),
     sums AS (SELECT sort_order, kind, count(n_fixes) AS n_clusters,
                     coalesce(sum(n_fixes), 0) AS n_fixes, coalesce(max(n_fixes), 0) AS n_largest
              FROM kinds LEFT JOIN counted_clusters USING (kind) GROUP BY kind)
SELECT kind, n_clusters, n_fixes, n_fixes - n_clusters AS n_redundant,
       round(100.0 * (n_fixes - n_clusters) / max((SELECT count(*) FROM counted_fixes), 1), 2)
           AS percent,
       n_largest
FROM sums ORDER BY sort_order;

-- Buggy programs with two or more different fixes among the counted ones. Exact duplicates count
-- as one fix.
CREATE VIEW conflicting_programs AS
SELECT first_fix_key, count(*) AS n_fixes
FROM conflicts JOIN counted_fixes USING (fix_key)
LEFT JOIN duplicate_clusters d ON d.fix_key = conflicts.fix_key AND d.kind = 'exact'
GROUP BY first_fix_key
HAVING count(DISTINCT coalesce(d.representative_fix_key, conflicts.fix_key)) > 1;

-- Fixes by category: all, those that are taken, and of both those in short programs or functions
-- (at most 1,024 tokens). The percentages are of the six categories together.
CREATE VIEW bug_types AS
WITH counted AS (
    SELECT category, fix_key IN (SELECT fix_key FROM taken_fixes) AS is_taken,
           coalesce(part_n_tokens, n_tokens) <= 1024 AS is_short
    FROM counted_fixes),
     sums AS (
    SELECT c.*, count(f.category) AS n, count(*) FILTER (WHERE is_taken) AS taken,
           count(*) FILTER (WHERE is_short) AS short,
           count(*) FILTER (WHERE is_short AND is_taken) AS taken_short
    FROM categories c LEFT JOIN counted f USING (category) GROUP BY category)
SELECT category,
       n AS n_fixes, iif(in_thesis, round(100.0 * n
           / nullif(sum(n * in_thesis) OVER (), 0), 2), NULL) AS percent,
       taken AS n_taken, iif(in_thesis, round(100.0 * taken
           / nullif(sum(taken * in_thesis) OVER (), 0), 2), NULL) AS taken_percent,
       short AS n_short, iif(in_thesis, round(100.0 * short
           / nullif(sum(short * in_thesis) OVER (), 0), 2), NULL) AS short_percent,
       taken_short AS n_taken_short, iif(in_thesis, round(100.0 * taken_short
           / nullif(sum(taken_short * in_thesis) OVER (), 0), 2), NULL) AS taken_short_percent
FROM sums ORDER BY sort_order;

-- Mutants by category.
CREATE VIEW mutant_types AS
SELECT c.category, count(f.fix_key) AS n_fixes,
       CASE WHEN c.in_thesis THEN
           round(100.0 * count(f.fix_key) / nullif((SELECT count(*) FROM fixes
                 JOIN categories USING (category) WHERE in_thesis AND origin = 'mutant'), 0), 2)
           END AS percent
FROM categories c LEFT JOIN fixes f ON f.category = c.category AND f.origin = 'mutant'
GROUP BY c.category ORDER BY c.sort_order;

-- Submissions per history, 1 to 20 and 21+. The percentage is of all histories.
CREATE VIEW submissions_per_history AS
WITH RECURSIVE size (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM size WHERE n < 21),
     counted AS (SELECT n, (SELECT coalesce(sum(n_histories), 0) FROM history_sizes h
                            WHERE min(h.n_submissions, 21) = size.n) AS n_histories FROM size)
SELECT CASE WHEN n = 21 THEN '21+' ELSE CAST(n AS TEXT) END AS n_submissions, n_histories,
       round(100.0 * n_histories / nullif(sum(n_histories) OVER (), 0), 2) AS percent
FROM counted ORDER BY n;

-- From files to fixes: the counts of the run, the rejected pairs by reason, the fixes that further
-- runs found again, if there are any, and the fixes. The counts of several runs are sums: rows of
-- one dataset that several runs have read are counted once (problem_rows), submissions and pairs in
-- each run.
CREATE VIEW funnel AS
SELECT name, n FROM (
    SELECT 1 AS part, sort_order, name, n FROM run_totals
    UNION ALL
    SELECT 2, sort_order, 'rejected: ' || reason, coalesce(sum(n_pairs), 0)
    FROM reject_reasons LEFT JOIN rejects USING (reason)
    WHERE NOT is_of_git OR EXISTS (SELECT 1 FROM repositories) GROUP BY reason
    UNION ALL
    SELECT 3, 0, 'found again in another run', n FROM (
        SELECT (SELECT coalesce(sum(n_fixes), 0) FROM problem_languages)
               - (SELECT count(*) FROM fixes WHERE origin = 'real') AS n
        WHERE (SELECT count(*) FROM run) > 1 AND EXISTS (
            SELECT 1 FROM fixes WHERE origin = 'real')) WHERE n > 0
    UNION ALL
    SELECT 3, 1, 'single-token fixes', count(*) FROM fixes WHERE origin = 'real'
    UNION ALL
    SELECT 3, 2, 'single-token fixes in the six categories', count(*)
    FROM fixes JOIN categories USING (category) WHERE in_thesis AND origin = 'real'
) ORDER BY part, sort_order, name;

-- Verdicts before and after the fix, by category. '': no verdict.
CREATE VIEW status_transitions AS
SELECT p.category, p.buggy_status, p.fixed_status, count(*) AS n_fixes
FROM fix_details p JOIN categories c USING (category)
JOIN counted_fixes f ON f.fix_key = p.fix_key
GROUP BY p.category, p.buggy_status, p.fixed_status
ORDER BY c.sort_order, n_fixes DESC, p.buggy_status;

-- Edits, the most frequent first.
CREATE VIEW frequent_edits AS
SELECT category, edit, before, after, count(*) AS n_fixes
FROM counted_fixes GROUP BY category, edit, before, after
ORDER BY n_fixes DESC, category, before, after;

CREATE VIEW patterns AS
SELECT pattern, count(*) AS n_fixes,
       round(100.0 * count(*) / (SELECT count(*) FROM counted_fixes), 2) AS percent
FROM counted_fixes GROUP BY pattern ORDER BY n_fixes DESC, pattern;

-- The tasks of the last `tokfix tasks`: how many were searched, sealed, and have a solution
-- that is not only similar, in all and before the base; and how many were kept, dropped, and left
-- for a review.
CREATE VIEW task_totals AS
SELECT count(*) AS n_tasks, count(is_sealed) AS n_searched, coalesce(sum(is_sealed), 0) AS n_sealed,
       count(*) FILTER (
           WHERE task_key IN (SELECT task_key FROM task_findings WHERE evidence <> 'similar')
               OR task_key IN (SELECT task_key FROM task_texts)) AS n_found,
       count(*) FILTER (
           WHERE task_key IN (SELECT task_key FROM task_findings WHERE relation = 'before'
                              AND evidence IN ('exact', 'contained', 'solved'))) AS n_before,
       count(*) FILTER (WHERE decision = 'keep') AS n_keep,
       count(*) FILTER (WHERE decision = 'drop') AS n_drop,
       count(*) FILTER (WHERE decision = 'review') AS n_review
FROM tasks;

-- Everything about a commit that has to do with the solution of a task, and the task, in one row.
CREATE VIEW task_details AS
SELECT t.task_key, t.task_id, t.repository, t.base_id, t.base_date, t.decision,
       f.commit_id, f.evidence, f.is_solved, f.similarity, f.relation, f.role, f.distance, f.date,
       f.subject, f.places,
       (SELECT group_concat(name, ' ') FROM (SELECT name FROM task_finding_names n
            WHERE n.finding_key = f.finding_key ORDER BY name_number)) AS names,
       f.n_names
FROM task_findings f JOIN tasks t USING (task_key) ORDER BY f.finding_key;

-- The tasks with each kind of evidence, in all and by the relation of a commit to the base.
CREATE VIEW task_evidence AS
WITH kinds (sort_order, evidence) AS (
    VALUES (1, 'exact'), (2, 'contained'), (3, 'revert'), (4, 'solved'), (5, 'similar'))
SELECT evidence, count(DISTINCT task_key) AS n_tasks,
       count(DISTINCT task_key) FILTER (WHERE relation = 'before') AS n_before,
       count(DISTINCT task_key) FILTER (WHERE relation = 'after') AS n_after,
       count(DISTINCT task_key) FILTER (WHERE relation = 'side') AS n_side,
       count(DISTINCT task_key) FILTER (WHERE relation = 'unreachable') AS n_unreachable
FROM kinds LEFT JOIN task_findings USING (evidence) GROUP BY sort_order ORDER BY sort_order;
