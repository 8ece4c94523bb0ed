-- The rows of set_checks for a report of `tokfix check` (?1: JSON) about a database with the
-- fingerprint ?2.
SELECT coalesce(json_extract(?1, '$.split_set'), ''),
       'splits',
       '',
       json_extract(?1, '$.splits.options'),
       CAST(json_extract(?1, '$.splits.pairs') AS INTEGER),
       0,
       0,
       CAST(json_extract(?1, '$.splits.n_crossings') AS INTEGER),
       0,
       ?2
WHERE json_type(?1, '$.splits') = 'object'
UNION ALL
SELECT coalesce(json_extract(?1, '$.split_set'), ''),
       'ancestry',
       '',
       '',
       CAST(json_extract(?1, '$.ancestry.held_out') AS INTEGER),
       0,
       0,
       CAST(json_extract(?1, '$.ancestry.leaking') AS INTEGER),
       CAST(json_extract(?1, '$.ancestry.n_marked') AS INTEGER),
       ?2
WHERE json_type(?1, '$.ancestry') = 'object'
UNION ALL
SELECT coalesce(json_extract(?1, '$.split_set'), ''),
       'benchmark',
       json_extract(found, '$.name'),
       json_extract(found, '$.options'),
       CAST(json_extract(found, '$.items') AS INTEGER),
       CAST(json_extract(found, '$.programs') AS INTEGER),
       CAST(json_extract(found, '$.n_rejected') AS INTEGER),
       CAST(json_extract(found, '$.n_leaks') AS INTEGER),
       CAST(json_extract(found, '$.n_marked') AS INTEGER),
       ?2
FROM (SELECT value AS found FROM json_each(?1, '$.benchmarks'))
