#!/bin/sh
# manual.sh TOKFIX VERSION DATE DIR: writes the manual pages to DIR with help2man, from what TOKFIX
# prints as help. Without help2man it writes none.
set -eu
tokfix=$(realpath "$1")
version=$2
SOURCE_DATE_EPOCH=$(date -u -d "$3" +%s)
export SOURCE_DATE_EPOCH
command -v help2man >/dev/null || exit 0

programs=$(mktemp -d)
trap 'rm -rf "$programs"' EXIT

page() { # NAME SUMMARY [COMMAND]: help2man runs a program with this name
    cat >"$programs/$1" <<END
#!/bin/sh
"$tokfix" $3 --help | sed '/^Examples:/,/^[^ ]*\$/s/^  /  $ /; s/^See also:/*See also*/
    s/^ \{26\}\([a-z0-9-]*: \)/                          - \1/'
END
    chmod +x "$programs/$1"
    help2man -N -n "$2" --version-string="$version" -m "tokfix manual" "$programs/$1" >"$4/$1.1"
}

page tokfix "$("$tokfix" --help | sed -n '1s/^tokfix - //p')" "" "$4"
"$tokfix" --help | sed -n 's/^  \([a-z]*\)  *\([a-z].*\)/\1 \2/p' |
    while read -r command summary; do
        case $command in help | tokfix) continue ;; esac
        page "tokfix-$command" "$summary" "$command" "$4"
    done
