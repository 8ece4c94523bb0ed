-- The values of the templates card.md and citation.cff, beside those of `given`, as one JSON
-- object.
SELECT json_object(
    'title', 'Single-token bug fixes in ' || languages,
    'date', last_date, 'year', substr(last_date, 1, 4),
    'n_problems', n_problems, 'n_users', n_users, 'first_date', first_date,
    'has_git', json(iif(has_git, 'true', 'false')),
    'n_mutants', n_mutants,
    'summary', (SELECT text FROM statements WHERE section = 'summary'),
    'tags', (SELECT json_group_array(tag) FROM (
        SELECT 'code' AS tag UNION ALL SELECT lower(name) FROM row_languages
        UNION ALL VALUES ('bug-fixes'), ('program-repair'), ('single-token'), ('variable-misuse')
        UNION ALL SELECT 'project-codenet' WHERE is_codenet
        UNION ALL SELECT 'synthetic' WHERE n_mutants + n_rewrites)),
    'size_category', CASE WHEN n_fixes + n_clean < 1000 THEN 'n<1K'
        WHEN n_fixes + n_clean < 10000 THEN '1K<n<10K'
        WHEN n_fixes + n_clean < 100000 THEN '10K<n<100K'
        WHEN n_fixes + n_clean < 1000000 THEN '100K<n<1M' ELSE '1M<n<10M' END,

    -- The hub's manual configuration of datasets (docs/hub/datasets-manual-configuration.md of
    -- huggingface/hub-docs at 242f4a1e, lines 36-60, 79-112). The files of a split are named, so
    -- that no other file is taken for data. The library `datasets` takes the name `default` for the
    -- default, too, and refuses two (MetadataConfigs.get_default_config_name()).
    'configs', (SELECT json_group_array(json(json_patch('{}', json_object('config_name', config,
            'default', json(iif(config = 'default', 'true', NULL)), -- null: it is left out
            'data_files', (SELECT json_group_array(json_object('split', split,
                    'path', json(paths)))
                FROM config_splits s WHERE s.config = c.config)))))
        FROM configs c),
    -- as the library `datasets` writes it
    'dataset_info', (SELECT json_group_array(json_object('config_name', config,
            'features', (SELECT json_group_array(json(hub)) FROM hub_features WHERE parent = ''),
            'splits', (SELECT json_group_array(json_object('name', split,
                    'num_bytes', n_uncompressed, 'num_examples', n_rows))
                FROM config_splits s WHERE s.config = c.config),
            'download_size', (SELECT sum(n_bytes) FROM config_files f WHERE f.config = c.config),
            'dataset_size', (SELECT sum(n_uncompressed) FROM config_files f
                             WHERE f.config = c.config)))
        FROM configs c),

    'first', json((SELECT json_object('path', path, 'split', split, 'language', language)
                   FROM data_files WHERE set_number = 0 ORDER BY part LIMIT 1)),
    'configurations', (SELECT json_group_array(json_object('name', config,
            'what', coalesce((SELECT name FROM row_languages l WHERE l.language = c.language),
                             'all languages'),
            'set', (SELECT split_set FROM published_sets s WHERE s.set_number = c.set_number),
            'splits', (SELECT json_group_array(json_object('name', split, 'rows', n_rows))
                       FROM config_splits s WHERE s.config = c.config)))
        FROM configs c WHERE (SELECT count(*) FROM configs) > 1),
    'features', (SELECT json_group_array(json_object('name',
            parent || iif(parent <> '', '[].', '') || name, 'type', type,
            'description', description))
        FROM row_features),

    'parts', (SELECT json_group_array(json_object('name', split)) FROM parts WHERE set_number = 0),
    'tables', (SELECT json_group_array(json_object('title', title, 'rows', (
            SELECT json_group_array(json_object('name', name, 'n', n_rows, 'counts', (
                SELECT json_group_array(coalesce(n, 0)) FROM parts LEFT JOIN counted c
                    ON c.topic = o.topic AND c.name = r.name AND c.split = parts.split
                WHERE set_number = 0)))
            FROM (SELECT name, sum(n) AS n_rows FROM counted c WHERE c.topic = o.topic
                  GROUP BY name ORDER BY max(rank), n_rows DESC, name) r)))
        FROM (SELECT topic, title FROM counted GROUP BY topic
              HAVING topic NOT IN (2, 4) OR count(DISTINCT name) > 1 ORDER BY topic) o),
    'splits', (SELECT json_group_array(json_object('set', split_set, 'split', split,
            'rows', n_rows, 'files', n_files, 'uncompressed', n_uncompressed, 'bytes', n_bytes,
            'problems', (SELECT count(DISTINCT problem_id) FROM published p
                WHERE p.set_number = s.set_number AND p.split = s.split)))
        FROM (SELECT * FROM published_sets JOIN configs USING (set_number)
              JOIN config_splits USING (config)
              WHERE language IS NULL ORDER BY set_number, part) s),
    'further_sets', (SELECT count(*) > 1 FROM published_sets),
    'grouped', (SELECT json_group_array(json_object('set', split_set, 'by', iif(
            origin = 'import', 'as imported', grouped_by)))
        FROM published_sets JOIN split_sets USING (split_set)),
    'left_out', (SELECT json_group_array(json_object('n', n, 'what', what)) FROM (
        SELECT count(*) AS n, CASE WHEN fix_key NOT IN (SELECT fix_key FROM splits)
                THEN 'in no split'
            WHEN is_excluded THEN 'marked as excluded'
            WHEN is_duplicate THEN 'exact duplicates of an earlier fix'
            WHEN is_conflicting THEN 'another fix of the same buggy program exists'
            WHEN category = 'other' THEN 'in the category other' ELSE 'not chosen' END AS what
        FROM fixes JOIN fix_marks USING (fix_key)
        WHERE fix_key NOT IN (SELECT fix_key FROM published WHERE set_number = 0 AND NOT is_clean)
        GROUP BY what ORDER BY n DESC, what)),
    'funnel', (SELECT json_group_array(json_object('name', replace(name, '_', ' '), 'n', n))
               FROM funnel WHERE n),
    'is_deduplicated', (SELECT count(*) FROM dedup_run),
    'duplicates', (SELECT json_group_array(json_object('kind', kind, 'clusters', n_clusters,
            'fixes', n)) FROM (
        SELECT kind, count(*) AS n_clusters, sum(n) AS n FROM (
            SELECT kind, count(*) AS n FROM duplicate_clusters WHERE fix_key IN (
                SELECT fix_key FROM published WHERE set_number = 0 AND NOT is_clean)
            GROUP BY kind, representative_fix_key HAVING n > 1)
        GROUP BY kind)),
    'checks', (SELECT json_group_array(json_object('set', split_set, 'subject', subject,
            'name', iif(name = '', '', ' ' || name),
            'options', iif(options = '', '', '`' || options || '`'), 'items', n_items,
            'found', n_found, 'marked', n_marked, 'unread', n_unread))
        FROM (SELECT * FROM set_checks JOIN published_sets USING (split_set)
              WHERE fingerprint = facts ->> 'fingerprint'
              ORDER BY set_number, subject DESC, name, options)),
    'collection', (SELECT json_group_array(text) FROM statements WHERE section = 'collection'),
    'uses', (SELECT json_group_array(text) FROM statements WHERE section = 'uses'),
    'limitations', (SELECT json_group_array(text) FROM statements WHERE section = 'limitations'),
    'biases', (SELECT json_group_array(text) FROM statements WHERE section = 'biases'),
    'citation', (SELECT text FROM statements WHERE section = 'citation'),
    'sources', (SELECT json_group_array(text) FROM statements WHERE section = 'sources'),
    'commands', (SELECT group_concat(line, char(10))
                 -- these end with 1 if they find something, and the next ones follow
                 FROM (SELECT line || iif(line GLOB 'tokfix check *' OR line GLOB
                           'tokfix tasks *--check*', ' || test $? = 1', '') AS line
                       FROM steps ORDER BY step_key))
        || char(10) || (facts ->> 'line') || char(10),
    'personal', (SELECT json_group_array(text) FROM statements WHERE section = 'personal'),
    'social', (SELECT text FROM statements WHERE section = 'social'),
    'maintenance', (SELECT text FROM statements WHERE section = 'maintenance'))
FROM given, about
