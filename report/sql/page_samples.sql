-- The programs on the report page. :verdicts has the verdicts of tokfix
-- verify of the fixes to list, separated by commas; NULL: all fixes.

SELECT f.fix_key, f.start_byte, f.end_byte, bs.code, f.fixed_start_byte, f.fixed_end_byte, fs.code
FROM fixes f
LEFT JOIN submissions b ON b.submission_key = f.buggy_submission_key
LEFT JOIN submissions a ON a.submission_key = f.fixed_submission_key
LEFT JOIN sources bs ON bs.source_key = b.source_key
LEFT JOIN sources fs ON fs.source_key = a.source_key
WHERE (:verdicts IS NULL OR instr(',' || :verdicts || ',', ',' || coalesce((SELECT v.verdict
    FROM verdicts v WHERE v.fix_key = f.fix_key), 'none') || ','))
ORDER BY f.fix_key
LIMIT coalesce(:limit, 20);
