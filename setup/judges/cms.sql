-- The submissions of a CMS as rows for tokfix mine (cms/db of cms-dev/cms): the programs, and their
-- scores on the active dataset, or the outcome if they were not compiled or scored. It stops at a
-- program that is not UTF-8.
select s.id, u.username as user, t.name as problem, t.title as problem_name, c.name as contest,
    to_char(s.timestamp, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as date, s.language,
    convert_from(lo_get(o.loid), 'UTF8') as code,
    case when r.compilation_outcome = 'fail' then 0 else r.score end as score
from submissions s join participations p on p.id = s.participation_id
    join users u on u.id = p.user_id join contests c on c.id = p.contest_id
    join tasks t on t.id = s.task_id join files f on f.submission_id = s.id
    join fsobjects o on o.digest = f.digest
    left join submission_results r on r.submission_id = s.id and r.dataset_id = t.active_dataset_id;
