-- The problems of a part, each with the first run that read it.
INSERT INTO temp.listed
SELECT problem_id, number, min(new_key), name, contest
FROM temp.current JOIN temp.runs ON part = number JOIN part.problem_runs USING (run_key)
JOIN part.problems USING (problem_id) GROUP BY problem_id;
