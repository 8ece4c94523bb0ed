#!/bin/sh
# try.sh VERSION: makes a clean Debian of this machine's release below out/deb/, installs the
# package there with apt, uses it, and removes it. Needs root.
set -eu
cd "$(dirname "$0")/../.."
package=out/tokfix_$1_$(dpkg --print-architecture).deb
root=$PWD/out/deb/clean
release=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release)
inside() { setup/debian.sh run "$root" "$@"; }

trap 'rm -rf "$root"' EXIT
rm -rf "$root"
echo "making a clean Debian ($release)"
setup/debian.sh make "$release" "$root" >out/deb/debian.log 2>&1 ||
    { tail -n 5 out/deb/debian.log >&2; exit 1; }
cp "$package" "$root/root/tokfix.deb"
cp -r tests/sample/Project_CodeNet "$root/root/"

echo "installing $package there"
inside apt-get -q -y --no-install-recommends install /root/tokfix.deb >out/deb/apt.log 2>&1 ||
    { tail -n 5 out/deb/apt.log >&2; exit 1; }
inside sh -euc '
    cd /root
    tokfix --version
    tokfix mine Project_CodeNet -o bugs.db
    tokfix dedup bugs.db >dedup.txt
    tokfix split bugs.db --seed 2024 >split.txt
    tokfix check bugs.db >check.txt
    tokfix show bugs.db -n 1
    tokfix report bugs.db -o report.html
    tokfix publish bugs.db -o fixes --license mit
    (cd fixes && sha256sum -c --quiet SHA256SUMS)
    zcat /usr/share/man/man1/tokfix-mine.1.gz | head -n 1
    bash -n /usr/share/bash-completion/completions/tokfix
    dpkg --verify tokfix
    apt-get -q -y remove tokfix >/dev/null 2>&1
    for left in /usr/bin/tokfix /usr/share/doc/tokfix /usr/share/man/man1/tokfix.1.gz; do
        if [ -e $left ]; then echo "left behind: $left"; exit 1; fi
    done'
echo "try-deb: installed, used, removed"
