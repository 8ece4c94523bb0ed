#!/bin/sh
# demo.sh TOKFIX DATASET: mines a dataset and shows the results.
set -eu
tokfix=$1 dataset=$2 db=out/demo.db license=

show() { # COMMAND...
    echo "\$ $tokfix $*"
    "$tokfix" "$@"
    echo
}

case $dataset in
tests/sample/*)
    echo "(the sample contains broken rows and files on purpose)"
    license=" --license mit" # its problems are not CodeNet's, so publish knows no licence
    ;;
esac
show mine "$dataset" -o "$db" --force
show stats "$db"
show dedup "$db"
show split "$db"
show check "$db"
show show "$db" -n 5
show report "$db" -o out/demo.html --force
cat <<END
What to type next ($tokfix is tokfix after make install):
  $tokfix show $db --category logical_operator
  $tokfix show $db --sample 1
  $tokfix export $db --format pairs --split test | head -n 1
  $tokfix publish $db$license -o out/demo-data
  $tokfix check --help
  sqlite3 $db 'select * from bug_types'
  $tokfix mine --help
  make demo DATASET=/path/to/Project_CodeNet
END
