#!/bin/sh
# unpack.sh FILE FOLDER: makes the files that a text has in it, each after a line `==> PATH`, in a
# folder. Text before the first is prose. A file ends with a line end.
set -eu
file=$(realpath "$1")
mkdir -p "$2"
cd "$2"
LC_ALL=C awk '
    /^==> / {
        if (path) close(path)
        path = folder = substr($0, 5)
        if (sub("/[^/]*$", "", folder) && !(folder in made)) {
            system("mkdir -p \"" folder "\"")
            made[folder]
        }
        printf "" >path
        next
    }
    path { print >path }' "$file"
