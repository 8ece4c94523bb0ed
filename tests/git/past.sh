#!/bin/sh
# past.sh SOURCE BASE CLEAN: fails, and says why, unless the repository CLEAN has the commit BASE of
# SOURCE with its past, and nothing else, as git itself sees it. SOURCE may be damaged elsewhere.
set -eu
source=$1 base=$2 clean=$3 here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
export LC_ALL=C HOME=/nowhere GIT_CONFIG_NOSYSTEM=1 GIT_NO_REPLACE_OBJECTS=1
export GIT_GRAFT_FILE=/nowhere

fail() {
    echo "past.sh: $*" >&2
    exit 1
}

from() {
    git -C "$source" -c safe.directory='*' -c core.hooksPath=/dev/null -c core.fsmonitor= "$@"
}

to() {
    git -C "$clean" "$@"
}

# objects, and tags that lead to an ancestor, each asked for with another command than tokfix uses
from rev-list --objects "$base" -- | cut -d' ' -f1 >"$here/want"
from for-each-ref --format='%(refname)' refs/tags 2>/dev/null | while read -r tag; do
    commit=$(from rev-parse -q --verify "$tag^{commit}" 2>/dev/null) || continue
    from merge-base --is-ancestor "$commit" "$base" || continue
    object=$(from rev-parse "$tag")
    echo "$object $tag" >>"$here/tags"
    while [ "$(from cat-file -t "$object")" = tag ]; do
        echo "$object" >>"$here/want"
        object=$(from cat-file tag "$object" | sed -n '1s/^object //p')
    done
done
touch "$here/tags"
sort -u "$here/want" >"$here/objects"
to cat-file --batch-all-objects --batch-check='%(objectname)' | sort >"$here/found"
cmp "$here/objects" "$here/found" >&2 || fail "other objects: $(diff "$here/objects" "$here/found")"
to for-each-ref --format='%(objectname) %(refname)' refs/tags >"$here/found"
cmp "$here/tags" "$here/found" >&2 || fail "other tags"

# one branch, HEAD on it
[ "$(to rev-parse HEAD)" = "$base" ] || fail "another HEAD"
other=$(to for-each-ref --format='%(refname)' | grep -v '^refs/tags/')
[ "$other" = "$(to symbolic-ref HEAD)" ] || fail "other references: $(to for-each-ref)"
[ -z "$(to log --all --not "$base" --format=%H)" ] || fail "commits that are no ancestors"
[ -z "$(to reflog show --all)" ] || fail "reflogs"
[ -z "$(to remote)" ] || fail "remotes"
for options in --tags --always; do
    [ "$(from describe --abbrev=40 $options "$base")" = "$(to describe --abbrev=40 $options)" ] ||
        fail "another description with $options"
done

# old tools wrote modes and names that git now finds wrong
to -c fsck.zeroPaddedFilemode=ignore -c fsck.badTimezone=ignore -c fsck.missingEmail=ignore \
    -c fsck.missingSpaceBeforeEmail=ignore -c fsck.missingSpaceBeforeDate=ignore \
    -c fsck.missingTaggerEntry=ignore -c fsck.missingNameBeforeEmail=ignore \
    -c fsck.badName=ignore -c fsck.badEmail=ignore \
    fsck --full --strict --no-progress >"$here/fsck" 2>&1 || fail "fsck: $(head -5 "$here/fsck")"
[ -z "$(grep -E 'dangling|missing|unreachable' "$here/fsck")" ] || fail "fsck: $(cat "$here/fsck")"

# no files but those that git needs
known='HEAD|config|description|packed-refs|shallow' pack='objects/pack/pack-[0-9a-f]*'
other=$(cd "$clean" && find . -type f | grep -Ev "^\./($known|$pack\.(pack|idx|rev))\$" || true)
[ -z "$other" ] || fail "other files: $other"
