#!/bin/sh
# A clean Debian in a folder, to try things in. Needs root and debootstrap. The mirror, and what apt
# and npm need to reach their servers, are those of this machine.
#
#   debian.sh make RELEASE ROOT   makes one (RELEASE: bookworm). Where none can be made, prints why,
#                                 and ends with 77
#   debian.sh run ROOT COMMAND... runs a command in it, with an environment of its own
#
# What was mounted or started ends with the command, so only the folder ROOT is left to remove.
set -eu

unable() { # WHY
    echo "$*"
    exit 77
}

# The lines of sources.list for a release, from those of this machine.
sources() { # RELEASE
    apt-get indextargets --format 'deb $(REPO_URI) $(CODENAME) $(COMPONENT)' \
        'Created-By: Packages' 'Origin: Debian' |
        sed -nE "s/^(deb [^ ]+) [a-z]+(-updates|-security)? main$/\1 $1\2 main/p" | sort -u
}

# npm's settings for all users come first, because the last value counts.
copy_access() { # ROOT
    apt-config dump --no-empty | grep '^Acquire::' | grep -v '^Acquire::IndexTargets' \
        >"$1/etc/apt/apt.conf.d/90access"
    for file in /etc/resolv.conf /etc/hosts /etc/ssl/certs/ca-certificates.crt \
        "${NODE_EXTRA_CA_CERTS:-}"; do
        [ ! -f "$file" ] || install -D -m 644 "$file" "$1$file"
    done
    for scope in global user; do
        file=$(npm config get ${scope}config 2>/dev/null) || continue
        [ ! -f "$file" ] || (umask 077 && cat "$file" >>"$1/root/.npmrc")
    done
    env | grep -iE '^(npm_config_[a-z_]*|node_extra_ca_certs|(https?|no|all)_proxy)=' \
        >"$1/root/environment" || true
}

apart() { # COMMAND...
    unshare --mount --pid --fork --kill-child "$@"
}

make_root() { # RELEASE ROOT
    [ "$(id -u)" -eq 0 ] || unable "only root can make a Debian"
    command -v debootstrap >/dev/null || unable "debootstrap is not installed"
    command -v apt-get >/dev/null || unable "this machine has no apt-get"
    apart true 2>/dev/null || unable "this machine gives no namespaces"
    list=$(sources "$1")
    mirror=$(echo "$list" | sed -n "s/^deb \([^ ]*\) $1 .*/\1/p" | head -n 1)
    [ -n "$mirror" ] || unable "apt has no list of Debian's packages; run apt-get update"
    eval "$(apt-config shell proxy Acquire::http::Proxy)"
    mkdir -p "$2"
    apart env ${proxy:+http_proxy="$proxy"} debootstrap --variant=minbase \
        --include=ca-certificates "$1" "$2" "$mirror" ||
        unable "debootstrap failed"
    copy_access "$2"
    echo "$list" >"$2/etc/apt/sources.list"
    run "$2" apt-get update -q || unable "apt-get update failed"
}

# pivot_root, because a process in a chroot can have no user namespaces, which the sandbox needs.
run() { # ROOT COMMAND...
    apart sh -euc '
        mount --bind "$1" "$1"
        cd "$1"
        mount -t proc proc proc
        mount --rbind /dev dev
        pivot_root . mnt
        umount -l /mnt
        shift
        exec env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive \
            $(cat /root/environment) "$@"' sh "$@"
}

case $1 in
make) make_root "$2" "$3" ;;
run) shift && run "$@" ;;
esac
