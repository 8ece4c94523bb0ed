-- What the documents of a published folder describe, as temporary tables. Two of them are there
-- before: `written` has a row for each row of a data file (data_files.c), and `given` is a JSON
-- object of what only the program knows (documents.c). The split set with the number 0 is the
-- configuration `default`, and the numbers of the card are about it.
CREATE TEMP TABLE published AS
SELECT w.row_key, w.set_number, w.split, w.is_clean, f.fix_key, f.category, f.origin, f.parses,
       b.problem_id, nullif(b.user_id, '') AS user_id, coalesce(b.status, '') AS status, b.language,
       b.original_language, coalesce(p.contest, '') AS contest,
       iif(w.is_clean, a.date, min(b.date, a.date)) AS first_date, a.date AS last_date,
       a.date <> 0 OR a.status IS NOT NULL AS is_dated, -- of a pair, 0 is unknown
       (a.encoding <> 'utf-8') + (NOT w.is_clean AND b.encoding <> 'utf-8') AS n_encoded,
       r.source,
       (SELECT license FROM fix_files o WHERE o.fix_key = f.fix_key) AS license
FROM written w CROSS JOIN fixes f USING (fix_key)
JOIN submissions b ON b.submission_key = f.buggy_submission_key
JOIN submissions a ON a.submission_key = f.fixed_submission_key
JOIN problems p ON p.problem_id = b.problem_id
JOIN run r USING (run_key);

CREATE TEMP TABLE data_files AS
SELECT key AS number, value ->> 'path' AS path, value ->> 'set' AS set_number,
       value ->> 'part' AS part, value ->> 'split' AS split, value ->> 'language' AS language,
       value ->> 'rows' AS n_rows, value ->> 'bytes' AS n_bytes,
       value ->> 'uncompressed' AS n_uncompressed, value ->> 'sha256' AS sha256
FROM given, json_each(facts, '$.files') ORDER BY key;

CREATE TEMP TABLE published_sets AS
SELECT key AS set_number, value AS split_set FROM given, json_each(facts, '$.sets');

CREATE TEMP TABLE parts AS -- the splits or folds that have rows
SELECT DISTINCT set_number, part, split FROM data_files ORDER BY set_number, part;

CREATE TEMP TABLE row_features AS
SELECT key AS number, value ->> 'name' AS name, value ->> 'parent' AS parent,
       value ->> 'type' AS type, value ->> 'description' AS description
FROM given, json_each(facts, '$.features');

CREATE TEMP TABLE row_languages AS -- of the rows, by their names for people
SELECT value ->> 'language' AS language, value ->> 'name' AS name, value ->> 'added' AS added
FROM given, json_each(facts, '$.languages')
WHERE value ->> 'language' IN (SELECT language FROM published) ORDER BY name;

-- What hubs load under one name: a split set, and if the files are in several languages, each
-- language of it.
CREATE TEMP TABLE configs AS
SELECT iif(set_number, split_set, 'default') AS config, set_number, NULL AS language
FROM published_sets WHERE set_number IN (SELECT set_number FROM data_files)
UNION ALL
SELECT DISTINCT iif(set_number, split_set || '-', '') || language, set_number, language
FROM data_files JOIN published_sets USING (set_number) WHERE language IS NOT NULL
ORDER BY set_number, language;

CREATE TEMP TABLE config_files AS
SELECT config, f.* FROM configs c JOIN data_files f
    ON f.set_number = c.set_number AND (c.language IS NULL OR f.language = c.language)
ORDER BY c.rowid, number;

CREATE TEMP TABLE config_splits AS
SELECT config, part, split, sum(n_rows) AS n_rows, sum(n_bytes) AS n_bytes,
       sum(n_uncompressed) AS n_uncompressed, count(*) AS n_files,
       (SELECT json_group_array(path) FROM config_files i WHERE i.config = o.config
            AND i.part = o.part) AS paths
FROM config_files o GROUP BY config, part ORDER BY config, part;

