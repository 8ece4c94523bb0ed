#!/bin/sh
# git.sh REPOSITORY=PATH [NAME=VALUE]...: times `tokfix mine --git` on a repository beside two
# commands of git that read the same history; and with TASKS=FILE, `tokfix tasks` beside those that
# read the same commits and files. Patches are those of the files that PATHS names, as git's
# pathspecs, separated by blanks: git stops at a file that a partial copy lacks. `make bench-git`
# passes its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
RUNS=3 REPOSITORY='' PATHS='*.py' TASKS='' WORK=out/bench TOKFIX=out/tokfix
options 'RUNS REPOSITORY PATHS TASKS WORK TOKFIX' "$@"
need git "install it (Debian's package has the same name)"
[ "$REPOSITORY" ] || die 'name a repository: make bench-git REPOSITORY=PATH [TASKS=FILE.jsonl]'
export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0='*'
repository=$(git -C "$REPOSITORY" rev-parse --absolute-git-dir) ||
    die "'$REPOSITORY' is not a git repository"
main=$WORK/git-$(basename "$(dirname "$repository")")
mkdir -p "$main"
export main repository

# The blobs that `tasks` reads: of all changes, those whose file has the name of a gold's file.
list_blobs() {
    need jq "install it (Debian's package has the same name)"
    jq -r '.patch // .fix_patch' "$TASKS" |
        sed -n 's|^[+-][+-][+-] [ab]/\([^\t]*\).*|\1|p' | sed 's|.*/||' | sort -u >"$main/names"
    git --git-dir="$repository" rev-list --parents --branches --tags | cut -d ' ' -f 1,2 |
        git --git-dir="$repository" diff-tree --stdin --root -r --raw --no-abbrev --no-renames \
            --no-commit-id |
        awk -F '\t' 'NR == FNR { wanted[$0]; next }
            { n = split($2, part, "/"); split($1, word, " ") }
            part[n] in wanted { print word[3]; print word[4] }' "$main/names" - |
        grep -v '^0*$' | sort -u >"$main/blobs"
}

log() { # KEY NAME ARGUMENT...
    logged=$1 title=$2
    shift 2
    step "$logged" "$title" sh -ec 'git --git-dir="$repository" log --branches --tags --remotes \
        "$@" >/dev/null' sh "$@"
}

# shellcheck disable=SC2016
steps() {
    log raw 'git log --raw' --raw -z --no-renames --no-abbrev
    set -f # the patterns are git's
    log patch 'git log -p -U0' -p -U0 --no-renames -- $PATHS
    set +f
    mine tokfix 'tokfix mine --git' --git "$REPOSITORY" --language python
    mine tokfix_all 'tokfix, all commits and sizes' --git "$REPOSITORY" --language python \
        --keywords none --max-files 0
    [ "$TASKS" ] || return 0
    step floor 'diff-tree --raw, cat-file' sh -ec 'git --git-dir="$repository" rev-list \
        --parents --branches --tags | cut -d " " -f 1,2 |
        git --git-dir="$repository" diff-tree --stdin --root -r --raw >/dev/null
        git --git-dir="$repository" cat-file --batch --buffer <"$main/blobs" >/dev/null'
    step tasks 'tokfix tasks' "$TOKFIX" tasks --repositories "$REPOSITORY" --tasks "$TASKS" \
        --visible clone -q
}

[ ! "$TASKS" ] || list_blobs
rounds "$main" REPOSITORY PATHS TASKS RUNS
of() { sqlite3 -readonly "$main/$1.db" "$2"; }
echo "$(of tokfix "select n from commit_counts where name = 'commits'") commits," \
    "$(of tokfix 'select sum(n_pairs) from problem_languages') pairs" \
    "$(of tokfix 'select count(*) from fixes') fixes; all commits:" \
    "$(of tokfix_all 'select sum(n_pairs) from problem_languages') pairs," \
    "$(of tokfix_all 'select count(*) from fixes') fixes"
[ ! "$TASKS" ] || echo "$(grep -c . "$TASKS") tasks, $(grep -c . "$main/blobs") files"
steps_table
ratios_table <<END
tokfix raw tokfix / git log --raw
tokfix patch tokfix / git log -p -U0
tokfix_all patch tokfix, all commits / git log -p -U0
tasks floor tokfix tasks / git
END
end
