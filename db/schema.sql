-- The tokfix store, schema version 7: one run of `tokfix mine` over one dataset, or over a shard of it.
--
-- Bytes are counted from 0 with exclusive ends; lines from 1; columns from 0 in code points;
-- tokens from 0. A source is stored without a byte order mark, and all places refer to it so.
-- Nothing in here depends on the time of the run, the machine or the number of threads.

-- How the rest was made. One row, there from the start; while the run is unfinished, its last two
-- columns are NULL.
CREATE TABLE run (
    run_id          INTEGER PRIMARY KEY CHECK (run_id = 1),
    tool_version    TEXT    NOT NULL,  -- of tokfix
    language        TEXT    NOT NULL,  -- as in --language
    grammar         TEXT    NOT NULL,  -- npm package of the tree-sitter grammar
    grammar_version TEXT    NOT NULL,
    grammar_abi     INTEGER NOT NULL,
    pairing         TEXT    NOT NULL CHECK (pairing IN ('all', 'next', 'adjacent')),
    failing         TEXT    NOT NULL CHECK (failing IN ('judged', 'all')), -- all: every status but
                                       -- Accepted; judged: those of the class failing
    max_tokens      INTEGER CHECK (max_tokens > 0), -- of a program; NULL: no limit
    max_bytes       INTEGER NOT NULL,
    max_pairs       INTEGER NOT NULL,  -- of one history that are compared
    shard           INTEGER NOT NULL,  -- of n_shards, from 1: its problems are those for which the
    n_shards        INTEGER NOT NULL,  -- first 8 digits of sha256(problem_id) are shard - 1 modulo it
    n_listed        INTEGER NOT NULL,  -- problems of the dataset that have metadata, in all shards
    listing_sha256  TEXT    NOT NULL,  -- of the lines "<bytes of a metadata file>  <its name>\n"
    problem_list_sha256 TEXT,          -- of problem_list.csv; NULL: there is none
    source          TEXT    NOT NULL,  -- what the dataset is: codenet, a Project CodeNet tree
    metadata        TEXT,              -- last part of what --metadata named; NULL: not given
    dataset         TEXT,              -- last part of the dataset's path
    metadata_sha256 TEXT,              -- of the lines "<sha256 of a metadata file>  <its name>\n"
    CHECK (shard BETWEEN 1 AND n_shards AND (dataset IS NULL) = (metadata_sha256 IS NULL))
) STRICT;

-- The categories in the order of the tables that show them.
CREATE TABLE categories (
    category  TEXT    PRIMARY KEY,
    position  INTEGER NOT NULL UNIQUE,
    is_bug    INTEGER NOT NULL         -- 1: one of the thesis's six; 0: single-token, but other
) STRICT;
INSERT INTO categories VALUES
    ('variable_misuse', 1, 1), ('binary_operator', 2, 1), ('comparison_operator', 3, 1),
    ('logical_operator', 4, 1), ('assignment_operator', 5, 1), ('literal', 6, 1), ('other', 7, 0);

-- Why a pair is not a fix; a pair has the first reason that is found: counting the pairs of the
-- history, reading both sides, comparing their texts, parsing both, comparing their tokens.
CREATE TABLE reject_reasons (
    reason   TEXT    PRIMARY KEY,
    position INTEGER NOT NULL UNIQUE
) STRICT;
INSERT INTO reject_reasons VALUES
    ('too_many_pairs', 1), ('unreadable', 2), ('too_large', 3), ('encoding', 4), ('identical', 5),
    ('multi_token', 6), ('syntax_error', 7), ('too_many_tokens', 8);