CREATE TEMP TABLE about AS
SELECT sum(NOT is_clean) AS n_fixes, sum(is_clean) AS n_clean,
       sum(NOT is_clean AND origin = 'mutant') AS n_mutants,
       sum(NOT is_clean AND origin = 'rewrite') AS n_rewrites,
       sum(NOT is_clean AND origin NOT IN ('mutant', 'rewrite')) AS n_mined,
       sum(NOT is_clean AND NOT parses) AS n_unparsed, sum(n_encoded) AS n_encoded,
       count(DISTINCT problem_id) AS n_problems, count(DISTINCT user_id) AS n_users,
       date(min(first_date) FILTER (WHERE is_dated), 'unixepoch') AS first_date,
       date(max(last_date) FILTER (WHERE is_dated), 'unixepoch') AS last_date,
       max(source = 'git') AS has_git, max(source = 'pairs') AS has_pairs,
       max(source NOT IN ('git', 'pairs')) AS has_contests,
       (SELECT group_concat(name, ', ') FROM row_languages) AS languages,
       (SELECT group_concat(DISTINCT '"' || a.value || '"')
        FROM row_languages l, json_each(l.added) a)
           AS added,
       (SELECT facts ->> 'is_codenet' FROM given) AS is_codenet,
       (SELECT facts ->> 'omits_comments' FROM given) AS omits_comments,
       (SELECT facts ->> 'user_ids' FROM given) AS user_ids
FROM published WHERE set_number = 0;

-- The names of the datasets of each kind.
CREATE TEMP TABLE origins_of AS
SELECT kind, group_concat(dataset, ', ') AS datasets
FROM (SELECT DISTINCT dataset, CASE WHEN source IN ('git', 'pairs') THEN source ELSE 'contests' END
             AS kind
      FROM run
      WHERE run_key IN (SELECT run_key FROM problem_runs
                        WHERE problem_id IN (SELECT problem_id FROM published))
      ORDER BY run_key)
GROUP BY kind;

-- A key of a row as the library `datasets` writes its type.
CREATE TEMP TABLE hub_features AS
SELECT number, parent, CASE type
    WHEN 'list of objects' THEN json_object('name', name, 'list', (
        SELECT json_group_array(json_object('name', i.name, 'dtype', 'string'))
        FROM row_features i WHERE i.parent = o.name))
    WHEN 'list of whole numbers' THEN json_object('name', name, 'sequence', 'int64')
    ELSE json_object('name', name, 'dtype', CASE type WHEN 'text' THEN 'string'
        WHEN 'whole number' THEN 'int64' ELSE 'bool' END) END AS hub
FROM row_features o ORDER BY number;

-- The published rows by what the tables of the card count.
CREATE TEMP TABLE counted AS
SELECT topic, title, max(rank) AS rank, name, split, count(*) AS n FROM (
    SELECT 1 AS topic, 'Categories' AS title, (SELECT sort_order FROM categories c
           WHERE c.category = p.category) AS rank, category AS name, split
    FROM published p WHERE set_number = 0 AND NOT is_clean
    UNION ALL
    SELECT 1, 'Categories', 1000, 'none (correct programs)', split
    FROM published WHERE set_number = 0 AND is_clean
    UNION ALL
    SELECT 2, 'Origins', origin <> 'real', origin, split
    FROM published WHERE set_number = 0 AND NOT is_clean
    UNION ALL
    SELECT 3, 'Verdicts of the failing submissions', 0, coalesce(nullif(status, ''), '(not given)'),
           split
    FROM published WHERE set_number = 0 AND NOT is_clean AND source NOT IN ('git', 'pairs')
    UNION ALL
    SELECT 4, 'Languages', 0, name, split
    FROM published JOIN row_languages USING (language) WHERE set_number = 0
    UNION ALL
    SELECT 5, 'Languages, as the users chose them', 0,
           coalesce(nullif(original_language, ''), '(not given)'), split
    FROM published WHERE set_number = 0 AND source NOT IN ('git', 'pairs')
    UNION ALL
    SELECT 6, 'Sites', 0, coalesce(nullif(contest, ''), '(not given)'), split
    FROM published WHERE set_number = 0 AND source <> 'git'
    UNION ALL
    SELECT 7, 'Licences of the files of git repositories', 0, coalesce(license, '(not given)'),
           split
    FROM published WHERE set_number = 0 AND source = 'git'
)
GROUP BY topic, name, split;
