-- The command lines that made a database of an older version: those of its tables run and steps. A
-- line of mine is a list of words (base/str.h); `is_list` says so. A column that `run` lacks is
-- found in `missing`.
WITH missing AS (
    SELECT NULL AS source_options, NULL AS languages, NULL AS language, NULL AS prefix,
           NULL AS files, NULL AS metadata, NULL AS failing, NULL AS max_bytes, NULL AS max_pairs
),
runs AS (
    SELECT rowid AS key, row_number() OVER (ORDER BY rowid) AS number, count(*) OVER () AS n
    FROM main.run
),
columns AS (
    SELECT key, number, n,
        (SELECT source FROM main.run WHERE rowid = key) AS source,
        (SELECT dataset FROM main.run WHERE rowid = key) AS dataset,
        (SELECT files FROM main.run WHERE rowid = key) AS files,
        (SELECT source_options FROM main.run WHERE rowid = key) AS given,
        coalesce((SELECT languages FROM main.run WHERE rowid = key),
                 (SELECT language FROM main.run WHERE rowid = key),
                 (SELECT group_concat(language) FROM main.run_languages)) AS languages,
        (SELECT pairing FROM main.run WHERE rowid = key) AS pairing,
        (SELECT failing FROM main.run WHERE rowid = key) AS failing,
        (SELECT prefix FROM main.run WHERE rowid = key) AS prefix,
        (SELECT metadata FROM main.run WHERE rowid = key) AS metadata,
        (SELECT max_tokens FROM main.run WHERE rowid = key) AS max_tokens,
        (SELECT max_bytes FROM main.run WHERE rowid = key) AS max_bytes,
        (SELECT max_pairs FROM main.run WHERE rowid = key) AS max_pairs,
        (SELECT shard FROM main.run WHERE rowid = key) AS shard,
        (SELECT n_shards FROM main.run WHERE rowid = key) AS n_shards
    FROM runs CROSS JOIN missing
),
-- The options of git are `--name value`; a salt is stored as a hash. Those of other sources are
-- `--name=value`; in older lists their blanks have no backslash.
options AS (
    SELECT *, CASE source
        WHEN 'git' THEN ' --git '
            || substr(given, 1, instr(given || ' --salt sha256:', ' --salt sha256:') - 1)
            || iif(given LIKE '% --salt sha256:30b0c711', '', ' --salt SALT')
        ELSE ' ' || replace(replace(replace(replace(given, '\ ', ' '), ' --', char(10)), ' ', '\ '),
                            char(10), ' --') END AS options
    FROM columns
)
SELECT 1 AS part, number, 1 AS is_list,
    'tokfix mine ' || coalesce(files, iif(dataset = 'standard input', '-',
        replace(replace(coalesce(dataset, 'DATASET'), '\', '\\'), ' ', '\ ')))
    || coalesce(options, '')
    || coalesce(' --language ' || languages, '')
    || coalesce(' --pairing ' || nullif(pairing, 'all'), '')
    || coalesce(' --failing ' || nullif(failing, 'judged'), '')
    || coalesce(' --prefix ' || replace(prefix, ' ', '\ '), '')
    || coalesce(' --metadata ' || replace(metadata, ' ', '\ '), '')
    || coalesce(' --max-tokens ' || max_tokens, '')
    || coalesce(' --max-bytes ' || nullif(max_bytes, 1048576), '')
    || coalesce(' --max-pairs ' || nullif(max_pairs, 1000000), '')
    || iif(n_shards > 1, ' --shard ' || shard || '/' || n_shards, '')
    || ' -o ' || iif(n = 1, 'again.db', 'dataset-' || number || '.db') AS line
FROM options
UNION ALL
SELECT 2, 1, 0, 'tokfix merge again.db ' || group_concat('dataset-' || number || '.db', ' ')
    || ' --same-problems'
FROM runs GROUP BY n HAVING n > 1
UNION ALL
SELECT 3, step_key, 0, 'tokfix ' || command || iif(EXISTS (
        SELECT 1 FROM main.steps e WHERE e.step_key < s.step_key AND e.command = 'rewrite'),
        ' rewrites.db', ' again.db')
    || coalesce(' ' || nullif(options, ''), '')
    || iif(command = 'rewrite', ' -o rewrites.db', '')
FROM main.steps s
ORDER BY part, number
