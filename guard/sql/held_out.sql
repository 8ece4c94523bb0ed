-- The id is that of db/fix_names.h.
-- The programs of the fixes in the splits ?1 (NAME,NAME), once for each fix, in the order of the
-- programs.
WITH held AS (
    SELECT f.fix_key, b.problem_id || '-' || iif(b.submission_id = 'before-' || a.submission_id, '',
               b.submission_id || '-') || a.submission_id AS fix_id,
           m.split, f.origin, b.source_key AS buggy_key, a.source_key AS fixed_key,
           f.start_byte, f.fixed_start_byte
    FROM fixes f JOIN fix_marks m USING (fix_key)
    JOIN submissions b ON b.submission_key = f.buggy_submission_key
    JOIN submissions a ON a.submission_key = f.fixed_submission_key
    WHERE instr(',' || ?1 || ',', ',' || m.split || ',') AND NOT m.is_excluded),
sides AS (
    SELECT fix_key, fix_id, split, origin, 0 AS is_fixed, buggy_key AS source_key, start_byte
    FROM held
    UNION ALL
    SELECT fix_key, fix_id, split, origin, 1, fixed_key, fixed_start_byte FROM held)
SELECT source_key, language, code, fix_id, split, origin, is_fixed, start_byte
FROM sides JOIN sources USING (source_key) ORDER BY source_key, fix_key, is_fixed
