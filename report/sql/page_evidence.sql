-- What executing a fix has shown, on the report page.

SELECT buggy_detail, test_name, origin = 'found' AS is_found, n_jurors, buggy_outcome, input,
    expected, buggy_output
FROM bug_evidence
WHERE fix_key = :fix_key
UNION ALL
SELECT detail, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM verdicts
WHERE fix_key = :fix_key AND verdict NOT IN ('reproduced', 'proven') AND detail <> '';
