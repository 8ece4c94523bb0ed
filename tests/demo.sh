#!/bin/sh
# demo.sh TOKFIX DATASET: mines a dataset and shows the results.
set -eu
tokfix=$1
dataset=$2
db=out/demo.db
license=

echo "\$ $tokfix mine $dataset -o $db --force"
case $dataset in
tests/sample/*)
    echo "(the sample contains broken rows and files on purpose)"
    license=" --license mit" # its problems are not CodeNet's, so publish knows no licence
    ;;
esac
"$tokfix" mine "$dataset" -o "$db" --force
echo
echo "\$ $tokfix stats $db"
"$tokfix" stats "$db"
echo
echo "\$ $tokfix dedup $db"
"$tokfix" dedup "$db"
echo
echo "\$ $tokfix split $db"
"$tokfix" split "$db"
echo
echo "\$ $tokfix check $db"
"$tokfix" check "$db"
echo
echo "\$ $tokfix show $db -n 5"
"$tokfix" show "$db" -n 5
echo
echo "\$ $tokfix report $db -o out/demo.html --force"
"$tokfix" report "$db" -o out/demo.html --force
cat <<EOF

What to type next ($tokfix is tokfix after make install):
  $tokfix show $db --category logical_operator
  $tokfix show $db --sample 1
  $tokfix export $db --format pairs --split test | head -n 1
  $tokfix publish $db$license -o out/demo-data
  $tokfix check --help
  sqlite3 $db 'select * from bug_types'
  $tokfix mine --help
  make demo DATASET=/path/to/Project_CodeNet
EOF
