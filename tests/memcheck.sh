#!/bin/sh
# memcheck.sh RESULTS TOKFIX TEST...: the tests and goldens under valgrind's memcheck, the tests
# themselves and each tokfix that they start. What memcheck finds (values that were never set,
# accesses outside of what was asked for, memory that nobody can free any more) goes to files below
# RESULTS, whatever becomes of the test, and ends the run with a failure. Left out: tests of
# programs that are not ours (browser, shells, loaders), of bench/, and of the room that a process
# may take.
set -eu
results=$1
program=$(realpath "$2")
shift 2
here=$(dirname "$0")
rm -rf "$results"
mkdir -p "$results/found"
found=$(realpath "$results/found")
memcheck="valgrind --quiet --leak-check=full --child-silent-after-fork=yes --log-file=$found/%p"
memcheck="$memcheck --show-leak-kinds=definite --errors-for-leak-kinds=definite"
tokfix=$(realpath "$results")/tokfix
printf '#!/bin/sh\nexec %s "%s" "$@"\n' "$memcheck" "$program" >"$tokfix"
chmod +x "$tokfix"

for test in "$@"; do
    shift
    case $(basename "$test") in
    test_report_browser | test_loaders | test_completion | test_install | test_manual_pages) ;;
    test_grown | test_pairs_corpus | test_disk | test_hostile_*) ;;
    *) set -- "$@" "$test" ;;
    esac
done
status=0
WRAP=$memcheck "$here/run_units.sh" "$results" "$tokfix" "$@" || status=1
"$here/golden/run.sh" "$results" "$tokfix" || status=1
findings=$(grep -ls ' at 0x' "$found"/* || true) # the rest are notes of valgrind on itself
if [ -n "$findings" ]; then
    cat $findings
    echo "memcheck found something: $found"
    exit 1
fi
"$here/summary.sh" "$results"
exit $status