CREATE TABLE problems (
    problem_id        TEXT    PRIMARY KEY,
    name              TEXT,             -- from problem_list.csv; NULL when it has none
    contest           TEXT,             -- its column `dataset`: AIZU, AtCoder
    n_submissions     INTEGER NOT NULL, -- well-formed rows in the run's language
    n_histories       INTEGER NOT NULL, -- users with at least one of them
    n_pairs           INTEGER NOT NULL,
    n_fixes           INTEGER NOT NULL,
    metadata_sha256   TEXT,             -- of its metadata file; NULL: it could not be read
    n_rows            INTEGER NOT NULL, -- of that file, without the header
    n_unusable        INTEGER NOT NULL, -- of these
    n_other_languages INTEGER NOT NULL, -- of these
    n_compared        INTEGER NOT NULL, -- submissions that take part in a pair
    n_unparsed_single INTEGER NOT NULL, -- pairs rejected as syntax_error whose tokens differ in a
                                        -- single edit; a tokenizer does not need a parse
    n_undecided_pairs INTEGER NOT NULL, -- pairs whose earlier side is undecided: if run.failing is
                                        -- all, part of n_pairs; else counted beside them
    n_undecided_fixes INTEGER NOT NULL  -- of these, single-token fixes in the six categories
) STRICT;

-- The numbers of each problem, of which those of the run are the sums (rejects, statuses, history_sizes).
-- In the tables of counts a failing side without a status has the status ''.
CREATE TABLE problem_rejects (
    problem_id TEXT    NOT NULL REFERENCES problems,
    reason     TEXT    NOT NULL REFERENCES reject_reasons,
    status     TEXT    NOT NULL,
    n_pairs    INTEGER NOT NULL,
    PRIMARY KEY (problem_id, reason, status)
) STRICT, WITHOUT ROWID;
CREATE TABLE problem_statuses (
    problem_id    TEXT    NOT NULL REFERENCES problems,
    status        TEXT    NOT NULL,
    class         TEXT    NOT NULL CHECK (class IN ('accepted', 'failing', 'undecided')),
    n_submissions INTEGER NOT NULL,
    PRIMARY KEY (problem_id, status)
) STRICT, WITHOUT ROWID;
CREATE TABLE problem_history_sizes (
    problem_id    TEXT    NOT NULL REFERENCES problems,
    n_submissions INTEGER NOT NULL,
    n_histories   INTEGER NOT NULL,
    PRIMARY KEY (problem_id, n_submissions)
) STRICT, WITHOUT ROWID;

-- What the dataset itself tells about problems that are one problem under several ids: those of one
-- cluster, and those whose descriptions are equal. Both are empty for a dataset that tells nothing.
CREATE TABLE identical_problems (      -- lines of derived/duplicates/identical_problem_clusters
    cluster    INTEGER NOT NULL,       -- line of the file, from 1
    problem_id TEXT NOT NULL,          -- as in the file: it need not stand in `problems`
    PRIMARY KEY (cluster, problem_id)
) STRICT;

-- From problem_descriptions/<problem_id>.html, for rows of `problems`.
CREATE TABLE problem_descriptions (
    problem_id TEXT PRIMARY KEY,
    sha256     TEXT NOT NULL           -- of the description, white space folded; none for an empty one
) STRICT;

-- Programs that take part in a fix, once per content.
CREATE TABLE sources (
    source_id INTEGER PRIMARY KEY,
    sha256    TEXT    NOT NULL UNIQUE, -- of `code`
    n_bytes   INTEGER NOT NULL,
    n_tokens  INTEGER NOT NULL,
    code      TEXT    NOT NULL         -- UTF-8, line ends as submitted, no byte order mark
) STRICT;

-- Submissions that take part in a fix. What tokfix made of one stands here too, as if it were one: the
-- id of the submission with `~mutant1`, `~rename`, ... behind, and the status 'Mutant' for a mutant.
CREATE TABLE submissions (
    submission_key    INTEGER PRIMARY KEY,
    problem_id        TEXT    NOT NULL REFERENCES problems,
    submission_id     TEXT    NOT NULL,
    user_id           TEXT    NOT NULL,
    date              INTEGER NOT NULL, -- Unix seconds
    original_language TEXT    NOT NULL,
    status            TEXT,             -- the judge's verdict; NULL: nobody judged it
    source_id         INTEGER NOT NULL REFERENCES sources,
    UNIQUE (problem_id, submission_id)
) STRICT;
CREATE INDEX submissions_by_source ON submissions (source_id);

