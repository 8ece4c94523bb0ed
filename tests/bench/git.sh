#!/bin/sh
# git.sh REPOSITORY=PATH [NAME=VALUE]...: times `tokfix mine --git` on a repository beside two
# commands of git that read the same history. Patches are those of the files that PATHS names, as
# git's pathspecs, separated by blanks: git stops at a file that a partial copy lacks. `make
# bench-git` passes its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
RUNS=3 REPOSITORY='' PATHS='*.py' WORK=out/bench TOKFIX=out/tokfix
options 'RUNS' 'REPOSITORY PATHS WORK TOKFIX' "$@"
need git "install it (Debian's package has the same name)"
[ "$REPOSITORY" ] || die 'name a repository: make bench-git REPOSITORY=PATH'
repository=$(git -c safe.directory='*' -C "$REPOSITORY" rev-parse --absolute-git-dir) ||
    die "'$REPOSITORY' is not a git repository"
main=$WORK/git-$(basename "$(dirname "$repository")")
mkdir -p "$main"

log() {
    logged=$1 title=$2
    shift 2
    step "$logged" "$title" sh -ec 'git -c safe.directory="*" --git-dir="$0" log --all "$@" \
        >/dev/null' "$repository" "$@"
}

mine() {
    mined=$1 title=$2
    shift 2
    step "$mined" "$title" "$TOKFIX" mine --git "$REPOSITORY" --language python --force -q \
        -o "$main/$mined.db" "$@"
}

steps() {
    log raw 'git log --raw' --raw -z --no-renames --no-abbrev
    set -f # the patterns are git's
    log patch 'git log -p -U0' -p -U0 --no-renames -- $PATHS
    set +f
    mine tokfix 'tokfix mine --git'
    mine tokfix_all 'tokfix, all commits and sizes' --keywords none --max-files 0
}

begin "$main" bench-git
rounds
machine REPOSITORY PATHS RUNS
of() { sqlite3 -readonly "$main/$1.db" "$2"; }
echo "$(of tokfix "select n from commit_counts where name = 'commits'") commits," \
    "$(of tokfix 'select sum(n_pairs) from problem_languages') pairs" \
    "$(of tokfix 'select count(*) from fixes') fixes; all commits:" \
    "$(of tokfix_all 'select sum(n_pairs) from problem_languages') pairs," \
    "$(of tokfix_all 'select count(*) from fixes') fixes"
steps_table
ratios_table <<END
tokfix_to_raw tokfix raw tokfix / git log --raw
tokfix_to_patch tokfix patch tokfix / git log -p -U0
all_to_patch tokfix_all patch tokfix, all commits / git log -p -U0
END
end
