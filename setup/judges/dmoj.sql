-- The submissions of a DMOJ as rows for tokfix mine (judge/models of DMOJ/online-judge). The result
-- of a submission that passes a part of the tests is AC, too.
select s.id, s.user_id as user, p.code as problem, p.name as problem_name, l.name as language,
    date_format(s.date, '%Y-%m-%dT%H:%i:%s.%fZ') as date, c.source as code,
    if(s.result = 'AC' and s.case_points < s.case_total, 'PARTIAL',
        coalesce(s.result, s.status)) as status
from judge_submission s join judge_submissionsource c on c.submission_id = s.id
    join judge_problem p on p.id = s.problem_id join judge_language l on l.id = s.language_id;
