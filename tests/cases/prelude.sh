# Words that many cases use (tests/case.py).
tokfix() { "$TOKFIX" "$@"; }

skip() {
    echo "skipped: this case, because $*"
    exit 77
}

# Skips the case where no program can be isolated.
needs_sandbox() {
    unshare --user --map-root-user --mount --pid --net --ipc --uts --cgroup --fork \
        true 2>/dev/null || skip "this machine gives no user namespaces"
}

# stats_names DB: prints an error for each table of the JSON of `tokfix stats` that has no name.
stats_names() {
    tokfix stats "$1" --json |
        jq -r 'to_entries[] | select((.value | type) == "array" and .key != "runs").key' |
        while read -r name; do tokfix stats -q "$1" "$name" >/dev/null; done
}

# pair LANGUAGE BUGGY FIXED: compares two programs as mining does. Prints one line: the edit with
# its place, category and pattern, and what is not as usual; or the reason why it is not a fix.
pair() {
    printf '%s\n' "$2" >"buggy.$1"
    printf '%s\n' "$3" >"fixed.$1"
    tokfix diff --language "$1" --context 0 "buggy.$1" "fixed.$1" 2>&1 | awk '
        NR == 1 { reason = $0; is_fix = sub(/.*  a single-token fix/, "", reason)
                  sub(/.*no single-token fix: /, "", reason) }
        NR == 2 { sub(/^ */, ""); kind = $0 }
        NR == 3 { place = $3; rest = $0; sub(/.* of [0-9]+ */, "", rest)
                  sub(/dialect both */, "", rest); sub(/ *repair in program: no/, "", rest) }
        NR == 4 { sub(/^ */, ""); print place " " $0 ": " kind reason (rest ? "  " rest : "") }
        END { if (!is_fix) print reason (NR > 1 ? ": " kind : "") }'
}

# tokens LANGUAGE PROGRAM: prints the tokens of a program in one line, as KIND:TEXT.
tokens() {
    printf '%s\n' "$2" >"program.$1"
    tokfix diff --tokens --language "$1" "program.$1" | awk -F '\t' '
        NR > 1 && NF > 2 { printf "%s%s", (NR > 2 ? " " : "") $6, ($8 == "" ? "" : ":") $8 }
        END { print "" }'
}
