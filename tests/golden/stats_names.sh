#!/bin/sh
# stats_names.sh DB: prints an error for each table of the JSON of `tokfix stats` that has no name.
"$TOKFIX" stats "$1" --json |
    jq -r 'to_entries[] | select((.value | type) == "array" and .key != "runs").key' |
    while read -r name; do "$TOKFIX" stats -q "$1" "$name" >/dev/null; done
