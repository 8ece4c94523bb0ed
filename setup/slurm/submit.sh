#!/bin/bash
# Submits an array that mines DATASET in N shards, and a job that merges them into OUT:
#
#   submit.sh DATASET OUT N [SBATCH_OPTION...] [-- MINE_OPTION...]
#
# After a failure the same command resumes the run; with --array=2,5-7 it submits these shards only.
# The sbatch options are for the array. SBATCH_ACCOUNT, SBATCH_PARTITION and the other variables of
# sbatch are for both jobs.
set -eu

fail() { # STATUS MESSAGE
    echo "submit.sh: $2" >&2
    exit "$1"
}

[ $# -ge 3 ] || fail 2 "usage: submit.sh DATASET OUT N [SBATCH_OPTION...] [-- MINE_OPTION...]"
case $3 in
'' | 0* | *[!0-9]*) fail 2 "'$3' is not a number of shards" ;;
esac
[ -e "$1" ] || fail 1 "'$1' does not exist"
[ ! -e "$2" ] ||
    fail 1 "'$2' already exists, and is complete; to start a new run, name another file"
dataset=$(realpath -- "$1") out=$(realpath -m -- "$2") n=$3
shift 3
for_sbatch=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
    for_sbatch+=("$1")
    shift
done
[ $# -eq 0 ] || shift

TOKFIX=$(command -v -- "${TOKFIX:-tokfix}") || fail 1 "tokfix is not in PATH: name it with TOKFIX="
TOKFIX=$(realpath -- "$TOKFIX")
export TOKFIX
here=$(dirname -- "$(realpath -- "$0")")
shards=$out.shards
mkdir -p -- "$shards"

# sbatch prints "JOBID" or "JOBID;CLUSTER". In the name of a log % is Slurm's.
mine=$(sbatch --parsable --array="1-$n" --output="${shards//%/%%}/mine-%A_%a.log" \
    ${for_sbatch[@]+"${for_sbatch[@]}"} "$here/shard.sbatch" "$n" \
    mine "$dataset" -o "$shards/bugs-{}-of-$n.db" "$@")
mine=${mine%%;*}
merge=$(sbatch --parsable --dependency="afterok:$mine" --kill-on-invalid-dep=yes \
    --output="${shards//%/%%}/merge-%j.log" "$here/merge.sbatch" "$out" "$shards" "$n")
merge=${merge%%;*}

word() { printf '%q' "$1"; } # quoted for the shell

cat <<END
array $mine mines $(word "$dataset") in $n shards into $(word "$shards")
job $merge merges them into $(word "$out") when all have succeeded

running and waiting:      squeue --job $mine,$merge
progress of the tasks:    scancel --signal=USR1 \$(squeue --noheader -t R --job $mine -o %i.0)
                          tail -n 1 $(word "$shards")/mine-${mine}_*.log
stop, keep the results:   scancel $mine $merge

When a task fails, job $merge is cancelled. Run the same command again to resume. To submit only the
missing tasks, add the --array=... that this command prints:

$(word "$TOKFIX") merge $(word "$out") $(word "$shards")/bugs-*-of-$n.db
END
