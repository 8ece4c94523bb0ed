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

# replies COMMAND: runs a command with each line of standard input, its options. Prints its status
# and its last message.
replies() {
    while read -r options; do
        eval "tokfix $1 $options" >"$SCRATCH/said" 2>&1 </dev/null
        echo "$? $(sed -n "/^tokfix ${1%% *}: /{s///;h}; \${g;p}" "$SCRATCH/said")"
    done
}

# try_mine OPTION...: mines into x.db, which is removed. Prints what is said, except for the form of
# rows; what could not be used; how many rows of each problem were read, were unusable, and were in
# other languages; and the submissions.
try_mine() {
    tokfix mine "$@" -o x.db >said 2>&1 || echo "exit status $?" >>said
    grep -v 'mine: form:\|^Next:\|^See:' said
    [ -e x.db ] || return 0
    sqlite3 x.db "
        SELECT kind, problem_id, group_concat(coalesce(line, file), ', ')
            FROM input_errors GROUP BY 1, 2;
        SELECT problem_id, n_rows, n_unusable, n_other_languages FROM problem_runs;
        SELECT problem_id, submission_id, user_id, date, language, original_language,
            ifnull(status, 'NULL') FROM submissions ORDER BY 1, 2"
    rm x.db
}

# git has no settings here, and one author.
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null GIT_TEMPLATE_DIR=
export GIT_AUTHOR_NAME=Ada GIT_AUTHOR_EMAIL=ada@example.org GIT_AUTHOR_DATE='1500000000 +0000'
export GIT_COMMITTER_NAME=Ada GIT_COMMITTER_EMAIL=ada@example.org
export GIT_COMMITTER_DATE='1500000100 +0000'

# commit FOLDER MESSAGE: commits all files of a repository, a day after the commit before.
commit() {
    n_days=$((n_days + 1))
    git -C "$1" add -A
    GIT_AUTHOR_DATE="$((1500000000 + n_days * 86400)) +0000" \
        GIT_COMMITTER_DATE="$((1500000100 + n_days * 86400)) +0000" git -C "$1" commit -q -m "$2"
}

# values COMMAND --OPTION: prints the names that an option takes.
values() { tokfix "$@" '?' 2>&1 | sed -n 's/.*use one of: //p' | tr -d ,; }

# stats_names DB: prints an error if a table of the JSON of `tokfix stats` has no name.
stats_names() {
    # shellcheck disable=SC2046
    tokfix stats -q "$1" $(tokfix stats "$1" --json |
        jq -r 'to_entries[] | select((.value | type) == "array" and .key != "runs").key') >/dev/null
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

# In what the words below read, ⏎ is a line end, ␍ a carriage return, ⇥ a tab, ␌ a form feed.
plain() { # TEXT
    local text=${1//⏎/$'\n'}
    text=${text//␍/$'\r'}
    text=${text//⇥/$'\t'}
    printf '%s' "${text//␌/$'\f'}"
}

# tokens LANGUAGE [PROGRAM]: prints the tokens of a program, or of standard input, a line for each
# line of it. Layout has its kind; «» is a run of text in a string, or a quote without partner.
tokens() {
    plain "${2-$(cat)}" | tokfix diff --tokens --language "$1" - 2>&1 | awk -F '\t' '
        /^tokfix diff: -:/ { reason = substr($0, 16) }
        $1 ~ /^[0-9]+$/ {
            printf "%s%s", $2 == line ? "  " : line ? "\n" : "",
                $8 == "" ? $6 : $6 == "text" ? "«" $8 "»" : $8
            line = $2
        }
        END { print line ? "" : reason }'
}

# In the tables that the words below read, a line `-- OUTCOME` is what all lines after it come to.
# If it is so, they print `as said`, and else the lines that are otherwise.

# refused LANGUAGE: says why each line of standard input, a program, has no tokens: ◇ is before the
# place.
refused() {
    local program text place reason= all=as
    while IFS= read -r program; do
        [[ $program != '-- '* ]] || { reason=${program#-- } && continue; }
        text=$(plain "${program%%◇*}◇")
        place=${text//[!$'\n']/} text=${text##*$'\n'}
        plain "${program/◇/}" | tokfix diff --tokens --language "$1" - 2>&1 >tokens.out |
            sed '/does not parse/d; s/^tokfix diff: -://' >reason.out
        [ ! -s tokens.out ] || echo 'has tokens' >reason.out
        [ "$((${#place} + 1)):$((${#text} - 1)): $reason" = "$(<reason.out)" ] ||
            { all= && echo "$program: $(<reason.out)"; }
    done
    ${all:+echo as said}
}

# pairs LANGUAGE [COLUMNS [FRAME]]: mines pairs into pairs.db, BUGGY → FIXED in each line of
# standard input, in FRAME in place of its @. Says why each is not a fix, or columns of its row in
# fix_details. Without outcomes in the table it prints them, once if all are the same.
pairs() {
    tee table.txt | FRAME=${3-@} awk -F ' → ' '
        BEGIN { split(ENVIRON["FRAME"], frame, "@") }
        !/^-- / { print frame[1] $1 frame[2] " → " frame[1] $2 frame[2] }' |
        sed 's/[\\"]/\\&/g; s/⏎/\\n/g; s/␍/\\r/g; s/⇥/\\t/g; s/␌/\\f/g' |
        awk -F ' → ' -v language="$1" '{
            printf "{\"language\": \"%s\", \"problem\": \"%03d\", ", language, NR
            printf "\"buggy\": \"%s\", \"fixed\": \"%s\"}\n", $1, $2 }' >pairs.jsonl
    tokfix mine pairs.jsonl --format pairs --language "$1" --force -q -o pairs.db 2>&1
    sqlite3 -separator ' ' pairs.db "
        SELECT ifnull((SELECT reason FROM problem_rejects r WHERE r.problem_id = p.problem_id),
            'fix') FROM problems p ORDER BY problem_id;
        SELECT '-- fixes';
        SELECT ${2-edit} FROM fix_details ORDER BY problem_id" | awk '
        FILENAME == "table.txt" {
            if (sub(/^-- /, "")) { outcome_said = $0; has_said = 1 }
            else { pair[++n_pairs] = $0; said[n_pairs] = outcome_said }
            next
        }
        $0 == "-- fixes" { are_fixes = 1; next }
        !are_fixes { outcome[++n] = $0; next }
        { while (++at < n && outcome[at] != "fix"); outcome[at] = $0 }
        END {
            for (i = 1; i <= n_pairs; i++) {
                print outcome[i] >"pairs.outcomes"
                n_others += outcome[i] != (has_said ? said[i] : outcome[1])
            }
            for (i = 1; i <= n_pairs && n_others; i++)
                if (!has_said || outcome[i] != said[i])
                    print pair[i] ": " outcome[i]
            if (!n_others)
                print has_said ? "as said" : outcome[1]
        }' table.txt -
}

# labels LANGUAGE [FRAME]: pairs, with their category, pattern and role.
labels() {
    pairs "$1" "replace(category || ' ' || pattern || ' ' || role, ' none', '')" "${2-@}"
}

# compared: makes pairs of lines, where ◇ is a comparison.
compared() { sed '/^-- /!{h; s/◇/x < y/; G; s/\n/ → /; s/◇/x <= y/}'; }

# bare LANGUAGE: in each line of standard input, a program, ◇ is 1 by mistake. Compares what is left
# of it without comments with the line without what is in «»: nothing, or what is after the → there.
bare() {
    marked "$1" 's/«[^»]*→\([^»]*\)»/\1/g; s/«[^»]*»//g' --without-comments
}

# parts LANGUAGE: as `bare`, but compares the part that is around ◇ with what is in «».
parts() { marked "$1" 's/.*«\(.*\)».*/\1/' --granularity function; }

marked() { # LANGUAGE EXPECTED OPTION...
    tee marked.txt | sed 's/→[^»]*»//g; s/[«»]//g; s/.*/& → &/; s/◇\(.*\)◇/1\12/' |
        pairs "$1" edit | grep -x -v replace
    tokfix export pairs.db --category all --format fim "${@:3}" 2>/dev/null |
        jq -r '.prefix + "◇" + .suffix
            | gsub("\n"; "⏎") | gsub("\r"; "␍") | gsub("\t"; "⇥") | gsub("\f"; "␌")' >parts.txt
    sed "$2; s/[⏎␍⇥␌ ]*\$//" marked.txt | diff - parts.txt && echo as marked
}

# given: reads texts, with bars between them, into the table `given` of given.db: text, its line.
given() {
    cat >given.txt
    sqlite3 given.db 'DROP TABLE IF EXISTS lines' 'DROP TABLE IF EXISTS given' \
        'CREATE TABLE lines (text)' '.mode ascii' '.separator "\037" "\n"' \
        '.import given.txt lines' "CREATE TABLE given AS
        SELECT l.rowid AS line, t.value AS text FROM lines l, json_each('[\"' || replace(replace(
            replace(l.text, '\\', '\\\\'), '\"', '\\\"'), '|', '\",\"') || '\"]') t"
}
