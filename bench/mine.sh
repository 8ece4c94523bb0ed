#!/bin/sh
# mine.sh [NAME=VALUE]...: grows the missing trees, times `tokfix mine` beside its floors and the
# baseline, and compares the fixes with the truth. `make bench` passes its variables on.
set -eu
cd "$(dirname "$0")/.."
. bench/rounds.sh
N=200000 BASELINE_N=20000 RUNS=5 J=2 SEED=tests/sample/Project_CodeNet WORK=out/bench
TOKFIX=out/tokfix
PARTS='folder archive baseline'
options 'N BASELINE_N RUNS J' 'SEED WORK PARTS TOKFIX' "$@"

has() { case " $PARTS " in *" $1 "*) ;; *) return 1 ;; esac; }
large=$WORK/$N small=$WORK/$BASELINE_N archive=$WORK/$N/Project_CodeNet.tar.gz wrong=
tree=$large/Project_CodeNet

! has archive || need tar "install it, or leave 'archive' out of PARTS"
! has baseline || need python3 "install it, or leave 'baseline' out of PARTS"
grow grow_tree "$large" "$N" 1 truth.tsv
! has baseline || grow grow_tree "$small" "$BASELINE_N" 1 truth.tsv
if has archive && [ ! -e "$archive" ]; then
    say archiving # sorted by name, data/ comes before metadata/, as in the published archive
    tar --sort=name -C "$large" -czf "$archive.partial" Project_CodeNet
    mv "$archive.partial" "$archive"
fi

# mine KEY NAME ARGUMENT...: a step that makes KEY.db.
mine() {
    mined=$1 title=$2
    shift 2
    step "$mined" "$title" "$TOKFIX" mine "$@" --force -o "$large/$mined.db"
}

steps() {
    if has folder; then
        step read_all "read_all, $J threads" out/bench/read_all "$tree" "$J"
        mine tokfix "tokfix -j $J" "$tree" -j "$J"
        mine tokfix_1 'tokfix -j 1' "$tree" -j 1
    fi
    if has archive; then
        step decompress decompress out/bench/decompress "$archive"
        mine archive "tokfix -j $J X.tar.gz" "$archive" -j "$J"
        mine archive_metadata "tokfix -j $J X.tar.gz --metadata DIR" \
            "$archive" -j "$J" --metadata "$tree/metadata"
    fi
    if has baseline; then
        step baseline 'baseline.py, small tree' python3 bench/baseline.py "$small/Project_CodeNet"
        mine tokfix_small 'tokfix -j 1, small tree' "$small/Project_CodeNet" -j 1
    fi
}

# check KEY FOUND TRUTH NAME: recall and precision of a step, by the truth of its tree.
check() {
    is_usable "$1" || return 0
    say "checking: $4"
    tests/grow/check_fixes.sh "$3" "$2" "$large/$1.differences" >"$large/$1.check" ||
        die "cannot check $1"
    hush
    awk -v name="$4" 'BEGIN { printf "%-36s", name }
        $1 !~ /^wrong_/ { printf " %s " ($2 > 1 ? "%.0f" : "%.3f"), $1, $2 }
        $1 ~ /^wrong_/ && $2 != 0 { printf " %s %.0f", $1, $2 }
        ($1 ~ /^(recall|precision)$/ && $2 < 1) || ($1 ~ /^wrong_/ && $2 != 0) { wrong = 1 }
        END { print ""; exit wrong }' "$large/$1.check" || wrong=1
    figure truth "$1" "$(as_object "$large/$1.check")"
}

# hash KEY [TABLE]: a hash of the database of a step, without the rows of TABLE.
hash() { sqlite3 -readonly "$large/$1.db" .dump | grep -v "^INSERT INTO ${2:-none} " | sha256sum; }

# same KEY NAME: whether a step made the same database as `tokfix -j J`.
same() {
    is_usable tokfix && is_usable "$1" || return 0
    say "comparing: $2"
    verdict=DIFFERENT
    if [ "$(hash tokfix)" = "$(hash "$1")" ]; then
        verdict=identical
    elif [ "$(hash tokfix run)" = "$(hash "$1" run)" ]; then
        verdict='identical except for the table run'
    else
        wrong=1
    fi
    hush
    printf '%-36s %s\n' "$2" "$verdict"
    figure same_database "$1" "$verdict"
}

begin "$large" bench
rounds
machine N SEED RUNS BASELINE_N J PARTS
echo
cat "$large/grow.out"
steps_table
ratios_table <<EOF
tokfix_to_read_all tokfix read_all tokfix / read_all
one_thread_to_all tokfix_1 tokfix tokfix -j 1 / tokfix -j J
archive_to_decompress archive decompress tokfix X.tar.gz / decompress
archive_metadata_to_decompress archive_metadata decompress tokfix X.tar.gz --metadata / decompress
baseline_to_tokfix baseline tokfix_small baseline.py / tokfix -j 1
EOF
printf '\nagainst the truth\n'
check tokfix "$large/tokfix.db" "$large" "tokfix -j $J"
check tokfix_small "$large/tokfix_small.db" "$small" 'tokfix -j 1, small tree'
if is_usable baseline; then
    cp "$large/baseline.out" "$large/baseline.tsv"
    check baseline "$large/baseline.tsv" "$small" 'baseline.py, small tree'
fi
printf '\ndatabase, compared with that of tokfix -j %s\n' "$J"
same tokfix_1 'tokfix -j 1'
same archive "tokfix -j $J X.tar.gz"
same archive_metadata "tokfix -j $J X.tar.gz --metadata DIR"
end
[ ! "$wrong" ] ||
    die "the results differ from the truth: see the table, and *.differences in '$large'"
