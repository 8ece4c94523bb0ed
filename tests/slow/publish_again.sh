#!/bin/sh
# publish_again.sh ARGUMENT...: stands for tokfix in a case. After a `publish`, it runs the
# commands of the card in a new folder that has the same input files, and adds a line to $RESULTS:
# the case, the folder, and whether the commands made it again, byte for byte. $REAL is tokfix.
is_database() { # also one without an extension
    case $1 in *.db) ;; *) head -c 15 "$1" 2>/dev/null | grep -q '^SQLite format 3' ;; esac
}

"$REAL" "$@"
status=$?
folder=
[ "${1:-}" != publish ] || while [ $# -gt 1 ]; do
    [ "$1" != -o ] || folder=$2
    shift
done
[ -n "$folder" ] && [ $status -eq 0 ] || exit $status
case $folder in *[[:cntrl:]]*) exit 0 ;; esac # a line in the card has no control characters
again=$(mktemp -d "$RESULTS.XXXXXX")
mkdir "$again/bin"
ln -s "$REAL" "$again/bin/tokfix"
for input in "$PWD"/* "$PWD"/../* "$SAMPLE" "$SAMPLE/Project_CodeNet"; do
    name=$(basename "$input")
    [ "$name" = bin ] || [ -e "$again/$name" ] || is_database "$input" ||
        ln -s "$input" "$again/$name"
done
name=$(basename "$folder")
rm -f "$again/$name"
sed -n '/^## Reproduction/,/^## /{/^```sh/,/^```/p}' "$folder/README.md" |
    sed '/^```/d; s/ --salt SALT/ --salt s/' >"$again/bin/commands" # the secret of export-git
result=same
if ! (cd "$again" && PATH=$again/bin:$PATH sh -e bin/commands >bin/log 2>&1); then
    result="does not run: $(tail -n 1 "$again/bin/log")"
elif ! diff -r "$folder" "$again/$name" >"$again/bin/log"; then
    result="differs: $(head -n 1 "$again/bin/log" | cut -c 1-200)"
fi
echo "$(basename "$CASE") $folder $result" >>"$RESULTS"
exit 0
