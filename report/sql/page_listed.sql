-- The keys of the fixes on the report page.

SELECT f.fix_key
FROM fixes f
ORDER BY f.fix_key
LIMIT coalesce(:limit, 20);