-- Single-token fixes: a failing submission, a later Accepted one, and the edit between them. Those of
-- `tokfix mine` are real. A mutant is what `tokfix mutate` made of an Accepted submission; a rewrite is a
-- fix of which `tokfix rewrite` wrote both programs otherwise, with the same meaning.
CREATE TABLE fixes (
    fix_id            INTEGER PRIMARY KEY,
    origin            TEXT    NOT NULL CHECK (origin IN ('real', 'mutant', 'rewrite')),
    buggy             INTEGER NOT NULL REFERENCES submissions,
    fixed             INTEGER NOT NULL REFERENCES submissions,
    edit              TEXT    NOT NULL CHECK (edit IN ('replace', 'insert', 'delete', 'swap')),
                                        -- swap, of mutants only: two arguments of a call are
                                        -- exchanged; before and after are what stands from the
                                        -- first one to the second
    category          TEXT    NOT NULL REFERENCES categories,
    pattern           TEXT    NOT NULL, -- SStuB pattern
    role              TEXT,             -- of the changed identifier; NULL when it is none
    before_kind       TEXT,             -- kind of the changed token: the role of an identifier;
    after_kind        TEXT,             -- integer, float, boolean, null or string; the category of an
                                        -- operator. NULL: nothing of these, or no token
    before            TEXT    NOT NULL, -- changed token in the buggy program; '' for insert; `not in`
                                        -- and `is not` with one space, however they are spaced
    after             TEXT    NOT NULL, -- changed token in the fixed program; '' for delete
    start_byte        INTEGER NOT NULL, -- in the buggy program; insert: where the token goes
    end_byte          INTEGER NOT NULL,
    line              INTEGER NOT NULL,
    column            INTEGER NOT NULL,
    token_index       INTEGER NOT NULL,
    token_end_byte    INTEGER NOT NULL, -- end of the token there; differs from end_byte for insert
    n_tokens          INTEGER NOT NULL, -- of the buggy program, layout tokens included
    fixed_start_byte  INTEGER NOT NULL, -- the same in the fixed program; delete: where it was
    fixed_end_byte    INTEGER NOT NULL,
    fixed_line        INTEGER NOT NULL,
    fixed_column      INTEGER NOT NULL,
    fixed_token_index INTEGER NOT NULL,
    fixed_n_tokens    INTEGER NOT NULL,
    repair_in_program INTEGER NOT NULL, -- 1: `after` is also a token elsewhere in the buggy program
    in_scope          INTEGER NOT NULL, -- 1: a real variable misuse, and the buggy program binds both
                                        -- names in scopes that are visible at the token; else 0
    dialect           TEXT,             -- Python: 2, 3 or both
    UNIQUE (buggy, fixed)
) STRICT;
CREATE INDEX fixes_by_category ON fixes (category);

-- Pairs that are no fix, by reason and by the failing submission's status.
CREATE TABLE rejects (
    reason  TEXT    NOT NULL REFERENCES reject_reasons,
    status  TEXT    NOT NULL,
    n_pairs INTEGER NOT NULL,
    PRIMARY KEY (reason, status)
) STRICT;

-- All well-formed submissions in the run's language that have a status, by status.
CREATE TABLE statuses (
    status        TEXT    PRIMARY KEY,
    class         TEXT    NOT NULL CHECK (class IN ('accepted', 'failing', 'undecided')),
    n_submissions INTEGER NOT NULL
) STRICT;

CREATE TABLE history_sizes (
    n_submissions INTEGER PRIMARY KEY,
    n_histories   INTEGER NOT NULL
) STRICT;

-- The numbers of the run, in the order of the funnel.
CREATE TABLE counts (
    position INTEGER PRIMARY KEY,
    name     TEXT    NOT NULL UNIQUE,
    n        INTEGER NOT NULL
) STRICT;

-- Rows and files of the dataset that could not be used, every one that was met: only sources that
-- take part in a pair are opened, and a metadata file without its columns is one error.
CREATE TABLE input_errors (
    input_error_id INTEGER PRIMARY KEY,
    kind           TEXT    NOT NULL,
    file           TEXT    NOT NULL, -- relative to the dataset; metadata/ is what --metadata names
    line           INTEGER,          -- NULL: the file as a whole
    detail         TEXT    NOT NULL,
    problem_id     TEXT              -- that was mined; NULL: met while the dataset was listed
        REFERENCES problems
) STRICT;
CREATE INDEX input_errors_by_problem ON input_errors (problem_id);

