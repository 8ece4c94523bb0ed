-- The numbers of the strata of each fix that decides the splits, for guard/split.c; 0 is that of
-- all fixes. A fix is of a category, a language, a source, and a cell: a category of a language of
-- a source. A single language or source is not a stratum. With one language of one source, the
-- categories are enough, and cells are not strata.
WITH ranked AS (
    SELECT fix_key,
           dense_rank() OVER (ORDER BY sort_order) AS category,
           dense_rank() OVER (ORDER BY language) AS language,
           dense_rank() OVER (ORDER BY coalesce(source, '')) AS source,
           dense_rank() OVER (ORDER BY sort_order, language, coalesce(source, '')) AS cell
    FROM counted_fixes
    JOIN submissions ON submission_key = fixed_submission_key
    JOIN categories USING (category)
    LEFT JOIN problem_sources USING (problem_id)
    WHERE fix_key NOT IN (
        SELECT fix_key FROM exclusions UNION ALL SELECT fix_key FROM split_left_out)
), numbers AS (
    SELECT max(category) AS categories, max(language) AS languages, max(source) AS sources
    FROM ranked
)
SELECT fix_key,
       category,
       iif(languages > 1, categories + language, 0),
       iif(sources > 1, categories + languages + source, 0),
       iif(languages > 1 OR sources > 1, categories + languages + sources + cell, 0)
FROM ranked, numbers
