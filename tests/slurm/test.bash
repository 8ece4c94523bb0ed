#!/bin/bash
# Mines a tree as an array of setup/slurm on its own Slurm (cluster.bash), does to the tasks what
# happens on clusters, and compares the merged database with one that was mined in a single run.
#
#   task 1   is killed
#   task 2   gets Slurm's warning about its time limit, and resumes when it is requeued
#   task 3   is cancelled
#   task 4   is asked for its status with SIGUSR1
#   task 5   gets SIGTERM from scancel, and resumes when it is requeued; it has the array's job id
#
# Each task is stopped at some point of its work until it is its turn. The environment has $TOKFIX.
# Exit status 77: Slurm is missing or does not start.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/slurm/cluster.bash

n_shards=5
folder=$(mktemp -d "${TMPDIR:-/tmp}/tokfix-slurm.XXXXXX") || exit 1
out=$folder/bugs.db
finish() {
    cluster_stop
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

say() { printf '%3d s  %s\n' "$SECONDS" "$*"; }

fail() {
    echo "FAILED: $*"
    [ -z "${SLURM_CONF:-}" ] || squeue --all
    for log in "$folder/slurmctld.log" "$out".shards/*.log; do
        echo "--- $log"
        tail -n 12 "$log"
    done 2>/dev/null
    exit 1
}

skip() {
    echo "skipped: an array of Slurm, $*"
    exit 77
}

wait_until() { # SECONDS WHAT COMMAND...
    local seconds=$1 what=$2
    shift 2
    until_true "$seconds" "$@" || fail "not within $seconds s: $what"
}

shard() { echo "$out.shards/bugs-$1-of-$n_shards.db"; }

submit() { # SBATCH_OPTION...
    setup/slurm/submit.sh "$dataset" "$out" "$n_shards" --cpus-per-task=1 "$@" -- \
        -j 1 >"$folder/submitted" || fail "submit.sh"
    array=$(sed -n 's/^array \([0-9]*\) mines .*/\1/p' "$folder/submitted")
    merge=$(sed -n 's/^job \([0-9]*\) merges .*/\1/p' "$folder/submitted")
}

# What Slurm knows of a job.
field() { # JOB NAME
    scontrol --oneliner show job "$1" 2>/dev/null | sed -n "s/.* $2=\([^ ]*\) .*/\1/p"
}
is_in_state() { [ "$(field "$1" JobState)" = "$2" ]; }
was_requeued() { [ "$(field "$1" Restarts)" -gt 0 ]; }

has_begun() { [ -e "$(shard "$1").unfinished" ] || [ -e "$(shard "$1")" ]; }
is_unfinished() { [ -e "$(shard "$1").unfinished" ] && [ ! -e "$(shard "$1")" ]; }
is_stopped() { grep -q '^State:[[:space:]]*T' "/proc/$1/status" 2>/dev/null; }

signal() { kill "-$2" "$(cat "$folder/pid-$1")" 2>/dev/null; } # TASK SIGNAL

# The problems that a stopped or killed task has committed. A copy, for who opens it rolls the rest
# back.
n_committed() { # TASK
    rm -rf "$folder/copy"
    mkdir "$folder/copy"
    cp "$(shard "$1")".unfinished* "$folder/copy/"
    sqlite3 "$folder"/copy/*.unfinished 'SELECT count(*) FROM problems' 2>/dev/null || echo 0
}

# Stops a task at some moment of its work; fails when it was too fast.
hold() { # TASK
    wait_until 60 "task $1 begins" has_begun "$1"
    sleep "0.$((RANDOM % 4))"
    signal "$1" STOP && until_true 5 is_stopped "$(cat "$folder/pid-$1")" && is_unfinished "$1"
}

# Task 1, which is to be killed, is let go on until it has committed something.
hold_tasks() {
    local task
    for task in 2 3 4 5 1; do
        hold "$task" || return 1
    done
    while [ "$(n_committed 1)" = 0 ]; do
        signal 1 CONT
        hold 1 || return 1
    done
}

expect_in_log() { # JOB_TASK PATTERN
    grep -q -- "$2" "$out.shards/mine-$1.log" || fail "no '$2' in the log of $1"
}

# A task that was stopped says how much it keeps, and resumes with as much.
expect_to_go_on() { # JOB_TASK
    local n
    n=$(sed -n 's/.*stopped by SIGTERM; \([0-9]*\) of 6 problems are kept.*/\1/p' \
        "$out.shards/mine-$1.log")
    if [ -n "$n" ]; then
        expect_in_log "$1" "resuming: $n of 6"
    else
        expect_in_log "$1" 'stopped by SIGTERM before the first problem'
    fi
}

# A CodeNet tree of 30 problems that takes some ten seconds to mine: users change an operator of
# long programs with one logical line, which has to be parsed. Of five shards each has six problems.
make_tree() { # FOLDER
    mkdir -p "$1/metadata"
    seq -f 'p%05g' 396 425 | while read -r problem; do
        mkdir -p "$1/data/$problem/Python"
        awk -v problem="$problem" -v tree="$1" '
            function add(user, time, status, operator,    id, path) {
                id = sprintf("s%s%03d%d", substr(problem, 2), user, time)
                path = tree "/data/" problem "/Python/" id ".py"
                printf "x = int(input())\n%sprint(x %s %d)\n", body, operator, user > path
                close(path)
                printf "%s,%s,u%09d,%d,Python,Python3,py,%s,10,3000,9000,\n", id, problem, user,
                    1262304000 + time, status
            }
            BEGIN {
                print "submission_id,problem_id,user_id,date,language,original_language," \
                    "filename_ext,status,cpu_time,memory,code_size,accuracy"
                for (i = 1; i <= 700; i++)
                    body = body "x = (x * " i " + len([y for y in range(" i ")])) % 1000007; "
                for (user = 1; user <= 12; user++) {
                    add(user, 1, "Wrong Answer", "+")
                    add(user, 2, "Accepted", "-")
                }
            }' >"$1/metadata/$problem.csv"
    done
}

for program in munged slurmctld slurmd sbatch srun sqlite3; do
    command -v "$program" >/dev/null || skip "for $program is missing"
done

say "making a data set"
dataset=$folder/Project_CodeNet
make_tree "$dataset" || fail "make_tree"
mkdir "$folder/whole" # of the same name, which the table steps keeps
"$TOKFIX" mine "$dataset" -q -o "$folder/whole/bugs.db" || fail "mining without shards"

say "starting Slurm"
cluster_start "$folder" 8 >"$folder/start.log" 2>&1 || {
    tail -n 5 "$folder/start.log" "$folder"/*d.log
    skip "for it does not start"
}

# Tasks leave their process ids.
export MINER=$TOKFIX TEST_FOLDER=$folder
cat >"$folder/tokfix" <<'END'
#!/bin/sh
echo $$ >"$TEST_FOLDER/pid-${SLURM_ARRAY_TASK_ID:-0}"
exec "$MINER" "$@"
END
chmod +x "$folder/tokfix"
export TOKFIX=$folder/tokfix

for attempt in 1 2 3 4 5; do
    submit
    hold_tasks && break
    [ "$attempt" -lt 5 ] || fail "tasks are finished before they can be stopped"
    scancel "$array" "$merge"
    wait_until 60 "all jobs end" cluster_is_empty
    rm -rf "$out.shards" "$folder"/pid-*
done
say "array $array: all tasks are stopped in the middle of their work"

signal 1 KILL
scontrol update JobId="${array}_2" TimeLimit=2
scancel "${array}_3"
scancel --signal=USR1 "${array}_4" && signal 4 CONT
scancel --signal=TERM "${array}_5" && signal 5 CONT

wait_until 60 "the killed task fails" is_in_state "${array}_1" FAILED
[ "$(field "${array}_1" ExitCode)" = 137:0 ] || fail "exit code of the killed task"
is_unfinished 1 || fail "what the killed task had is lost"
n_kept=$(n_committed 1)
[ "$n_kept" -gt 0 ] || fail "nothing is left of the killed task"
say "task 1 was killed and has failed; problems that it has committed: $n_kept"

wait_until 60 "the cancelled task ends" is_in_state "${array}_3" CANCELLED
[ ! -e "$(shard 3)" ] || fail "a cancelled task has finished"
say "task 3 is cancelled"

wait_until 60 "the task that got SIGTERM is requeued" was_requeued "${array}_5"
say "task 5 got SIGTERM and is requeued"
wait_until 120 "Slurm warns of the time limit" was_requeued "${array}_2"
scontrol update JobId="${array}_2" TimeLimit=60
say "task 2 was warned of its time limit and is requeued"

for task in 2 4 5; do
    wait_until 120 "task $task succeeds" is_in_state "${array}_$task" COMPLETED
    [ -e "$(shard "$task")" ] || fail "no shard $task"
    say "task $task has succeeded"
done
was_requeued "${array}_3" && fail "the cancelled task came back"
expect_to_go_on "${array}_2"
expect_in_log "${array}_4" '[0-9]/s'
expect_to_go_on "${array}_5"

wait_until 60 "the merge job is given up" is_in_state "$merge" CANCELLED
[ "$(field "$merge" Reason)" = DependencyNeverSatisfied ] || fail "reason of the merge job"
[ ! -e "$out" ] || fail "the merge job ran"
"$MINER" merge "$out" "$out".shards/bugs-*-of-"$n_shards".db >"$folder/missing" 2>&1 &&
    fail "merged without all"
missing=$(grep -o -e '--array=[0-9,-]*' "$folder/missing")
[ "$missing" = --array=1,3 ] || fail "merge: $(cat "$folder/missing")"
say "the merge job did not run; merge says $missing"

submit "$missing"
wait_until 120 "the merge job succeeds" is_in_state "$merge" COMPLETED
expect_in_log "${array}_1" "resuming: $n_kept of 6"
say "array $array, of the missing tasks, and its merge job have succeeded"

sqlite3 "$folder/whole/bugs.db" .dump >"$folder/whole.sql"
sqlite3 "$out" .dump | cmp - "$folder/whole.sql" || fail "another dump than that of one run"
cmp "$out" "$folder/whole/bugs.db" || fail "another file than that of one run"
say "the database is that of one run, byte for byte"

# The verdicts of an array of two tasks, joined, are those of one run.
sample=$PWD/tests/sample/Project_CodeNet one=$folder/one.db two=$folder/two.db
"$MINER" mine "$sample" -q -o "$one" && cp "$one" "$two" || fail "mining the sample"
how=(--dataset "$sample" --inputs 5)
"$MINER" verify "$one" "${how[@]}" >"$one.txt" 2>&1 || fail "verify without shards"
sbatch --wait --array=1-2 --output="$folder/verify-%a.log" setup/slurm/shard.sbatch 2 \
    verify "$two" "${how[@]}" >"$folder/submitted" || fail "an array that verifies"
"$MINER" verify "$two" "${how[@]}" --join 2 >"$two.txt" 2>&1 || fail "verify --join"
tests/same_db.sh "$one" "$two" || fail "other verdicts than those of one run"
say "the verdicts of an array are those of one run"
