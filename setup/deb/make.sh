#!/bin/sh
# make.sh VERSION DATE [FILE]: makes a Debian package from the build, as
# out/tokfix_VERSION_ARCHITECTURE.deb or as FILE. The same build gives the same bytes, because all
# times are the day of the release.
set -eu
umask 022
cd "$(dirname "$0")/../.."
version=$1
SOURCE_DATE_EPOCH=$(date -u -d "$2" +%s)
export SOURCE_DATE_EPOCH
architecture=$(dpkg --print-architecture)
root=out/deb/root
package=${3:-out/tokfix_${version}_$architecture.deb}

rm -rf out/deb
mkdir -p "$root/DEBIAN"
make --no-print-directory install DUCKDB=none DESTDIR="$PWD/$root" PREFIX=/usr >/dev/null

# Debian requires compressed pages, and its own form of the licences.
strip --strip-unneeded "$root/usr/bin/tokfix"
gzip -9n "$root"/usr/share/man/man1/*.1
rm "$root/usr/share/doc/tokfix/LICENSE"
cp setup/deb/copyright "$root/usr/share/doc/tokfix/copyright"
{
    echo "tokfix ($version) unstable; urgency=medium"
    echo
    echo "  * Release $version."
    echo
    echo " -- $(sed -n 's/^Maintainer: //p' setup/deb/control)  $(LC_ALL=C date -u -R -d "$2")"
} | gzip -9n >"$root/usr/share/doc/tokfix/changelog.gz"

# The libraries that the program needs, in versions that have the functions it calls.
mkdir -p out/deb/debian
cp setup/deb/control out/deb/debian/control
depends=$(cd out/deb && dpkg-shlibdeps -O root/usr/bin/tokfix 2>/dev/null |
    sed 's/^shlibs:Depends=//')
{
    sed -n '/^Package:/,$p' setup/deb/control |
        sed "s/\${shlibs:Depends}/$depends/; s/^Architecture: any/Architecture: $architecture/"
    echo "Version: $version"
    sed -n '/^Maintainer:/p; /^Section:/p; /^Priority:/p' setup/deb/control
    echo "Installed-Size: $(find "$root/usr" -type f -printf '%s\n' |
        awk '{ n += int(($1 + 1023) / 1024) } END { print n }')"
} >"$root/DEBIAN/control"
(cd "$root" && find usr -type f | LC_ALL=C sort | xargs md5sum >DEBIAN/md5sums)
find "$root" -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +

dpkg-deb --root-owner-group --build "$root" "$package" >/dev/null
echo "$package: $(stat -c %s "$package") bytes"
