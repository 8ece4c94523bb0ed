-- The submissions of a DOMjudge as rows for tokfix mine (entities of DOMjudge/domjudge): the first
-- file of each submission, with the result of its valid judging.
select s.submitid as id, s.teamid as user, s.probid as problem, p.name as problem_name,
    c.shortname as contest, s.submittime as date, s.langid as language,
    convert(f.sourcecode using utf8mb4) as code, coalesce(j.result, 'pending') as status
from submission s join submission_file f on f.submitid = s.submitid and f.ranknumber = 0
    join problem p on p.probid = s.probid join contest c on c.cid = s.cid
    left join judging j on j.submitid = s.submitid and j.valid = 1;
