#!/bin/sh
# try.sh VERSION: makes a clean Debian 12 with debootstrap below out/deb/, installs the package
# there with apt, uses it, and removes it. Needs root. The mirror is that of this machine.
set -eu
cd "$(dirname "$0")/../.."
package=out/tokfix_$1_$(dpkg --print-architecture).deb
root=$PWD/out/deb/clean
[ "$(id -u)" -eq 0 ] || { echo "try-deb makes a chroot: become root" >&2; exit 1; }
command -v debootstrap >/dev/null || { echo "debootstrap is missing: install it" >&2; exit 1; }

mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' |
    head -n 1)
# The machine's own access to its mirror: settings of apt, certificates, names.
as_here() {
    mkdir -p "$root/etc/apt" "$root/etc/ssl/certs"
    cp -a /etc/apt/sources.list.d /etc/apt/apt.conf.d "$root/etc/apt/"
    rm -f "$root/etc/apt/sources.list"
    for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt; do
        [ -e "$file" ] && cp -L "$file" "$root$file"
    done
}
clean() { umount "$root/proc" 2>/dev/null || true; rm -rf "$root"; }
inside() { chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"; }

trap clean EXIT
clean
echo "making a clean Debian 12"
debootstrap --variant=minbase --include=ca-certificates bookworm "$root" "$mirror" \
    >out/deb/debootstrap.log 2>&1 ||
    { tail -n 5 out/deb/debootstrap.log >&2; exit 1; }
as_here
mount -t proc proc "$root/proc"
cp "$package" "$root/root/tokfix.deb"
cp -r tests/sample/Project_CodeNet "$root/root/"

echo "installing $package there"
inside apt-get -q update >out/deb/apt.log 2>&1
inside apt-get -q -y --no-install-recommends install /root/tokfix.deb >>out/deb/apt.log 2>&1 ||
    { tail -n 5 out/deb/apt.log >&2; exit 1; }
inside sh -euc '
    cd /root
    tokfix --version
    tokfix mine Project_CodeNet -o bugs.db
    tokfix dedup bugs.db >dedup.txt
    tokfix split bugs.db --seed 2024 >split.txt
    tokfix show bugs.db -n 1
    tokfix report bugs.db -o report.html
    tokfix publish bugs.db -o fixes --license mit
    tokfix validate fixes
    zcat /usr/share/man/man1/tokfix-mine.1.gz | head -n 1
    tokfix completion bash | cmp - /usr/share/bash-completion/completions/tokfix
    dpkg --verify tokfix
    apt-get -q -y remove tokfix >/dev/null 2>&1
    for left in /usr/bin/tokfix /usr/share/doc/tokfix /usr/share/man/man1/tokfix.1.gz; do
        if [ -e $left ]; then echo "left behind: $left"; exit 1; fi
    done'
echo "try-deb: installed, used, removed"
