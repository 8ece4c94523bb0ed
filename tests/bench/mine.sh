#!/bin/sh
# mine.sh [NAME=VALUE]...: grows the missing tree, times `tokfix mine` beside its floors, and
# compares the fixes with the truth. `make bench` passes its variables on.
set -eu
cd "$(dirname "$0")/../.."
. tests/bench/rounds.sh
N=200000 RUNS=5 J=2 SEED='' LANGUAGES=python WORK=out/bench TOKFIX=out/tokfix
PARTS='folder archive real'
options 'N RUNS J SEED LANGUAGES WORK PARTS TOKFIX' "$@"

# The language names of tokfix and the folders of CodeNet, in the order of the passes.
folder_of() {
    case $1 in cpp) echo C++ ;; python) echo Python ;; c) echo C ;; java) echo Java ;;
    *) die "unknown language '$1'" ;; esac
}
languages=$(echo "$LANGUAGES" | tr , ' ')
[ "$LANGUAGES" != all ] || languages='cpp python c java'
folders=$(for language in $languages; do folder_of "$language"; done)
case $LANGUAGES in python) suffix= ;; *) suffix=-$LANGUAGES ;; esac
data=../shared/data
sets="$data/atcoder $data/cpp-atcoder $data/c-codeflaws $data/c-cpack $data/java-condefects"
# The sample has only Python programs.
case ${SEED:+given}$LANGUAGES in
given*) ;;
python) SEED=tests/sample/Project_CodeNet ;;
*) SEED=$(echo "$sets" | tr ' ' ,) ;;
esac

# Without the real programs, they are left out.
[ -d "$data/java-condefects" ] || PARTS=$(echo "$PARTS" | sed 's/real//')
large=$WORK/$N$suffix archive=$WORK/$N$suffix/Project_CodeNet.tar.gz tree=$large/Project_CodeNet
real=$WORK/real/Project_CodeNet.tar.gz wrong=

! has archive && ! has real || need tar "install it, or leave 'archive' and 'real' out of PARTS"
grow tree "$large" "$N" 1 truth.tsv
# pack FOLDER: makes FOLDER/Project_CodeNet.tar.gz. Sorted by name, data/ comes before metadata/, as
# in the published archive.
pack() {
    say archiving
    tar --sort=name -C "$1" -czf "$1/partial" Project_CodeNet
    mv "$1/partial" "$1/Project_CodeNet.tar.gz"
}

# Makes one tree of all sets of real programs. Problems that two sets have get the rows of both.
join_sets() {
    all=$WORK/real/Project_CodeNet
    rm -rf "$all"
    mkdir -p "$all/metadata"
    for set in $sets; do
        cp -r --no-preserve=mode "$set/data" "$all"
        for file in "$set"/metadata/*.csv; do
            rows=$all/metadata/${file##*/}
            tail -n "+$([ -e "$rows" ] && echo 2 || echo 1)" "$file" >>"$rows"
        done
    done
}

! has archive || [ -e "$archive" ] || pack "$large"
! has real || [ -e "$real" ] || { join_sets && pack "$WORK/real"; }

# zcat_step KEY ARCHIVE [NAME]: unpacks an archive.
zcat_step() {
    # shellcheck disable=SC2016
    step "$1" "zcat${3-}" sh -c 'zcat "$1" >/dev/null' sh "$2"
}

steps() {
    if has folder; then
        # shellcheck disable=SC2086
        step read_all "read_all, $J threads" out/bench/read_all "$tree" "$J" $folders
        mine tokfix "tokfix -j $J" "$tree" -j "$J" --language "$LANGUAGES"
        mine tokfix_1 'tokfix -j 1' "$tree" -j 1 --language "$LANGUAGES"
    fi
    if has archive; then
        zcat_step zcat "$archive"
        mine archive "tokfix -j $J X.tar.gz" "$archive" -j "$J" --language "$LANGUAGES"
    fi
    if has real; then
        zcat_step real_zcat "$real" ', real programs'
        mine real "tokfix -j $J, real programs" "$real" -j "$J"
    fi
}

# check KEY NAME: recall and precision of a step, by the truth of the tree.
check() {
    is_usable "$1" || return 0
    say "checking: $2"
    tests/bench/check_grown.sh fixes "$large" "$large/$1.db" "$large/$1.differences" \
        >"$large/$1.check" || die "cannot check $1"
    hush
    awk -v name="$2" 'BEGIN { printf "%-36s", name }
        $1 ~ /^(recall|precision)/ { printf " %s %.3f", $1, $2 }
        $1 ~ /^(expected|found)/ || $1 ~ /^wrong_/ && $2 != 0 { printf " %s %d", $1, $2 }
        ($1 ~ /^(recall|precision)/ && $2 < 1) || ($1 ~ /^wrong_/ && $2 != 0) { wrong = 1 }
        END { print ""; exit wrong }' "$large/$1.check" || wrong=1
}

rounds "$large" N SEED LANGUAGES RUNS J PARTS
echo
cat "$large/grow.out"
steps_table
ratios_table <<EOF
tokfix read_all tokfix / read_all
tokfix_1 tokfix tokfix -j 1 / tokfix -j J
archive zcat tokfix X.tar.gz / zcat
real real_zcat tokfix, real programs / zcat
EOF
printf '\nagainst the truth\n'
check tokfix "tokfix -j $J"
check archive "tokfix -j $J X.tar.gz"
end
[ ! "$wrong" ] ||
    die "the results differ from the truth: see the table, and *.differences in '$large'"