-- What `tokfix mutate` made: empty before it was run, and written anew by each run.
CREATE TABLE mutate_run (
    mutate_run_id   INTEGER PRIMARY KEY CHECK (mutate_run_id = 1),
    per_program     INTEGER NOT NULL, -- most mutants of a program
    distribution    TEXT    NOT NULL CHECK (distribution IN ('uniform', 'real')),
    distribution_of TEXT    NOT NULL CHECK (distribution_of IN ('all', 'train')),
                                      -- `real`: of these real fixes (`train` if there are splits)
    seed            TEXT    NOT NULL,
    swaps_arguments INTEGER NOT NULL, -- 1: with the rule argument_swap
    categories      TEXT    NOT NULL, -- that were wanted, separated by commas; '' for all
    splits          TEXT    NOT NULL, -- whose programs were wanted; '' for all
    programs        TEXT    NOT NULL CHECK (programs IN ('fixes', 'dataset')),
                                      -- of fixes, or all Accepted ones of the dataset
    max_tokens      INTEGER CHECK (max_tokens > 0), -- of a program that is mutated; NULL: no limit
    n_programs      INTEGER NOT NULL, -- that were mutated: each once in its problem, token by token
    n_accepted      INTEGER NOT NULL, -- Accepted submissions, to which no mutant is equal
    n_unused        INTEGER NOT NULL, -- of these, that do not parse, are too large, cannot be read, ...
    n_equal         INTEGER NOT NULL  -- mutants given up, for they were equal to one of these
) STRICT;
CREATE TABLE mutate_rules (
    rule       TEXT    PRIMARY KEY, -- a category, or argument_swap
    position   INTEGER NOT NULL UNIQUE,
    n_programs INTEGER NOT NULL,    -- in which the rule found a site
    n_sites    INTEGER NOT NULL,    -- tokens that it could change, in all programs
    n_mutants  INTEGER NOT NULL     -- that were made
) STRICT;

-- Programs that were not mutated, each once in its problem, token by token.
CREATE TABLE mutate_left_out (
    reason     TEXT    PRIMARY KEY, -- excluded: all fixes of it are; in_no_split: nothing decides in
                                    -- which one it belongs; in_two_splits: its problem belongs in
                                    -- one and its user in another; other_split: it is not wanted
    position   INTEGER NOT NULL UNIQUE,
    n_programs INTEGER NOT NULL
) STRICT;

-- What `tokfix dedup` found: empty before it was run, and written anew by each run.
--
-- Kinds, each a reason more: `exact`, the same tokens on both sides; `renamed`, the same up to the
-- names; `near`, similar programs; and beside these `patch`, the same edit in the same line.
CREATE TABLE dedup_run (
    dedup_run_id       INTEGER PRIMARY KEY CHECK (dedup_run_id = 1),
    preset             TEXT    NOT NULL,
    run_length         INTEGER NOT NULL, -- tokens in an element of the sets that are compared
    set_threshold      REAL    NOT NULL, -- least Jaccard similarity of the sets
    multiset_threshold REAL,             -- the same with counts; NULL: not looked at
    min_tokens         INTEGER NOT NULL, -- shorter programs are near no other
    renames_literals   INTEGER NOT NULL, -- 1: `renamed` is up to the literals, too
    n_bands            INTEGER NOT NULL, -- of the MinHash signatures that find candidates
    n_rows             INTEGER NOT NULL
) STRICT;

-- Why two fixes are in one cluster. As many links as are needed to tie a cluster together.
CREATE TABLE duplicate_links (
    kind             TEXT    NOT NULL CHECK (kind IN ('exact', 'renamed', 'near', 'patch')),
    fix_a            INTEGER NOT NULL REFERENCES fixes, -- the earlier one
    fix_b            INTEGER NOT NULL REFERENCES fixes,
    jaccard          REAL    NOT NULL, -- of the less similar of the two sides; 1 but for `near`
    multiset_jaccard REAL,             -- NULL: not looked at
    PRIMARY KEY (kind, fix_a, fix_b)
) STRICT;

