-- The programs on the report page.

SELECT f.fix_key, f.start_byte, f.end_byte, bs.code, f.fixed_start_byte, f.fixed_end_byte, fs.code
FROM fixes f
LEFT JOIN submissions b ON b.submission_key = f.buggy_submission_key
LEFT JOIN submissions a ON a.submission_key = f.fixed_submission_key
LEFT JOIN sources bs ON bs.source_key = b.source_key
LEFT JOIN sources fs ON fs.source_key = a.source_key
ORDER BY f.fix_key
LIMIT coalesce(:limit, 20);
