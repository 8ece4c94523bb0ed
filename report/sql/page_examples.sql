-- The fixes that the report page begins with, at most three, each of another category. The category
-- is represented by its most frequent edit, and the edit by its smallest program, if possible one
-- in which nothing differs before the token. If execution has shown bugs, one of the three is such
-- a fix with its input: one that is proven and has short texts, if there is any. They are among the
-- first fixes of the list, which have their programs, and among those that exports take. :edits has
-- the most frequent edits, as JSON: to count all of them again would take too long. `fix` is the
-- number in the list, and `n` the number of fixes with the same edit.

SELECT (SELECT count(*) FROM fixes WHERE fix_key < three.fix_key) AS fix,
    (SELECT count(*) FROM counted_fixes c WHERE (c.category, c.before, c.after) =
        (three.category, three.before, three.after)) AS n
FROM (
    WITH listed AS (
        SELECT fix_key, category, before, after, n_tokens,
            (SELECT 1 + 2 * (verdict = 'proven')
                + (length(input) + length(expected) + length(buggy_output) < 400)
            FROM bug_evidence e WHERE e.fix_key = f.fix_key AND input IS NOT NULL) AS shown,
            start_byte = fixed_start_byte AS is_plain, 0 AS n
        FROM fixes f
        ORDER BY fix_key
        LIMIT coalesce(:limit, 20)
    ),
    edits AS (
        SELECT NULL, value ->> 'category', value ->> 'before', value ->> 'after', NULL, NULL,
            NULL, value ->> 'n'
        FROM json_each(:edits)
    ),
    counted AS (
        SELECT fix_key, category, before, after, n_tokens, shown, is_plain,
            max(n) OVER (PARTITION BY category, before, after) AS n
        FROM (SELECT * FROM listed UNION ALL SELECT * FROM edits)
    ),
    candidates AS (
        SELECT f.*, in_thesis, sort_order, shown IS NOT NULL AND 1 = row_number() OVER (
            ORDER BY shown DESC, is_plain DESC, in_thesis DESC, n DESC, n_tokens, fix_key)
            AS is_first
        FROM counted f
        JOIN categories USING (category)
        WHERE EXISTS (SELECT 1 FROM taken_fixes t WHERE t.fix_key = f.fix_key)
            AND EXISTS (SELECT 1 FROM counted_fixes c WHERE c.fix_key = f.fix_key)
    ),
    ranked AS (
        SELECT *, row_number() OVER (PARTITION BY category
            ORDER BY is_first DESC, n DESC, is_plain DESC, shown IS NULL, n_tokens, fix_key)
            AS place
        FROM candidates
    )
    SELECT *
    FROM ranked
    WHERE place = 1
    ORDER BY is_first DESC, in_thesis DESC, n DESC, sort_order
    LIMIT 3
) three
ORDER BY n DESC, fix;