-- Clusters of two fixes or more. Those of `renamed` hold those of `exact`, those of `near` both. A
-- mutant that is near to several clusters of real fixes is in the earliest.
CREATE TABLE duplicate_clusters (
    kind           TEXT    NOT NULL CHECK (kind IN ('exact', 'renamed', 'near', 'patch')),
    fix_id         INTEGER NOT NULL REFERENCES fixes,
    representative INTEGER NOT NULL REFERENCES fixes, -- the earliest fix of the cluster
    PRIMARY KEY (kind, fix_id)
) STRICT;
CREATE INDEX duplicate_clusters_by_representative ON duplicate_clusters (kind, representative);

-- Fixes whose buggy program, token by token, has another fix as well.
CREATE TABLE conflicts (
    fix_id INTEGER PRIMARY KEY REFERENCES fixes,
    first  INTEGER NOT NULL REFERENCES fixes -- the earliest fix of the same buggy program
) STRICT;

-- Problems that are one problem, whether or not there are fixes of them.
CREATE TABLE problem_links (
    problem_a TEXT NOT NULL,
    problem_b TEXT NOT NULL,
    source    TEXT NOT NULL CHECK (source IN ('dataset', 'description', 'file')),
    PRIMARY KEY (problem_a, problem_b)
) STRICT;
CREATE TABLE problem_clusters (
    problem_id TEXT PRIMARY KEY,
    cluster    TEXT NOT NULL -- its smallest problem_id
) STRICT;

-- What `tokfix split` decided: written anew by each run. Of real fixes, if there are any; what was
-- made of them (mutants) is where they are. Fixes that were excluded before have no row. A fix that
-- is excluded later keeps its row, for leak --unmark and score: to count fixes, use the view
-- split_sizes.
CREATE TABLE split_run (
    split_run_id INTEGER PRIMARY KEY CHECK (split_run_id = 1),
    origin       TEXT    NOT NULL CHECK (origin IN ('seed', 'import')),
    seed         TEXT    NOT NULL, -- '' for an import
    train        INTEGER NOT NULL, -- the ratio; 0 0 0 for an import
    validation   INTEGER NOT NULL,
    test         INTEGER NOT NULL,
    closed_over  TEXT    NOT NULL, -- what ties fixes together, separated by commas
    n_previous   INTEGER NOT NULL  -- fixes whose split was given by an earlier store
) STRICT;
CREATE TABLE splits (
    fix_id   INTEGER PRIMARY KEY REFERENCES fixes,
    split    TEXT    NOT NULL CHECK (split IN ('train', 'validation', 'test')),
    group_id INTEGER NOT NULL REFERENCES fixes     -- the first fix of those that land together
) STRICT;
CREATE TABLE split_lists (                         -- of an import: all problems of its lists
    problem_id TEXT PRIMARY KEY,
    split      TEXT NOT NULL CHECK (split IN ('train', 'validation', 'test'))
) STRICT;

-- Fixes that are not to be used, and why.
CREATE TABLE exclusions (
    fix_id   INTEGER NOT NULL REFERENCES fixes,
    reason   TEXT    NOT NULL, -- what leaks: `benchmark` or `ancestry`, of tokfix leak --mark; of a
                               -- mutant, when splits were made or it was: `split`, it would tie two
                               -- splits; `program`, the fixes of its program are excluded
    evidence TEXT    NOT NULL,
    PRIMARY KEY (fix_id, reason, evidence)
) STRICT;

-- The commands that made the store what it is, after `tokfix mine` (table run), in their order:
-- dedup, mutate, split, leak, check, and rewrite, which takes over the steps of the store it read.
CREATE TABLE steps (
    step_id INTEGER PRIMARY KEY,
    command TEXT    NOT NULL,
    options TEXT    NOT NULL, -- as they were given, words of a shell; of a path its last part
    changes INTEGER NOT NULL  -- 0: it only looked, and its result is in `checks`
) STRICT;

