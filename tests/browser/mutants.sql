-- Makes mutants of two fixes of three: each has the programs of its fix, and of every fifth the edit is
-- another. Where the programs stand does not matter to the numbers of the page.
INSERT INTO submissions (problem_id, submission_id, user_id, date, original_language, status, source_id)
SELECT problem_id, submission_id || '~mutant1', user_id, date, original_language, 'Mutant', source_id
FROM submissions
WHERE submission_key IN (SELECT buggy FROM fixes WHERE fix_id % 3 > 0)
ORDER BY submission_key;

INSERT INTO fixes (origin, buggy, fixed, edit, category, pattern, role, before, after, start_byte,
    end_byte, line, column, token_index, token_end_byte, n_tokens, fixed_start_byte, fixed_end_byte,
    fixed_line, fixed_column, fixed_token_index, fixed_n_tokens, repair_in_program, dialect)
SELECT 'mutant', m.submission_key, fixed, edit, category, pattern, role, before,
    iif(fix_id % 5 = 0, after || 'x', after), start_byte,
    end_byte, line, column, token_index, token_end_byte, n_tokens, fixed_start_byte, fixed_end_byte,
    fixed_line, fixed_column, fixed_token_index, fixed_n_tokens, repair_in_program, dialect
FROM fixes f
JOIN submissions b ON b.submission_key = f.buggy
JOIN submissions m ON m.problem_id = b.problem_id AND m.submission_id = b.submission_id || '~mutant1'
WHERE fix_id % 3 > 0
ORDER BY fix_id;
