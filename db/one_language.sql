-- Views of the tables with sums over the languages, as if only viewed_languages had been mined.
-- Rows that cannot be used count in every language.

CREATE TEMP VIEW IF NOT EXISTS run AS
SELECT run_key, tool_version, pairing, failing, max_tokens, max_bytes, max_pairs, shard, n_shards,
       n_listed, listing_sha256, problem_list_sha256, source, source_options,
       (SELECT iif(instr(',' || languages || ',', ',' || name || ','), name, '')
        FROM temp.viewed_languages) AS languages,
       metadata, dataset, metadata_sha256, prefix, files
FROM main.run;

CREATE TEMP VIEW IF NOT EXISTS problem_runs AS
SELECT problem_id, run_key, metadata_sha256, n_rows, n_unusable,
       n_other_languages + (
           SELECT coalesce(sum(n_submissions), 0) FROM main.problem_languages l
           WHERE l.problem_id = p.problem_id AND l.run_key = p.run_key
               AND language NOT IN temp.viewed_languages
       ) AS n_other_languages
FROM main.problem_runs p;

CREATE TEMP VIEW IF NOT EXISTS run_counts AS
SELECT sort_order, name, language, n + CASE name
       WHEN 'problems_without_submissions' THEN (
           SELECT count(DISTINCT problem_id) FROM main.problem_languages
           WHERE problem_id NOT IN (SELECT problem_id FROM main.problem_languages
                                    WHERE language IN temp.viewed_languages))
       WHEN 'rows_other_languages' THEN (
           SELECT coalesce(sum(n), 0) FROM main.run_counts
           WHERE name = 'submissions' AND language NOT IN temp.viewed_languages)
       ELSE 0 END AS n
FROM main.run_counts WHERE language = '' OR language IN temp.viewed_languages;
