#!/bin/sh
# licenses.sh NODE_MODULES: the licences of what d3 and Plot are bundled from, each text once, behind
# the names of the packages that are under it.
set -eu
cd "$1"

# d3-dsv needs these for its programs only; they are in no bundle.
find . -name LICENSE -not -path './commander/*' -not -path './iconv-lite/*' \
    -not -path './rw/*' -not -path './safer-buffer/*' | LC_ALL=C sort |
    while read -r file; do
        echo "$(cksum <"$file" | tr ' ' '-') $(dirname "$file")"
    done |
    awk '{ if (!($1 in names)) order[++n] = $1; names[$1] = names[$1] (names[$1] ? ", " : "") substr($2, 3)
           if (!($1 in file)) file[$1] = $2 }
         END { for (i = 1; i <= n; i++) print file[order[i]] "/LICENSE " names[order[i]] }' |
    while read -r file names; do
        echo "$names"
        echo
        cat "$file"
        echo
    done
