#!/bin/sh
# releases.sh [RELEASE...]: runs `make demo`, `make test` and `make deb` in a clean Debian of each
# release, on a copy of the files that git knows. The default are the releases that README.md names.
# Skips where no Debian can be made (setup/debian.sh). The logs stay in out/releases; nothing else
# does.
set -u
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- bookworm trixie
logs=out/releases root=$PWD/out/releases/root job= failed=

# In a group of its own, so that a signal can end all of it.
start() { # COMMAND...
    setsid "$@" &
    job=$!
    wait $job
}

stop() {
    kill -s KILL -- "-$job" && sleep 1
    exit 130
}

# Runs a command of make in the Debian. Prints its log if it fails, or what `facts` makes of it.
try() { # RELEASE TARGET FACTS...
    name=$1-$2 target=$2 began=$(date +%s)
    shift 2
    if start setup/debian.sh run "$root" make --no-print-directory \
        -C /root/tokfix "$target" >"$logs/$name.log" 2>&1 &&
        facts=$("$@" "$logs/$name.log"); then
        echo "$name: $(($(date +%s) - began)) s, $facts"
    else
        tail -n 40 "$logs/$name.log"
        echo "FAILED: $name: see $logs/$name.log"
        failed=yes
    fi
}

no_warnings() { # LOG
    ! grep -iwE 'warn|warning|warnings' "$1" >&2 && echo "no warning"
}

release() { # RELEASE
    rm -rf "$root"
    echo "$1: making a clean Debian"
    start setup/debian.sh make "$1" "$root" >"$logs/$1.log" 2>&1 || {
        [ $? -eq 77 ] || failed=yes
        echo "skipped: $1, because $(tail -n 1 "$logs/$1.log")"
        return
    }
    mkdir "$root/root/tokfix"
    git ls-files -z | tar --null -T - -c | tar -x -C "$root/root/tokfix"
    start setup/debian.sh run "$root" apt-get install -q -y --no-install-recommends make \
        >>"$logs/$1.log" 2>&1
    try "$1" demo no_warnings
    try "$1" test tail -n 1
    try "$1" deb tail -n 1
}

mkdir -p "$logs"
trap 'rm -rf "$root" || { sleep 5 && rm -rf "$root"; }' EXIT
trap stop INT TERM HUP
for release; do
    release "$release"
done
[ -z "$failed" ]
