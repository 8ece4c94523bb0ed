# Words that many cases use (tests/case.py).
tokfix() { "$TOKFIX" "$@"; }

skip() {
    echo "skipped: this case, because $*"
    exit 77
}

# Skips the case where no program can be isolated.
needs_sandbox() {
    unshare --user --map-root-user --mount --pid --net --ipc --uts --cgroup --fork true 2>/dev/null ||
        skip "this machine gives no user namespaces"
}

# stats_names DB: prints an error for each table of the JSON of `tokfix stats` that has no name.
stats_names() {
    tokfix stats "$1" --json |
        jq -r 'to_entries[] | select((.value | type) == "array" and .key != "runs").key' |
        while read -r name; do tokfix stats -q "$1" "$name" >/dev/null; done
}
