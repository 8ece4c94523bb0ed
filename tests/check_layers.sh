#!/bin/sh
# The rooms and their directions: reads the #include lines and fails on one that goes the wrong way,
# on a folder without a row here, on a permission that nothing uses, on rows that go in a circle, on
# a library's header outside the one file that may talk to it, and on files that go in a circle.
set -eu
cd "$(dirname "$0")/.."

# room: the other rooms whose headers it may include. tests/bench/ measures what guard/ finds and
# saves, and the floor under it.
allowed='base:
base/sandbox: base
base/sandbox/parquet: base
base/sandbox/zygote: base/sandbox
tokenize/languages: base
tokenize: base tokenize/languages
db: base
classify: base tokenize/languages tokenize db
db/fixes: base tokenize/languages tokenize db
miner: base tokenize/languages tokenize classify db
miner/codenet: base tokenize/languages miner
miner/rows: base base/sandbox tokenize/languages miner
miner/git: base base/sandbox tokenize/languages db miner
augment: base tokenize/languages tokenize classify db db/fixes
guard: base tokenize/languages tokenize db db/fixes
verify/inputs: base
verify: base base/sandbox tokenize/languages tokenize db db/fixes miner verify/inputs
export: base tokenize/languages tokenize db db/fixes
export/publish: base tokenize/languages db db/fixes export
guard/tasks: base base/sandbox tokenize/languages tokenize miner/git
report: base tokenize tokenize/languages db db/fixes guard export guard/tasks
score: base tokenize/languages tokenize db db/fixes export report verify
commands/cli: base
commands: base base/sandbox tokenize/languages tokenize classify db db/fixes miner miner/rows
commands: miner/codenet miner/git augment guard guard/tasks verify export export/publish report
commands: score commands/cli
setup/bundle:
tests/bench: base tokenize/languages tokenize db guard verify'

# library header: the file that is its door, or the files, one for each thing that the library is
# used for; the programs of tests/bench/ are beside tokfix, each for itself
doors='tree_sitter/api.h tokenize/tree.c
sqlite3.h db/db.c
iconv.h base/encoding.c
csv.h base/csv.c
cjson/cJSON.h base/json.c
unigbrk.h base/str.c
uniname.h base/str.c
uninorm.h base/str.c
unistr.h base/str.c
uniwbrk.h base/str.c
uniwidth.h base/str.c
unistring/version.h base/str.c
nettle/nettle-meta.h miner/git/objects.c
nettle/sha1.h miner/git/objects.c
nettle/sha2.h base/hash.c miner/git/objects.c
nettle/base16.h base/hash.c miner/git/objects.c
nettle/version.h base/hash.c
nettle/base64.h base/hash.c
xxhash.h base/hash.c
seccomp.h base/sandbox/filter.c
pthread.h base/thread.h
dlfcn.h base/duck.c
link.h base/duck.c
zlib.h base/packed.c export/output.c
isa-l.h base/packed.c
archive.h base/archive_reader.c base/packed.c
archive_entry.h base/archive_reader.c base/packed.c'

# what miner/ hands to the sources in its folders
handed='pair_source pair_journal histories'

# all files of C but those of tests; FILE "HEADER" and FILE <HEADER> of them, but for generated ones
files=$(find . -path ./out -prune -o -name '*.[ch]' -print | sed 's|^\./||' |
    grep -Ev '^tests/[^bg]' | sort)
includes=$(echo "$files" |
    xargs grep -Ho '^ *# *include [<"][^">]*[">]' | sed 's/: *# *include / /; /\.inc"$/d')

# the arrows between rooms: FROM TO FILE "HEADER"
arrows=$(echo "$includes" | awk '$2 ~ /^".*\// {
    from = $1; sub(/\/[^\/]*$/, "", from)
    to = $2; gsub(/"/, "", to); sub(/\/[^\/]*$/, "", to)
    if (from != to) print from, to, $0
}')

# Reads pairs "a b", a before b, and says which go in a circle.
circle() {
    sort -u | tsort 2>&1 >/dev/null | sed 's/^tsort: //; /input contains a loop/d' | tr '\n' ' '
}

bad=$(
    {
        echo "$allowed" | sed 's/^/ROW /'
        echo "$files" | sed 's|/[^/]*$||; s/^/FOLDER /' | sort -u
        echo "$arrows" | sed 's/^/ARROW /'
    } | awk '
        $1 == "ROW" {
            sub(/:$/, "", $2)
            rooms[$2]
            for (i = 3; i <= NF; i++) { may[$2, $i]; pair[$2 " " $i] }
        }
        $1 == "FOLDER" && !($2 in rooms) { print $2 "/ has no row in tests/check_layers.sh" }
        $1 == "ARROW" {
            used[$2 " " $3]
            if (!(($2, $3) in may)) print $4 ": " $5 "  -- " $2 "/ may not include " $3 "/"
        }
        END {
            for (p in pair) if (!(p in used)) print p ": permitted, and nothing uses it"
        }'
    loop=$(echo "$allowed" | awk '{ sub(/:$/, "", $1); for (i = 2; i <= NF; i++) print $1, $i }' |
        circle)
    [ -z "$loop" ] || echo "rooms in a circle: $loop"
    echo "$arrows" | grep '^miner/[^ ]* miner ' |
        grep -Ev "\"miner/($(echo $handed | tr ' ' '|'))\.h\"" |
        sed 's|$|  -- a source knows of miner/ only what it hands over|' || true
    echo "$doors" | while read -r header door; do
        users=$(echo "$includes" | sed -n "s|^\([^ ]*\) <$header>\$|\1|p" | grep -v '^tests/')
        for file in $users; do
            case " $door " in
            *" $file "*) ;;
            *) echo "$file: only $door may include $header" ;;
            esac
        done
        for file in $door; do
            echo "$users" | grep -qxF "$file" || echo "$file is a door of $header, and unused"
        done
    done
)
if [ -n "$bad" ]; then
    echo "$bad"
    echo "layers: wrong includes"
    exit 1
fi

# headers that include each other, and files whose functions call each other's: neither can be read
# without the other
headers=$(echo "$includes" | sed -n 's/^\([^ ]*\.h\) "\(.*\/.*\)"$/\1 \2/p' | circle)
calls=$(echo "$files" | grep -Ev '^(tests/bench|setup)/|\.h$' | xargs awk '
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
echo "layers: $(echo "$allowed" | cut -d: -f1 | uniq | wc -l) rooms, all includes in direction," \
    "no circles"
