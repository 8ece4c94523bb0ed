#!/bin/sh
# memcheck.sh RESULTS TOKFIX RUNNER NAME...: suites and cases under valgrind's memcheck
# (run.sh), the tests themselves and each tokfix that they start. What memcheck finds (values that
# were never set, accesses outside of what was asked for, memory that can no longer be freed) goes
# to files beside RESULTS, whatever becomes of the test, and ends the run with a failure. Left out:
# tests of programs that are not ours (browser, shells, loaders), of tests/bench/, and of the room
# that a process may take.
set -eu
results=$1 program=$(realpath "$2") runner=$3
shift 3
tools=$(realpath -m "$results-tools")
found=$tools/found
rm -rf "$tools"
mkdir -p "$found"
cat >"$tools/memcheck" <<EOF
#!/bin/sh
exec valgrind --quiet --leak-check=full --child-silent-after-fork=yes "--log-file=$found/%p" \\
    --show-leak-kinds=definite --errors-for-leak-kinds=definite "\$@"
EOF
printf '#!/bin/sh\nexec "%s" "%s" "$@"\n' "$tools/memcheck" "$program" >"$tools/tokfix"
chmod +x "$tools/memcheck" "$tools/tokfix"

for name; do
    shift
    case ${name##*/} in
    test_report_browser | test_loaders | test_install) ;;
    test_hostile_*) ;;
    *) set -- "$@" "$name" ;;
    esac
done
status=0
LIMIT=${LIMIT:-7200} WRAP=$tools/memcheck \
    tests/run.sh "$results" "$tools/tokfix" "$runner" "$@" || status=1
findings=$(grep -lsr ' at 0x' "$found" || true) # the rest are notes of valgrind on itself
if [ -n "$findings" ]; then
    grep -hr '' "$found"
    echo "memcheck found something: $found"
    exit 1
fi
exit $status
