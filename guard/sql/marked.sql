-- How many fixes tokfix leak has marked: in all, by reason, and those that have no split in a set.
SELECT count(DISTINCT fix_key),
       count(DISTINCT fix_key) FILTER (WHERE reason = 'benchmark'),
       count(DISTINCT fix_key) FILTER (WHERE reason = 'ancestry'),
       count(DISTINCT fix_key) FILTER (
           WHERE EXISTS (SELECT 1 FROM split_sets s WHERE NOT EXISTS (
                             SELECT 1 FROM set_splits p
                             WHERE p.fix_key = e.fix_key AND p.split_set = s.split_set))
       )
FROM set_exclusions e
WHERE reason IN ('benchmark', 'ancestry')