-- What `tokfix check` and `tokfix leak` looked for and found when they were last run so. It is not
-- part of the fingerprint.
CREATE TABLE checks (
    subject     TEXT    NOT NULL CHECK (subject IN ('splits', 'ancestry', 'benchmark')),
    name        TEXT    NOT NULL, -- of the benchmark: the last part of its path; else ''
    options     TEXT    NOT NULL, -- that decide what counts, those left to their defaults, too
    n_items     INTEGER NOT NULL, -- of the benchmark; else fixes in splits
    n_programs  INTEGER NOT NULL, -- of the benchmark that were searched for; else 0
    n_unread    INTEGER NOT NULL, -- of the benchmark that could not be read
    n_found     INTEGER NOT NULL, -- leaks; of `splits` what may not be in two splits and is
    n_marked    INTEGER NOT NULL, -- fixes that were marked as excluded for it
    fingerprint TEXT    NOT NULL, -- of the store at the end (db/store_log.h)
    PRIMARY KEY (subject, name, options)
) STRICT;

-- What is known of each fix: a `duplicate` is in an exact cluster and does not represent it.
CREATE VIEW fix_marks AS
SELECT f.fix_id,
       s.split,
       d.representative IS NOT NULL AND d.representative <> f.fix_id AS is_duplicate,
       c.first IS NOT NULL AS is_conflicting,
       EXISTS (SELECT 1 FROM exclusions e WHERE e.fix_id = f.fix_id) AS is_excluded
FROM fixes f
LEFT JOIN splits s USING (fix_id)
LEFT JOIN duplicate_clusters d ON d.fix_id = f.fix_id AND d.kind = 'exact'
LEFT JOIN conflicts c ON c.fix_id = f.fix_id;

-- The fixes of each split, and what is left of them: what `tokfix export --category all` writes. A
-- fix with several marks is counted in each column. In no split: NULL.
CREATE VIEW split_sizes AS
SELECT split, origin, count(*) AS n_fixes,
       sum(NOT (is_excluded OR is_duplicate OR is_conflicting)) AS n_left,
       sum(is_excluded) AS n_excluded, sum(is_duplicate) AS n_duplicate,
       sum(is_conflicting) AS n_conflicting
FROM fixes JOIN fix_marks USING (fix_id)
GROUP BY split, origin
ORDER BY split IS NULL, split = 'test', split = 'validation', origin DESC;

-- Everything about a fix in one row.
CREATE VIEW fix_details AS
SELECT f.fix_id,
       b.problem_id || '-' || b.submission_id || '-' || a.submission_id AS id,
       b.problem_id, b.user_id, r.language, b.original_language,
       b.submission_id AS buggy_submission, a.submission_id AS fixed_submission,
       b.status AS buggy_status, a.status AS fixed_status,
       b.date AS buggy_date, a.date AS fixed_date,
       f.origin, f.edit, f.category, f.pattern, f.role, f.before, f.after,
       f.line, f.column, f.start_byte, f.end_byte, f.token_index, f.token_end_byte, f.n_tokens,
       f.fixed_line, f.fixed_column, f.fixed_start_byte, f.fixed_end_byte,
       f.fixed_token_index, f.fixed_n_tokens,
       f.repair_in_program, f.dialect, bs.code AS buggy_code, fs.code AS fixed_code
FROM fixes f
JOIN submissions b ON b.submission_key = f.buggy
JOIN submissions a ON a.submission_key = f.fixed
JOIN sources bs ON bs.source_id = b.source_id
JOIN sources fs ON fs.source_id = a.source_id
CROSS JOIN run r;

-- The fixes that the views below count: the real ones, or, in a store that has none, all.
CREATE VIEW counted_fixes AS
SELECT * FROM fixes
WHERE origin = 'real' OR NOT EXISTS (SELECT 1 FROM fixes WHERE origin = 'real');

-- Clusters of duplicates that hold two counted fixes or more.
CREATE VIEW counted_clusters AS
SELECT kind, representative, count(*) AS n,
       count(DISTINCT problem_id) AS n_problems, count(DISTINCT user_id) AS n_users
FROM duplicate_clusters JOIN counted_fixes USING (fix_id) JOIN submissions ON submission_key = buggy
GROUP BY kind, representative HAVING n > 1;

-- The same by kind. All fixes of a cluster but one are redundant; shares are of all counted fixes.
CREATE VIEW duplicate_kinds AS
WITH kinds (position, kind) AS (VALUES (1, 'exact'), (2, 'renamed'), (3, 'near'), (4, 'patch')),
     sums AS (SELECT position, kind, count(n) AS clusters, coalesce(sum(n), 0) AS fixes,
                     coalesce(max(n), 0) AS largest
              FROM kinds LEFT JOIN counted_clusters USING (kind) GROUP BY kind)
