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
GROUP BY 1, 2
