SELECT b.problem_id, f.start_byte, f.dialect,
       b.encoding, b.original_language, bs.code, a.encoding, a.original_language, fs.code
FROM fixes f
JOIN submissions b ON b.submission_key = buggy_submission_key
JOIN submissions a ON a.submission_key = fixed_submission_key
JOIN sources bs ON bs.source_key = b.source_key
JOIN sources fs ON fs.source_key = a.source_key
JOIN verdicts v USING (fix_key)
WHERE f.fix_key = ? AND v.verdict IN ('reproduced', 'proven')
