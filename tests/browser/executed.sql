-- Rows as `tokfix verify` stores them, for any database, with five of the verdicts. They do not
-- depend on the keys of the fixes, so a fix has the same verdict in a database of one language.
INSERT INTO verify_run VALUES (1, 'real', 'jsonl', 'tests.jsonl', NULL, 'dataset', '7', 'medium',
    40, 2, 1, '');
INSERT INTO verify_runtimes SELECT * FROM (
    SELECT 'Python 3', 1, 'python' AS language, 'Python 3.11.2'
    UNION VALUES ('Python 2', 2, 'python', NULL), ('C', 3, 'c', 'gcc 12'), ('C++', 4, 'cpp', NULL))
    WHERE language IN (SELECT language FROM run_languages);
INSERT INTO verify_problems SELECT DISTINCT problem_id, language, 1, '', 2000, 'Lines', 4
    FROM fix_details;
INSERT INTO control_pairs SELECT problem_id, language, pair_number, 's1', 's2',
    iif(pair_number = 1 AND count(*) = 1, 'medium', NULL), NULL
    FROM fix_details, (SELECT 1 AS pair_number UNION VALUES (2), (3))
    GROUP BY problem_id, language, pair_number;
INSERT INTO tests SELECT problem_id, 'first', 'given', 'input of ' || problem_id || char(10),
    'right' || char(10) FROM problems;
INSERT INTO test_runs SELECT DISTINCT buggy_submission_key, 'first',
    iif(buggy_submission_key % 2, 'wrong', 'runtime_error'),
    iif(buggy_submission_key % 2, '', 'ValueError: a message that is longer than its column'),
    'wrong' || char(10) FROM fixes;
INSERT INTO verdicts SELECT fix_key, CASE number WHEN 0 THEN 'no_tests' WHEN 1 THEN 'reproduced'
        WHEN 2 THEN 'proven' WHEN 3 THEN 'weak_tests' ELSE 'unsupported' END,
    iif(number IN (1, 2), 'first', NULL), iif(number = 4, 'Python 2', ''),
    iif(number = 2, 'strict', NULL), number, 10 * number
    FROM (SELECT fix_key, CAST(substr(fixed_submission_id, -1) AS INTEGER) % 5 AS number
          FROM fix_details WHERE origin = 'real');
