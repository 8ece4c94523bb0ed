-- The submissions of a HUSTOJ as rows for tokfix mine (trunk/install/db.sql of zhblue/hustoj). Of
-- the results, 4 is Accepted and 5 to 11 are failing; the others are not judged, or are test runs
-- (trunk/web/include/const.inc.php).
select s.solution_id as id, s.user_id as user, s.problem_id as problem,
    s.contest_id as contest, p.title as problem_name, unix_timestamp(s.in_date) as date,
    s.language, c.source as code, s.result as status
from solution s join source_code c on c.solution_id = s.solution_id
    join problem p on p.problem_id = s.problem_id
where s.result between 4 and 11;