SELECT kind, clusters, fixes, fixes - clusters AS redundant,
       round(100.0 * (fixes - clusters) / max((SELECT count(*) FROM counted_fixes), 1), 2)
           AS percent,
       largest
FROM sums ORDER BY position;

-- Buggy programs with two or more conflicting fixes among the counted ones; exact duplicates are
-- one fix.
CREATE VIEW conflicting_programs AS
SELECT first, count(*) AS n
FROM conflicts JOIN counted_fixes USING (fix_id)
LEFT JOIN duplicate_clusters d ON d.fix_id = conflicts.fix_id AND d.kind = 'exact'
GROUP BY first HAVING count(DISTINCT coalesce(d.representative, conflicts.fix_id)) > 1;

-- Fixes by category; the share is of the six categories together.
CREATE VIEW bug_types AS
SELECT c.category, count(f.fix_id) AS n,
       CASE WHEN c.is_bug THEN
           round(100.0 * count(f.fix_id) / nullif((SELECT count(*) FROM counted_fixes
                 JOIN categories USING (category) WHERE is_bug), 0), 2) END AS percent
FROM categories c LEFT JOIN counted_fixes f USING (category)
GROUP BY c.category ORDER BY c.position;

-- The same of mutants.
CREATE VIEW mutant_types AS
SELECT c.category, count(f.fix_id) AS n,
       CASE WHEN c.is_bug THEN
           round(100.0 * count(f.fix_id) / nullif((SELECT count(*) FROM fixes
                 JOIN categories USING (category) WHERE is_bug AND origin = 'mutant'), 0), 2)
           END AS percent
FROM categories c LEFT JOIN fixes f ON f.category = c.category AND f.origin = 'mutant'
GROUP BY c.category ORDER BY c.position;

-- Submissions per history, 1 to 20 and 21+; the share is of all histories.
CREATE VIEW submissions_per_history AS
WITH RECURSIVE size (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM size WHERE n < 21),
     counted AS (SELECT n, (SELECT coalesce(sum(n_histories), 0) FROM history_sizes h
                            WHERE min(h.n_submissions, 21) = size.n) AS histories FROM size)
SELECT CASE WHEN n = 21 THEN '21+' ELSE CAST(n AS TEXT) END AS submissions, histories,
       round(100.0 * histories / nullif(sum(histories) OVER (), 0), 2) AS percent
FROM counted ORDER BY n;

-- From files to fixes: the counts, then the reasons for which pairs were rejected, then the fixes that
-- were mined.
CREATE VIEW funnel AS
SELECT name, n FROM (
    SELECT 1 AS part, position, name, n FROM counts
    UNION ALL
    SELECT 2, position, 'rejected: ' || reason, coalesce(sum(n_pairs), 0)
    FROM reject_reasons LEFT JOIN rejects USING (reason) GROUP BY reason
    UNION ALL
    SELECT 3, 1, 'single-token fixes', count(*) FROM fixes WHERE origin = 'real'
    UNION ALL
    SELECT 3, 2, 'single-token fixes in the six categories', count(*)
    FROM fixes JOIN categories USING (category) WHERE is_bug AND origin = 'real'
) ORDER BY part, position, name;

-- Which verdict a fix turned into Accepted, by category; NULL: nobody judged.
CREATE VIEW status_transitions AS
SELECT p.category, p.buggy_status, p.fixed_status, count(*) AS n
FROM fix_details p JOIN categories c USING (category)
JOIN counted_fixes f ON f.fix_id = p.fix_id
GROUP BY p.category, p.buggy_status, p.fixed_status
ORDER BY c.position, n DESC, p.buggy_status;

-- The most frequent edits first.
CREATE VIEW frequent_edits AS
SELECT category, edit, before, after, count(*) AS n
FROM counted_fixes GROUP BY category, edit, before, after
ORDER BY n DESC, category, before, after;

CREATE VIEW patterns AS
SELECT pattern, count(*) AS n,
       round(100.0 * count(*) / (SELECT count(*) FROM counted_fixes), 2) AS percent
FROM counted_fixes GROUP BY pattern ORDER BY n DESC, pattern;
