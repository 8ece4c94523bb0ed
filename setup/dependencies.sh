#!/bin/sh
# Finds missing packages that the build and the tests of tokfix need.
#
#   dependencies.sh check            lists the missing packages; fails if there are any
#   dependencies.sh install [SCOPE]  installs them with apt-get, as root or through sudo. SCOPE adds
#                                    packages: "check" for `make check`; "tools", the readers,
#                                    the browser and the shells of the tests; "deb" for the
#                                    Debian package; "debian", what makes a clean Debian;
#                                    "slurm", a cluster for a test; "databases", servers for a
#                                    test; "fuzz", the compiler for fuzzing
set -eu

mode=${1:-check}
scope=${2:-}
cc=${CC:-cc}
missing=

need() { # PACKAGE, the rest is a test command
    package=$1
    shift
    "$@" >/dev/null 2>&1 || missing="$missing $package"
}

compiles() { # text of a C file
    echo "$1" | $cc -x c -fsyntax-only -
}

fuzzes() { # whether clang has libFuzzer and the sanitizers
    program=$(mktemp)
    text='int LLVMFuzzerTestOneInput(const char *b, unsigned long n) { return !b && n; }'
    status=0
    echo "$text" | clang -x c -fsanitize=fuzzer,address,undefined -o "$program" - || status=$?
    rm -f "$program"
    return $status
}

need gcc command -v "${cc%% *}"
need libc6-dev compiles '#include <stdio.h>'
need libarchive-dev compiles '#include <archive.h>'
need libcjson-dev compiles '#include <cjson/cJSON.h>'
need libyaml-dev compiles '#include <yaml.h>'
need libcsv-dev compiles '#include <csv.h>'
need libsqlite3-dev compiles '#include <sqlite3.h>'
need zlib1g-dev compiles '#include <zlib.h>'
# Not every processor has ISA-L.
[ "$(uname -m)" != x86_64 ] || need libisal-dev compiles '#include <isa-l.h>'
need libunistring-dev compiles '#include <unistr.h>'
need nettle-dev compiles '#include <nettle/sha2.h>'
need libxxhash-dev compiles '#include <xxhash.h>'
need libseccomp-dev compiles '#include <seccomp.h>'
need libcmocka-dev compiles '#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>'
need sqlite3 command -v sqlite3
need jq command -v jq
need xz-utils command -v xz
need zstd command -v zstd
need bzip2 command -v bzip2
need npm command -v npm
need git command -v git
if [ "$scope" = check ]; then
    need clang-format command -v clang-format
    need valgrind command -v valgrind
fi
if [ "$scope" = deb ] || [ "$scope" = tools ]; then
    need dpkg-dev command -v dpkg-shlibdeps
    need binutils command -v strip
fi
if [ "$scope" = tools ]; then
    need python3-lib2to3 /usr/bin/python3 -W ignore -c 'import lib2to3'
    need python3-venv /usr/bin/python3 -c 'import ensurepip'
    need mypy command -v mypy
    need python3-pandas /usr/bin/python3 -c 'import pandas'
    need r-base-core command -v Rscript
    need r-cran-readr Rscript -e "library(readr)"
    need python3-rdflib /usr/bin/python3 -c 'import rdflib'
    need python3-yaml /usr/bin/python3 -c 'import yaml'
    # Croissant's reference implementation also needs these.
    for module in absl jsonpath_rw networkx requests tqdm dateutil typing_extensions git \
        pydantic; do
        need "python3-$(echo "$module" | tr _ -)" /usr/bin/python3 -c "import $module"
    done
    need chromium-headless-shell command -v chromium-headless-shell
    need fontconfig command -v fc-list
    need fonts-dejavu-core test -d /usr/share/fonts/truetype/dejavu
    need fonts-liberation test -d /usr/share/fonts/truetype/liberation
    need fonts-noto-core test -d /usr/share/fonts/truetype/noto
    need mandoc command -v mandoc
    need zsh command -v zsh
    need fish command -v fish
fi
if [ "$scope" = debian ]; then
    need debootstrap command -v debootstrap
fi
if [ "$scope" = slurm ]; then
    need slurmctld command -v slurmctld
    need slurmd command -v slurmd
    need slurm-client command -v sbatch
    need munge command -v munged
fi
if [ "$scope" = databases ]; then
    need mariadb-server-core test -x /usr/sbin/mariadbd
    need mariadb-client-core command -v mysql
    need postgresql sh -c 'ls /usr/lib/postgresql/*/bin/initdb'
fi
if [ "$scope" = fuzz ]; then
    need clang command -v clang
    need libclang-rt-dev fuzzes
fi

[ -n "$missing" ] || exit 0

if [ "$mode" = check ]; then
    echo "missing (Debian packages):$missing" >&2
    echo "install them with: make setup" >&2
    exit 1
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "missing (Debian packages):$missing" >&2
    echo "this machine has no apt-get: install the packages yourself, then run make" >&2
    exit 1
fi

sudo=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "missing (Debian packages):$missing" >&2
        echo "to install them, become root, or install sudo" >&2
        exit 1
    fi
    sudo=sudo
fi
echo "installing Debian packages:$missing"
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
