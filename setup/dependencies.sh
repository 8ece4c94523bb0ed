#!/bin/sh
# Finds missing packages that the build and the tests of tokfix need (packages.tsv).
#
#   dependencies.sh check            lists the missing packages; fails if there are any
#   dependencies.sh install [SCOPE]  installs them with apt-get, as root or through sudo; where it
#                                    cannot, says how. SCOPE adds packages: "check" for `make
#                                    check`; "tools", the readers, the browser and the shells of the
#                                    tests; "deb" for the Debian package and the bundle; "debian",
#                                    what makes a clean Debian; "slurm", a cluster for a test;
#                                    "databases", servers for a test; "detector", what the
#                                    detector learns with; "fuzz", the compiler for fuzzing
set -eu

mode=${1:-check}
scope=${2:-build}
cc=${CC:-cc}

# What the tests in the table call.
program() { command -v "$1"; }
module() { /usr/bin/python3 -W ignore -c "import $1"; }

header() { # some headers want others before them
    printf '#include <%s>\n' stdarg.h stddef.h setjmp.h stdint.h "$1" | $cc -x c -fsyntax-only -
}

fuzzes() { # whether clang has libFuzzer and the sanitizers
    made=$(mktemp)
    text='int LLVMFuzzerTestOneInput(const char *b, unsigned long n) { return !b && n; }'
    status=0
    echo "$text" | clang -x c -fsanitize=fuzzer,address,undefined -o "$made" - || status=$?
    rm -f "$made"
    return $status
}

installer=apt-get
program apt-get >/dev/null || ! program dnf >/dev/null || installer=dnf

missing=
while IFS='	' read -r scopes debian fedora test <&3; do
    package=$debian
    [ $installer = apt-get ] || package=$fedora
    case ,build,$scope, in *,"${scopes%,*}",* | *,"${scopes#*,}",*) ;; *) continue ;; esac
    [ "$package" = - ] || (eval "$test") >/dev/null 2>&1 || missing="$missing $package"
done 3<"$(dirname "$0")/packages.tsv"
[ -n "$missing" ] || exit 0

sudo=
[ "$(id -u)" -eq 0 ] || sudo=sudo
advice=
if ! program $installer >/dev/null; then
    advice="missing packages, by their names in Debian; install what they are called here:$missing"
elif [ $installer = dnf ]; then
    advice="packages are missing; install them with: ${sudo:+sudo }dnf install$missing"
elif [ -n "$sudo" ] && ! program sudo >/dev/null; then
    advice="packages are missing; root can install them with: apt-get install$missing"
elif [ "$mode" = check ]; then
    advice="packages are missing:$missing; install them with: make setup"
fi
if [ -n "$advice" ]; then
    echo "$advice" >&2
    exit 1
fi

echo "installing packages:$missing"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Not every release has all packages that only tests need.
known= unknown=
install() {
    $sudo apt-get update -q || return
    for package in $missing; do
        if apt-cache show "$package" >/dev/null 2>&1; then
            known="$known $package"
        else
            unknown="$unknown $package"
        fi
    done
    $sudo env DEBIAN_FRONTEND=noninteractive \
        apt-get install -q -y --no-install-recommends $known
}
if ! install >"$log" 2>&1; then
    cat "$log" >&2
    echo "the installation failed; see the last lines for the reason" >&2
    exit 1
fi
echo "installed${unknown:+, except what this release does not have:$unknown}"
