-- The keys of the fixes on the report page. :verdicts has the verdicts of tokfix
-- verify of the fixes to list, separated by commas; NULL: all fixes.

SELECT f.fix_key
FROM fixes f
WHERE (:verdicts IS NULL OR instr(',' || :verdicts || ',', ',' || coalesce((SELECT v.verdict
    FROM verdicts v WHERE v.fix_key = f.fix_key), 'none') || ','))
ORDER BY f.fix_key
LIMIT coalesce(:limit, 20);
