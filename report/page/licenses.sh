#!/bin/sh
# licenses.sh NODE_MODULES: prints, for HTML, the licences of the packages from which d3, Plot and
# Prism are bundled. Each text is printed once, after the names of the packages that come with it.
set -eu
cd "$1"

# d3-dsv needs these packages only for its programs. They are not in the bundle.
ls -d */LICENSE @*/*/LICENSE | grep -Ev '^(commander|iconv-lite|rw|safer-buffer)/' | LC_ALL=C sort |
    while read -r file; do
        echo "$(cksum <"$file" | tr ' ' -) ${file%/LICENSE}"
    done |
    awk '!($1 in names) { texts[++n] = $1; first[$1] = $2 }
         { names[$1] = names[$1] " " $2 }
         END { for (i = 1; i <= n; i++) print first[texts[i]] names[texts[i]] }' |
    while read -r first names; do
        printf '%s\n\n' "$names"
        cat "$first/LICENSE"
        echo
    done |
    sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g'
