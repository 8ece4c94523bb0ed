-- name: fates
-- What becomes of each fix of the database. choice.c puts the expression of --where in its place;
-- temp.taken_values has the values that the filters and --split take.
--
-- ?1 maximum number of tokens; ?2 the same limit of the format; ?3 whether tokens of the program
-- are counted, not those of the function; ?4 marks that are taken; ?5 whether mutants and rewrites
-- are left out if there are real fixes; ?6 a kind of clusters: one fix of each is taken; ?7 the
-- fate of the other fixes of a cluster.
CREATE TEMP TABLE fates AS
WITH facts AS MATERIALIZED (
    SELECT fix_key, origin, category, region, language, fixed_date, buggy_date, split,
           is_duplicate, is_conflicting, is_excluded,
           ($where
           ) IS TRUE AS is_asked,
           iif(?3, n_tokens, function_tokens) AS n_tokens,
           EXISTS (SELECT 1 FROM repositories) AND repository <> '' AS is_of_git,
           iif(EXISTS (SELECT 1 FROM repositories), license, '') AS license
    FROM fix_details
),
-- The first filter but --where that leaves a fix out, and what else does.
refused AS (
    SELECT *,
           CASE WHEN ('language', language) NOT IN temp.taken_values THEN 'language'
                WHEN n_tokens > ?1 THEN 'max-tokens'
                WHEN NOT (?4 & 8 OR ?4 & 1 AND is_duplicate OR ?4 & 2 AND is_conflicting
                          OR ?4 & 4 AND is_excluded) THEN 'marked'
                WHEN is_of_git AND ('license', license) NOT IN temp.taken_values
                    THEN 'license'
                WHEN ('origin', origin) NOT IN temp.taken_values THEN 'origin'
                WHEN ('region', region) NOT IN temp.taken_values THEN 'region'
                WHEN ('category', category) NOT IN temp.taken_values THEN 'category'
           END AS filter,
           CASE WHEN ?5 AND origin <> 'real' AND EXISTS (
                    SELECT 1 FROM fixes WHERE origin = 'real') THEN 'made'
                WHEN is_excluded AND NOT ?4 & 4 THEN 'excluded'
                WHEN is_conflicting AND NOT ?4 & 2 THEN 'conflicting'
                WHEN n_tokens > ?2 THEN 'long'
           END AS lack
    FROM facts
),
-- Of each cluster, all fixes that are left but the first, in the order in which tokfix dedup
-- chooses the representative.
later AS (
    SELECT fix_key, row_number() OVER (PARTITION BY representative_fix_key ORDER BY
               origin <> 'real', fixed_date, buggy_date, fix_key) > 1 AS is_later
    FROM refused JOIN duplicate_clusters USING (fix_key)
    WHERE kind = ?6 AND is_asked AND filter IS NULL AND lack IS NULL
)
SELECT fix_key, is_asked, category, region, language, n_tokens, split,
       is_duplicate, is_conflicting, is_excluded, lack,
       ('split', split) IN temp.taken_values AS is_in_split,
       CASE WHEN filter IS NOT NULL THEN filter
            WHEN lack IS NOT NULL THEN lack
            WHEN fix_key IN (SELECT fix_key FROM later WHERE is_later) THEN ?7
            WHEN ('split', split) IN temp.taken_values THEN 'chosen'
            WHEN split = 'none' THEN 'no split'
            ELSE 'split'
       END AS fate
FROM refused;

-- name: account
-- How many fixes each thing leaves out that an option of the user's can undo; and those chosen.
-- ?1 whether duplicates are taken. What the defaults of --region and --category leave out counts if
-- nothing else does; a fix that the first leaves out may have no split.
SELECT fate, iif(fate = 'region', region, '') AS region, count(*) AS n,
       sum(NOT is_in_split) AS n_in_no_split,
       max(fate IN ('chosen', 'no split') AND split = 'none'
           AND fix_key IN (SELECT fix_key FROM split_left_out)) AS has_left_out
FROM temp.fates
WHERE is_asked AND CASE
    WHEN fate = 'region' THEN lack IS NULL AND (?1 OR NOT is_duplicate)
        AND ('category', category) IN temp.taken_values AND (is_in_split OR split = 'none')
    WHEN fate = 'category' THEN lack IS NULL AND (?1 OR NOT is_duplicate) AND is_in_split
        AND category = 'other' AND (SELECT count(*) FROM temp.taken_values
            WHERE filter = 'category') = (SELECT count(*) FROM categories) - 1
    WHEN fate IN ('duplicate', 'conflicting', 'excluded', 'long') THEN is_in_split
    ELSE 1 END
GROUP BY 1, 2;
