-- croissant.json: the data set in Croissant 1.1 (JSON-LD), with the fields of Croissant RAI 1.0
-- and, for its origin, W3C PROV-O. The context is that of the specification's first appendix, with
-- https for schema.org, as the reference library wants it, and PROV-O's prefix. json_patch('{}',
-- object) leaves out the members that are null.
--
-- In a data set with several configurations, the @ids are named after them, as by the hub that
-- writes such a description itself (huggingface/dataset-viewer at f62009e0, croissant_crumbs.py:
-- one record set NAME and one NAME_splits for each).
WITH
names AS (
    SELECT c.*, iif(n = 1, 'rows', config) AS rows_id,
           iif(n = 1, 'splits', config || '_splits') AS splits_id,
           iif(n = 1, 'data-files', 'data-files-for-config-' || config) AS files_id,
           coalesce((SELECT ' Only rows in ' || name || '.' FROM row_languages l
                     WHERE l.language = c.language), '') AS only_rows,
           EXISTS (SELECT 1 FROM config_splits s
                   WHERE s.config = c.config AND split LIKE 'fold%') AS has_folds
    FROM configs c, (SELECT count(*) AS n FROM configs)
),
-- The media type is that of the lines, not of gzip, because readers would take gzip for an archive;
-- they decompress a file named .gz anyway. The reference library knows only an older name for
-- Parquet than the registered one, so both are given.
media AS (
    SELECT iif(facts ->> 'extension' = '.parquet',
               '["application/vnd.apache.parquet", "application/x-parquet"]',
               '"application/jsonlines"') AS media_type
    FROM given
),
-- A field for each key of a row, and for each key of the objects in one (`parent`).
fields AS (
    SELECT config, number, f.parent, f.name, rows_id || '/' || f.name AS id, json_object(
        '@type', 'cr:Field',
        '@id', rows_id || '/' || iif(parent = '', '', parent || '/') || f.name,
        'name', rows_id || '/' || iif(parent = '', '', parent || '/') || f.name,
        'description', description,
        'dataType', CASE type WHEN 'text' THEN 'sc:Text' WHEN 'true or false' THEN 'sc:Boolean'
            WHEN 'list of objects' THEN NULL ELSE 'sc:Integer' END,
        'references', json(iif(f.name = 'split' AND parent = '', json_object('field',
            json_object('@id', splits_id || '/name')), NULL)),
        'isArray', json(iif(type LIKE 'list of %', 'true', NULL)),
        'arrayShape', iif(type LIKE 'list of %', '-1', NULL),
        'source', json(iif(type = 'list of objects', NULL, json_object(
            'fileSet', json_object('@id', files_id),
            'extract', json_object('column', iif(parent = '', f.name, parent)),
            'transform', json(iif(parent = '', NULL, json_object('jsonPath', f.name))))))) AS field
    FROM names, row_features f
    UNION ALL -- rows that do not say their split
    SELECT config, 1000, '', 'split', rows_id || '/split', json_object(
        '@type', 'cr:Field', '@id', rows_id || '/split', 'name', rows_id || '/split',
        'description', 'Split that the row is in, by the name of its file', 'dataType', 'sc:Text',
        'references', json_object('field', json_object('@id', splits_id || '/name')),
        'source', json_object(
            'fileSet', json_object('@id', files_id),
            'extract', json_object('fileProperty', 'filename'),
            'transform', json_object('regex', iif(has_folds, '^(fold[0-9]+).*$',
                                                  '^(train|validation|test).*$'))))
    FROM names
    WHERE NOT EXISTS (SELECT 1 FROM row_features WHERE name = 'split' AND parent = '')
),
record_sets AS (
    SELECT n.set_number, n.language, 1 AS sort_order, json_object(
        '@type', 'cr:RecordSet', '@id', splits_id, 'name', splits_id,
        'description', 'The splits that have rows.', 'dataType', 'cr:Split',
        'key', json_object('@id', splits_id || '/name'),
        'field', (SELECT json_group_array(json_object('@type', 'cr:Field',
                '@id', splits_id || '/' || column1, 'name', splits_id || '/' || column1,
                'description', column2, 'dataType', column3))
            FROM (VALUES ('name', 'Name of the split', 'sc:Text'),
                         ('url', 'Purpose of the split', 'sc:URL'))
            WHERE column1 = 'name' OR NOT has_folds), -- Croissant has no words for folds
        'data', (SELECT json_group_array(json(iif(has_folds,
                json_object(splits_id || '/name', split),
                json_object(splits_id || '/name', split, splits_id || '/url', CASE split
                    WHEN 'train' THEN 'cr:TrainingSplit' WHEN 'test' THEN 'cr:TestSplit'
                    ELSE 'cr:ValidationSplit' END))))
            FROM config_splits s WHERE s.config = n.config)) AS record_set
    FROM names n
    UNION ALL
    SELECT n.set_number, n.language, 2, json_object(
        '@type', 'cr:RecordSet', '@id', rows_id, 'name', rows_id,
        'description', (SELECT facts ->> 'format_summary' FROM given) || only_rows,
        'field', (SELECT json_group_array(json(json_patch('{}', json_patch(field, coalesce(
                (SELECT json_object('subField', json_group_array(json(json_patch('{}', i.field))))
                 FROM fields i WHERE i.config = f.config AND i.parent = f.name
                 HAVING count(*)), '{}')))))
            FROM (SELECT * FROM fields WHERE parent = '' ORDER BY number) f
            WHERE f.config = n.config))
    FROM names n
)
SELECT json_patch('{}', json_object(
    '@context', json('{
      "@language": "en", "@vocab": "https://schema.org/", "sc": "https://schema.org/",
      "cr": "http://mlcommons.org/croissant/", "rai": "http://mlcommons.org/croissant/RAI/",
      "dct": "http://purl.org/dc/terms/", "prov": "http://www.w3.org/ns/prov#",
      "annotation": "cr:annotation", "arrayShape": "cr:arrayShape", "citeAs": "cr:citeAs",
      "column": "cr:column", "conformsTo": "dct:conformsTo", "containedIn": "cr:containedIn",
      "data": {"@id": "cr:data", "@type": "@json"},
      "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
      "equivalentProperty": "cr:equivalentProperty",
      "examples": {"@id": "cr:examples", "@type": "@json"}, "excludes": "cr:excludes",
      "extract": "cr:extract", "field": "cr:field", "fileProperty": "cr:fileProperty",
      "fileObject": "cr:fileObject", "fileSet": "cr:fileSet", "format": "cr:format",
      "includes": "cr:includes", "isArray": "cr:isArray", "isLiveDataset": "cr:isLiveDataset",
      "jsonPath": "cr:jsonPath", "key": "cr:key", "md5": "cr:md5",
      "parentField": "cr:parentField", "path": "cr:path", "recordSet": "cr:recordSet",
      "references": "cr:references", "regex": "cr:regex", "readLines": "cr:readLines",
      "repeated": "cr:repeated", "replace": "cr:replace", "samplingRate": "cr:samplingRate",
      "sdVersion": "cr:sdVersion", "separator": "cr:separator", "source": "cr:source",
      "subField": "cr:subField", "transform": "cr:transform", "unArchive": "cr:unArchive",
      "value": "cr:value"
    }'),
    '@type', 'sc:Dataset',
    'conformsTo', json('["http://mlcommons.org/croissant/1.1",
                         "http://mlcommons.org/croissant/RAI/1.0"]'),
    'name', facts ->> 'name',
    'alternateName', 'Single-token bug fixes in ' || languages,
    'description', (SELECT text FROM statements WHERE section = 'summary'),
    'license', coalesce(facts ->> '$.license.url', facts ->> 'url', './'),
    'url', coalesce(facts ->> 'url', './'),
    'creator', (SELECT json_group_array(json_object('@type', 'sc:Person', 'name', creator.value))
                FROM json_each(facts, '$.creators') creator),
    'datePublished', last_date,
    'version', facts ->> 'version',
    'citeAs', (SELECT text FROM statements WHERE section = 'citation'),
    'isLiveDataset', json('false'),
    'keywords', (SELECT json_group_array(keyword) FROM (
        SELECT column1 AS keyword FROM (VALUES ('bug fixes'), ('program repair'),
            ('single-token bugs'), ('variable misuse'), ('source code'))
        UNION ALL SELECT lower(name) FROM row_languages)),
    'inLanguage', 'en',
    'rai:dataCollection', (SELECT group_concat(text, ' ') FROM statements
                           WHERE section = 'collection'),
    'rai:dataCollectionType', json('["Secondary Data analysis", "User-generated content data"]'),
    'rai:dataCollectionTimeframe', json(iif(first_date IS NULL, NULL,
                                            json_array(first_date, last_date))),
    'rai:dataAnnotationProtocol', 'Labels are computed from the two programs and the verdicts of '
        || 'the judges. No person labelled anything.',
    'rai:dataLimitations', (SELECT json_group_array(text) FROM statements
                            WHERE section = 'limitations'),
    'rai:dataBiases', (SELECT json_group_array(text) FROM statements WHERE section = 'biases'),
    'rai:personalSensitiveInformation', (SELECT json_group_array(text) FROM statements
                                         WHERE section = 'personal'),
    'rai:dataUseCases', (SELECT json_group_array(text) FROM statements WHERE section = 'uses'),
    'rai:dataSocialImpact', (SELECT text FROM statements WHERE section = 'social'),
    'rai:dataReleaseMaintenancePlan', (SELECT text FROM statements WHERE section = 'maintenance'),
    'rai:hasSyntheticData', json(iif(n_mutants + n_rewrites, 'true', 'false')),
    'prov:wasDerivedFrom', (SELECT json_group_array(json_object('prov:label', datasets))
                            FROM origins_of),
    'prov:wasGeneratedBy', json_object(
        '@type', 'prov:Activity',
        'prov:label', 'Mining of single-token fixes, search for duplicates, splitting, export',
        'prov:wasAssociatedWith', json_object('@type', 'prov:SoftwareAgent',
                                              'prov:label', 'tokfix ' || (facts ->> 'tokfix'))),
    'distribution', (SELECT json_group_array(json(part)) FROM (
        SELECT json_object('@type', 'cr:FileObject', '@id', path, 'name', path,
            'contentUrl', path, 'contentSize', n_bytes || ' B', 'encodingFormat', json(media_type),
            'sha256', sha256) AS part
        FROM data_files, media
        UNION ALL
        SELECT json_object('@type', 'cr:FileSet', '@id', files_id, 'name', files_id,
            'description', 'All data files of the configuration ' || config || '.',
            'encodingFormat', json(media_type),
            'includes', (SELECT json_group_array(path) FROM config_files f
                         WHERE f.config = n.config))
        FROM names n, media)),
    'recordSet', (SELECT json_group_array(json(record_set)) FROM (
        SELECT record_set FROM record_sets ORDER BY set_number, language, sort_order))))
FROM given, about
