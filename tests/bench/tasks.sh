#!/bin/sh
# tasks.sh REPOSITORY=PATH TASKS=FILE [NAME=VALUE]...: times `tokfix tasks` on a repository
# beside the commands of git that read the same: `rev-list | diff-tree --raw`, which compares each
# commit with its first parent, and `cat-file --batch` of the files that have the names of the gold
# patches' files. `make bench-tasks` passes its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
RUNS=3 REPOSITORY='' TASKS='' VISIBLE=clone WORK=out/bench TOKFIX=out/tokfix
options 'RUNS' 'REPOSITORY TASKS VISIBLE WORK TOKFIX' "$@"
need git "install it (Debian's package has the same name)"
need jq "install it (Debian's package has the same name)"
[ "$REPOSITORY" ] && [ "$TASKS" ] ||
    die 'name a repository and its tasks: make bench-tasks REPOSITORY=PATH TASKS=FILE.jsonl'
repository=$(git -c safe.directory='*' -C "$REPOSITORY" rev-parse --absolute-git-dir) ||
    die "'$REPOSITORY' is not a git repository"
case $VISIBLE in
clone) refs='--branches --tags' ;;
refs | all) refs=--all ;;
*) die "VISIBLE must be clone, refs or all, not '$VISIBLE'" ;;
esac
main=$WORK/tasks-$(basename "$(dirname "$repository")")
mkdir -p "$main"
export main repository refs

# The blobs that tokfix reads: of all changes, those whose file has the name of a gold's file.
list_blobs() {
    jq -r '.patch // .fix_patch' "$TASKS" |
        sed -n 's|^[+-][+-][+-] [ab]/\([^\t]*\).*|\1|p' | sed 's|.*/||' | sort -u >"$main/names"
    sh -ec 'git -c safe.directory="*" --git-dir="$repository" rev-list --parents $refs |
        cut -d " " -f 1,2 | git -c safe.directory="*" --git-dir="$repository" diff-tree --stdin \
        --root -r --raw --no-abbrev --no-renames --no-commit-id' |
        awk -F '\t' 'NR == FNR { wanted[$0]; next }
            { n = split($2, part, "/"); split($1, word, " ") }
            part[n] in wanted { print word[3]; print word[4] }' "$main/names" - |
        grep -v '^0*$' | sort -u >"$main/blobs"
}

steps() {
    step floor 'diff-tree --raw, cat-file' sh -ec 'git -c safe.directory="*" \
        --git-dir="$repository" rev-list --parents $refs | cut -d " " -f 1,2 |
        git -c safe.directory="*" --git-dir="$repository" diff-tree --stdin --root -r --raw \
        >/dev/null
        git -c safe.directory="*" --git-dir="$repository" cat-file --batch --buffer \
        <"$main/blobs" >/dev/null'
    step tokfix 'tokfix tasks' "$TOKFIX" tasks --repositories "$REPOSITORY" --tasks "$TASKS" \
        --visible "$VISIBLE" -q
}

begin "$main" bench-tasks
list_blobs
rounds
machine REPOSITORY TASKS VISIBLE RUNS
echo "$(grep -c . "$TASKS") tasks, $(grep -c . "$main/blobs") files"
steps_table
ratios_table <<END
tokfix_to_floor tokfix floor tokfix tasks / git
END
end
