SELECT fix_id, fix_key, split,
       EXISTS (SELECT 1 FROM exclusions e
               WHERE e.fix_key = d.fix_key AND reason NOT IN ('split', 'program'))
FROM fix_details d
