#!/bin/sh
# The rooms and their directions: reads the #include lines and fails on one that goes the wrong way,
# on a library's header outside the one file that may talk to it, and on files that go in a circle.
set -eu
cd "$(dirname "$0")/.."

# room: the rooms whose headers it may include. What grows trees shares nothing with what it helps
# to check; bench/ measures what guard/ finds and saves, and the floor under it.
allowed='base: base
cli: base cli
languages: base languages
tokenize: base languages tokenize
db: base db
classify: base languages tokenize db classify
fixes: base languages tokenize classify db fixes
guard: base languages tokenize db fixes guard
augment: base languages tokenize classify db fixes augment
sandbox: base sandbox
verify/inputs: base verify/inputs
verify: base languages tokenize db fixes miner sandbox verify/inputs verify
export: base languages tokenize classify db fixes export
export/publish: base languages tokenize db fixes export export/publish
report: base languages tokenize classify db fixes guard augment export tasks report
score: base languages tokenize classify db fixes export report verify score
miner: base languages tokenize classify db augment miner
sources/codenet: base languages tokenize db miner sources/codenet
sources/git: base languages tokenize db sandbox miner sources/git
sources/rows: base languages tokenize sandbox miner sources/rows
sources: base languages db fixes miner sources/codenet sources/rows sources/git sources
tasks: base languages tokenize db guard augment export sandbox miner sources/git tasks
commands: base cli languages tokenize classify db fixes guard augment sandbox verify export
commands: export/publish report score sources/rows sources/git sources
commands: miner tasks commands
bench: base languages tokenize db fixes guard verify
tests/grow: base tests/grow'

# library header: the file that is its door, or the files, one for each thing that the library is
# used for; the programs of bench/ and tests/grow/ are beside tokfix, each for itself
doors='tree_sitter/api.h tokenize/tree.c
sqlite3.h db/db.c
iconv.h base/encoding.c
csv.h base/delimited.c
cjson/cJSON.h base/json.c
unigbrk.h base/str.c
unistr.h base/str.c
uniwidth.h base/str.c
unistring/version.h base/str.c
nettle/nettle-meta.h sources/git/blobs.c
nettle/sha1.h sources/git/blobs.c
nettle/sha2.h base/hash.c sources/git/blobs.c
nettle/base16.h base/hash.c sources/git/blobs.c
nettle/version.h base/hash.c
nettle/base64.h base/hash.c
xxhash.h base/hash.c
seccomp.h sandbox/filter.c
pthread.h base/thread.h
dlfcn.h base/duck.c
link.h base/duck.c
zlib.h base/packed.c export/output.c
isa-l.h base/packed.c
archive.h base/archive_reader.c base/packed.c
archive_entry.h base/archive_reader.c base/packed.c'

rooms=$(echo "$allowed" | cut -d: -f1 | uniq)
bad=$(
    for room in $rooms; do
        may=$(echo "$allowed" | sed -n "s|^$room:||p" | tr '\n' ' ')
        grep -n '^ *# *include "' "$room"/*.[ch] | while IFS= read -r line; do
            target=$(echo "$line" | sed 's/.*include "\([^"]*\)".*/\1/')
            case $target in
            *.inc) continue ;; # generated, for its user
            */*) to=${target%/*} ;;
            *) continue ;;
            esac
            case " $may " in
            *" $to "*) ;;
            *) echo "$line  -- $room/ may include only:$may" ;;
            esac
        done
    done
    handed='pair_source|pair_journal|histories'
    grep -Hn '^ *# *include "miner/' sources/*/*.[ch] |
        grep -Ev "\"miner/($handed).h\"" |
        sed 's|$|  -- a source knows of miner/ only what it hands over|' || true
    for room in $(echo "$rooms" | grep -Ev '^(bench|tests/grow)$'); do
        echo "$doors" | while read -r header door; do
            grep -Hn "^ *# *include <$header>" "$room"/*.[ch] |
                grep -Ev "^($(echo "$door" | tr ' ' '|')):" |
                sed "s|\$|  -- only $door may include it|" || true
        done
    done
)
if [ -n "$bad" ]; then
    echo "$bad"
    echo "layers: wrong includes"
    exit 1
fi

# Reads pairs "a b", a before b, and says which go in a circle.
circle() {
    sort -u | tsort 2>&1 >/dev/null | sed 's/^tsort: //; /input contains a loop/d' | tr '\n' ' '
}

# headers that include each other, and files whose functions call each other's: neither can be read
# without the other
product=$(echo "$rooms" | grep -v '^bench$')
headers=$(for room in $product; do
    grep -Ho '^ *# *include "[^"]*/[^"]*"' "$room"/*.h | sed 's/:.*include "/ /; s/"$//'
done | circle)
calls=$(for room in $product; do echo "$room"/*.c; done | xargs awk '
    /^[a-z]/ && match($0, /[a-z_][a-z_0-9]*\(/) {
        name = substr($0, RSTART, RLENGTH - 1)
        if (/^static/) own[FILENAME, name]
        else home[name] = FILENAME
    }
    /^ / {
        for (rest = $0; match(rest, /[a-z_][a-z_0-9]*\(/); rest = substr(rest, RSTART + RLENGTH))
            called[FILENAME, substr(rest, RSTART, RLENGTH - 1)]
    }
    END {
        for (call in called) {
            split(call, part, SUBSEP)
            if (part[2] in home && home[part[2]] != part[1] && !(call in own))
                print part[1], home[part[2]]
        }
    }' | circle)
if [ -n "$headers$calls" ]; then
    echo "$headers$calls"
    echo "layers: files in a circle"
    exit 1
fi
echo "layers: $(echo "$rooms" | wc -w) rooms, all includes in direction, no circles"
