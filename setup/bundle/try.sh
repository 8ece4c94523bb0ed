#!/bin/sh
# try.sh BUNDLE [RELEASE]: unpacks the bundle in a root of its own, and uses it there as an ordinary
# user. The root has nothing but a shell (busybox), or is a clean Debian. All that the bundle makes
# must be what out/tokfix makes here, byte for byte. Needs root; where the root cannot be made,
# prints why, and ends with 77. The root is in memory, and ends with this script.
set -eu
cd "$(dirname "$0")/../.."

unable() { # WHY
    echo "$*"
    exit 77
}

if [ -z "${APART:-}" ]; then
    [ "$(id -u)" -eq 0 ] || unable "only root can change its root"
    unshare --mount true 2>/dev/null || unable "this machine gives no namespaces"
    APART=yes exec unshare --mount setup/bundle/try.sh "$@"
fi
bundle=$(realpath "$1") release=${2:-} folder=/mnt
tokfix=$(realpath "${TOKFIX:-out/tokfix}")
root=$folder/root there=$folder/root/home/ada here=$folder/here
mount -t tmpfs tmpfs $folder

# A data set, programs in the encodings of East Asia, and a repository.
make_data() { # FOLDER
    mkdir -p "$1/repository"
    cp -r tests/sample/Project_CodeNet "$1"
    for encoding in SHIFT_JIS CP932 EUC-JP ISO-2022-JP GB18030 EUC-KR; do
        for version in 1_WA 2_AC; do
            mkdir -p "$1/$encoding.programs"
            printf '# coding: %s\nprint(%s)  # 入力\n' $encoding ${version%_*} |
                iconv -f UTF-8 -t $encoding >"$1/$encoding.programs/$version.py"
        done
    done
    (
        cd "$1/repository"
        export GIT_CONFIG_GLOBAL=/dev/null GIT_AUTHOR_DATE='2020-01-01T00:00Z' \
            GIT_COMMITTER_DATE='2020-01-01T00:00Z'
        git init -q
        for line in 'print(a < b)' 'print(a <= b)'; do
            echo "$line" >a.py
            git add a.py
            git -c user.name=Ada -c user.email=ada@example.org commit -q -m 'Fix the limit'
        done
    )
}

# Runs in the folder of the data, with the program.
steps='
for encoding in *.programs; do
    "$1" mine "$encoding" --layout '{date}_{status}.{language}' --columns user:=ann,problem:=p \
        -o "$encoding.db"
    "$1" show "$encoding.db"
done
"$1" mine Project_CodeNet -o bugs.db
"$1" dedup bugs.db
"$1" split bugs.db --seed 2024
"$1" check bugs.db
"$1" stats bugs.db
"$1" show bugs.db -n 3
"$1" report bugs.db -o report.html
"$1" export bugs.db --format messages -o chat/
"$1" publish bugs.db -o dataset --creator Ada --license mit
(cd dataset && sha256sum -c SHA256SUMS)
! "$1" export bugs.db --split all -o pairs.parquet || exit 1'

if [ -n "$release" ]; then
    setup/debian.sh make "$release" "$root" >"$folder/log" 2>&1 || {
        status=$?
        tail -n 1 "$folder/log"
        exit $status
    }
    inside() { # COMMANDS
        setup/debian.sh run "$root" setpriv --reuid=1000 --regid=1000 --clear-groups \
            sh -euc "cd /home/ada; $1" sh /usr/bin/tokfix
    }
else
    busybox=$(command -v busybox) || unable "busybox is not installed"
    ! ldd "$busybox" >"$folder/log" 2>&1 || unable "busybox is linked dynamically"
    install -D "$busybox" "$root/bin/busybox"
    inside() { # COMMANDS
        env -i PATH=/usr/sbin:/usr/bin chroot --userspec=1000:1000 --groups= "$root" /bin/busybox \
            sh -euc "cd /home/ada; $1" sh /usr/bin/tokfix
    }
fi
name=$(tar tzf "$bundle" | sed -n '1s,/.*,,p')
mkdir -p "$root/opt/my tools" "$root/usr/bin" "$there" "$here"
tar xzf "$bundle" -C "$root/opt/my tools"
ln -s "/opt/my tools/$name/bin/tokfix" "$root/usr/bin/tokfix"
make_data "$there"
make_data "$here"
chown -R 1000:1000 "$there"
inside "$steps" >"$folder/there.log" 2>&1 || {
    tail -n 5 "$folder/there.log"
    exit 1
}
(cd "$here" && TOKFIX_DUCKDB=none sh -euc "$steps" sh "$tokfix" >"$folder/here.log" 2>&1)
diff -r --exclude=.git "$here" "$there"
diff "$folder/here.log" "$folder/there.log"
echo "$name works in ${release:-a root with a shell alone}"
[ -n "$release" ] || exit 0

# What is missing is said. Once it is there, the sandbox works.
verify='"$1" verify bugs.db --tests Project_CodeNet --time 1'
expect() { # PATTERN COMMANDS
    inside "$2" >"$folder/log" 2>&1 || true
    grep -E -e "$1" "$folder/log" || {
        cat "$folder/log"
        exit 1
    }
}
expect 'install git' '"$1" mine --git repository -o git.db'
expect '  Python 3     80' "$verify"
setup/debian.sh run "$root" apt-get install -q -y --no-install-recommends git python3 \
    >"$folder/log" 2>&1
expect '1 single-token fix' '"$1" mine --git repository -o git.db'
expect '^[1-9][0-9]* of 96 bugs shown' "$verify --force"
