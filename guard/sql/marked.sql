-- How many fixes tokfix leak has marked: in all, by reason, and those that are now in no split.
SELECT count(DISTINCT fix_key),
       count(DISTINCT fix_key) FILTER (WHERE reason = 'benchmark'),
       count(DISTINCT fix_key) FILTER (WHERE reason = 'ancestry'),
       count(DISTINCT fix_key) FILTER (
           WHERE fix_key NOT IN (SELECT fix_key FROM splits)
               AND EXISTS (SELECT 1 FROM split_run)
       )
FROM exclusions
WHERE reason IN ('benchmark', 'ancestry')
