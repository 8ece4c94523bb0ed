-- The programs of the fixes that are in splits other than ?1 (NAME,NAME).
WITH others AS (
    SELECT buggy_submission_key, fixed_submission_key FROM fixes JOIN fix_marks USING (fix_key)
    WHERE NOT instr(',' || ?1 || ',', ',' || split || ','))
SELECT code FROM sources WHERE source_key IN (
    SELECT source_key FROM submissions WHERE submission_key IN (
        SELECT buggy_submission_key FROM others UNION ALL SELECT fixed_submission_key FROM others))
ORDER BY source_key
