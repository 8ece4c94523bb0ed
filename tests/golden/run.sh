#!/bin/sh
# run.sh CASE JOBS: runs one golden case for tests/run.sh. Each folder here that has a file `cmd` is
# a case. `cmd` runs in an empty folder with $TOKFIX, $SAMPLE (the sample tree), $CASE (the case's
# folder) and $JOBS. Its output, standard error after standard output, must be equal to `expected`
# for every number of jobs. BLESS=1 writes `expected` anew. A case that ends with 77 is skipped: its
# standard error says why.
set -u
CASE=$(realpath "tests/golden/$1") JOBS=$2
export CASE JOBS
mkdir "$SCRATCH/work"
cd "$SCRATCH/work"
sh -eu "$CASE/cmd" >../stdout 2>../stderr
status=$?
cd ..
if [ $status -eq 77 ]; then
    cat stderr
    printf '[  PASSED  ] 0 test(s).\n[  SKIPPED ] 1 test(s).\n'
    exit
fi
echo "exit status $status" >status
# not every machine allows a cgroup
cat stdout stderr status | LC_ALL=C sed '/: no cgroup can be made here/d' >actual
[ -z "${BLESS:-}" ] || cp actual "$CASE/expected"
if cmp -s "$CASE/expected" actual; then
    echo "[  PASSED  ] 1 test(s)."
else
    diff "$CASE/expected" actual | head -n 40
    echo "golden $1, $2 jobs (< expected, > printed)"
    echo "[  FAILED  ] 1 test(s)."
    exit 1
fi
