#!/bin/sh
# What tasks.cjs must print for a store of tasks.sql and the tasks 500 and 4. tasks_of_store.sh DB
set -eu
tab=$(printf '\t')

query() {
    sqlite3 -readonly -separator "$tab" "$db" "$1"
}

timeline() { # TASK COMMITS DOTS
    printf 'chosen: timelinetask\nada__shop-%s: %s\ndots: %s\n' "$1" "$2" "$3"
    query "WITH first AS (SELECT * FROM task_findings WHERE task_key = $1
                          ORDER BY finding_key LIMIT 20)
        SELECT iif(date, date(date, 'unixepoch'), 'no date'),
            iif(date, CAST((date - 1500000000) / 86400 AS TEXT), '–'), substr(commit_id, 1, 12),
            iif(evidence = 'similar', 'similar 0.75', evidence) || ', ' || relation ||
            coalesce(': ' || role, '')
        FROM first ORDER BY date"
}

db=$1
echo "places: 2
Tasks by result
Tasks by evidence of their solution
Tasks by where their solution can be seen
The first 500 of 510 tasks
Timeline of a task"
query "SELECT task_id, repository, substr(base_id, 1, 12), decision FROM tasks
    ORDER BY decision <> 'drop', decision <> 'review',
        task_key NOT IN (SELECT task_key FROM task_findings
                         UNION SELECT task_key FROM task_texts), is_sealed, task_key LIMIT 500"
timeline 500 '25 commits to do with the solution, the first 20 in this file.' 20
timeline 4 '1 commit to do with the solution.' 2
