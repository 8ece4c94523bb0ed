#!/bin/sh
# make.sh VERSION DATE [FILE]: packs the build, and all that it needs of this Debian, into a folder
# in out/tokfix-VERSION-linux-MACHINE.tar.gz or FILE. The same build gives the same bytes, because
# all times are the day of the release.
set -eu
umask 022
cd "$(dirname "$0")/../.."
name=tokfix-$1-linux-$(uname -m)
package=${3:-out/$name.tar.gz}
folder=$(mktemp -d)
bundle=$folder/$name
libraries=$bundle/lib/tokfix
licenses=$bundle/share/doc/tokfix/licenses
cc=${CC:-cc}

trap 'rm -rf "$folder"' EXIT
make --no-print-directory install DUCKDB=none DESTDIR="$bundle" PREFIX= >/dev/null
mkdir -p "$libraries" "$licenses" "$bundle/libexec"

# The paths of the libraries of a program, and of their loader.
needs() { # PROGRAM
    ldd "$1" | sed -nE 's/^(.*=>)?[[:space:]]*(\/[^ ]*) .*/\2/p'
}

# libarchive is linked statically, so only the formats that tokfix reads are there. The others need
# libxml2, and that needs ICU, which is larger than all the rest.
$cc -s -Wl,--disable-new-dtags,-rpath,'$ORIGIN' -o "$libraries/program" \
    out/build/release/commands/main.o out/build/release/libtokfix.a -l:libarchive.a \
    -Wl,--as-needed $(needs out/tokfix | grep -v /ld-linux)
$cc -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -static -s -o "$bundle/bin/tokfix" \
    setup/bundle/launcher.c

# DuckDB's library, which users add, needs these, too.
files=$({
    needs "$libraries/program"
    for library in libstdc++.so.6 libgcc_s.so.1 libdl.so.2 libpthread.so.0 libm.so.6; do
        $cc -print-file-name=$library
    done
} | awk -F/ '!seen[$NF]++')
cp -L $files "$libraries"
mv "$libraries"/ld-linux* "$bundle/libexec/tokfix"
cp -r "$(dirname "$($cc -print-file-name=libc.so.6)")/gconv" "$libraries"
rm -f "$libraries/gconv/gconv-modules.cache"

# The licences of what is inside, and the versions, from which Debian has the sources.
packages=$({
    echo libarchive-dev
    realpath $files | sed "s,.*/,*/$($cc -print-multiarch)/," | xargs dpkg -S | sed 's/:.*//'
} | sort -u)
for package_name in $packages; do
    cp -L "/usr/share/doc/$package_name/copyright" "$licenses/$package_name"
done
cp setup/deb/copyright "$licenses/tokfix"
dpkg-query -W -f '${binary:Package} ${source:Package} ${source:Version}\n' $packages \
    >"$licenses/versions"
common=$(grep -hoE '/usr/share/common-licenses/[-A-Za-z0-9.]*[A-Za-z0-9]' "$licenses"/* | sort -u)
mkdir "$licenses/common-licenses"
cp $common "$licenses/common-licenses"

tar -c --sort=name --owner=0 --group=0 --numeric-owner --mtime="$2 UTC" -C "$folder" "$name" |
    gzip -9n >"$package"
echo "$package: $(stat -c %s "$package") bytes"
