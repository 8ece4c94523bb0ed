-- The problems that two parts have, by pair of parts (store_merge.h).
WITH items AS (
    SELECT a.problem_id, a.part AS a, b.part AS b, total(a.said = b.said) AS same,
           total(a.said <> b.said) AS other
    FROM temp.evidence a JOIN temp.evidence b USING (problem_id, item_id)
    WHERE a.part < b.part GROUP BY 1, 2, 3
)
SELECT x.part, y.part, count(*), total(same), count(nullif(other, 0)), min(x.problem_id),
       min(iif(other > 0, x.problem_id, NULL))
FROM temp.listed x JOIN temp.listed y ON y.problem_id = x.problem_id AND y.part > x.part
LEFT JOIN items i ON i.problem_id = x.problem_id AND i.a = x.part AND i.b = y.part
GROUP BY 1, 2 ORDER BY 1, 2
