# rounds.sh: what the drivers share. Options, corpora, timed commands, tables.
#
# A driver names its commands in a function `steps`, with one call of `step` for each. `rounds`
# calls `steps` once untimed, and RUNS times timed. So the steps take turns, and a machine that
# becomes slower or faster does so for all of them. The measurements are in $results, an SQLite
# database in $folder, which also computes the tables.

die() {
    hush
    echo "${0##*/}: $*" >&2
    exit 1
}

# Progress: a line on standard error. On a terminal the next line replaces it.
say() { if [ -t 2 ]; then printf '\r\033[K%s' "$*" >&2; else echo "$*" >&2; fi; }
hush() { [ ! -t 2 ] || printf '\r\033[K' >&2; }

# need COMMAND WHY: fails when the shell finds no such command.
need() { command -v "$1" >/dev/null || die "$1 is missing; $2"; }

# has PART: whether $PARTS has it.
has() { case " $PARTS " in *" $1 "*) ;; *) return 1 ;; esac; }

# options 'NAME...' NAME=VALUE...: sets the variables that make passes, of those that a driver has.
options() {
    names=" $1 "
    shift
    for option; do
        name=${option%%=*} value=${option#*=}
        case $names in *" $name "*) ;; *) die "unknown option '$option'" ;; esac
        case " N RUNS J SAMPLE BLOCK " in
        *" $name "*)
            case $value in
            '' | *[!0-9]* | 0*) die "$name must be a number from 1, not '$value'" ;;
            esac
            ;;
        esac
        eval "$name=\$value"
    done
    need sqlite3 "install it (Debian's package has the same name)"
}

# grow tree|pairs FOLDER N RANDOM_SEED LAST: grows a tree of N out of SEED, unless its file LAST
# exists; with BLOCK, FOLDER/rows.jsonl.zst in its place. The name of SEED is stored beside the
# tree, so that the tree of another seed is not used.
grow() {
    mkdir -p "$2"
    if [ -e "$2/$5" ]; then
        [ "$(cat "$2/seed")" = "$SEED" ] ||
            die "the tree in '$2' grew from '$(cat "$2/seed")': remove it, or name another WORK"
        return
    fi
    need python3 "install it; it grows the trees"
    say "growing $3 from $SEED"
    echo "$SEED" >"$2/seed"
    if [ "${BLOCK-}" ]; then
        python3 tests/bench/grow.py "$1" "$SEED" "$2" "$3" "$4" "$BLOCK" 2>"$2/grow.out" |
            zstd -q -T0 -f -o "$2/rows.jsonl.zst"
    else
        python3 tests/bench/grow.py "$1" "$SEED" "$2" "$3" "$4" 2>"$2/grow.out"
    fi && [ -e "$2/$5" ] || die "grow.py failed: see '$2/grow.out'"
}

# grow_rows FOLDER: prints N rows that are grown out of SEED, as JSON lines, by date. FOLDER gets
# what grow.py says.
grow_rows() {
    say "growing $N rows"
    python3 tests/bench/grow.py tree "$SEED" "$1" "$N" 1 1 2>"$1/grow.out" |
        LC_ALL=C sort -s -t, -k 4,4
}

# corpus FOLDER N RANDOM_SEED: grows a corpus of N pairs and mines it, into FOLDER/mined.db.
corpus() {
    grow pairs "$1" "$2" "$3" groups.tsv
    say "mining $2 pairs"
    rows=${BLOCK:+$1/rows.jsonl.zst}
    "$TOKFIX" mine "${rows:-$1/Project_CodeNet}" --force -q -o "$1/mined.db" -j "${J:-2}" \
        2>"$1/mine.log" || die "mine failed: see '$1/mine.log'"
}


# sql STATEMENT...: runs SQL on the results; prints rows as lines.
sql() { sqlite3 -bail -noheader -list -separator ' ' "$results" "$@"; }

# Quotes a text for SQL.
quote() { printf "'%s'" "$(printf %s "$1" | sed "s/'/''/g")"; }

# step KEY NAME COMMAND...: what `rounds` does with a step. A step that fails in the untimed round
# is left out of the others. A later failure is an error.
step() {
    key=$1 name=$2
    shift 2
    out=$folder/$key.out log=$folder/$key.log
    case $pass in
    untimed)
        say "untimed: $name"
        is_usable=1
        run "$@" || { is_usable=0 && hush && echo "left out: $name: see '$log'" >&2; }
        sql "INSERT INTO steps (step, name, is_usable, log)
             VALUES ('$key', $(quote "$name"), $is_usable, $(quote "$log"))"
        ;;
    *)
        is_usable "$key" || return 0
        say "round $pass of $RUNS: $name"
        run "$@" || die "$name failed: see '$log'"
        sql "INSERT INTO costs VALUES ('$key', $pass, $cost)"
        ;;
    esac
}

# mine KEY NAME ARGUMENT...: a step that makes KEY.db.
mine() {
    mined=$1 title=$2
    shift 2
    step "$mined" "$title" "$TOKFIX" mine "$@" --force -q -o "$folder/$mined.db"
}

is_usable() { [ "$(sql "SELECT is_usable FROM steps WHERE step = '$1'")" = 1 ]; }

# Runs a step's command and sets $cost. A step that is in $finds reports with exit status 1, after
# some output, that it found something.
run() {
    status=0
    cost=$(out/bench/measure "$out" "$log" "$@") || status=$?
    cost=$(echo "$cost" | tr ' ' ,)
    case " ${finds-} " in *" $key "*) [ $status = 1 ] && [ -s "$out" ] && status=0 ;; esac
    return $status
}

# rounds FOLDER NAME...: runs the steps, with new results and logs in the folder. Prints the machine
# and the options with these names.
rounds() {
    folder=$1 results=$1/bench-$(basename "$0" .sh).db
    shift
    rm -f "$results"
    sql "CREATE TABLE steps (n INTEGER PRIMARY KEY, step TEXT UNIQUE, name, is_usable, log);
         CREATE TABLE costs (step, round, seconds, cpu, memory)"
    for pass in untimed $(seq "$RUNS"); do steps; done
    hush
    machine "$@"
}

# median COLUMN ROWS: prints SQL for the median over the rounds.
median() {
    echo "(SELECT avg(x) FROM (SELECT $1 AS x FROM $2 ORDER BY x" \
        "LIMIT $((2 - RUNS % 2)) OFFSET $(((RUNS - 1) / 2))))"
}

machine() {
    cpu=$(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)
    memory=$(sed -n 's/^MemTotal: *//p' /proc/meminfo)
    echo "${cpu:-unknown CPU}, $(nproc) CPUs, $memory memory"
    line=
    for name; do
        eval "value=\$$name"
        case $value in *' '*) value="\"$value\"" ;; esac
        line="$line $name=$value"
    done
    echo "${line# }" | fold -s -w 96
}

steps_table() {
    printf '\n%-36s %9s %9s %9s %9s %8s\n' \
        step 'median s' 'min s' 'max s' 'CPU s' 'peak MB'
    sql "SELECT iif(is_usable,
             printf('%-36s %9.3f %9.3f %9.3f %9.3f %8.1f', name,
                 $(median seconds 'costs c WHERE c.step = s.step'), min(seconds), max(seconds),
                 $(median cpu 'costs c WHERE c.step = s.step'), max(memory)),
             printf('%-36s left out: see %s', name, log))
         FROM steps s LEFT JOIN costs USING (step) GROUP BY s.n ORDER BY s.n"
}

# Lines `STEP STEP NAME` on standard input: the median, over the rounds, of the two times within a
# round, and of their CPU times.
ratios_table() {
    printf '\n%-40s %8s %8s %8s %8s\n' ratio median min max CPU
    while read -r over under name; do
        pair="costs a JOIN costs b USING (round) WHERE a.step = '$over' AND b.step = '$under'"
        sql "SELECT printf('%-40s %8.2f %8.2f %8.2f %8.2f', $(quote "$name"),
                 $(median 'a.seconds / b.seconds' "$pair"),
                 min(a.seconds / b.seconds), max(a.seconds / b.seconds),
                 $(median 'a.cpu / b.cpu' "$pair"))
             FROM $pair GROUP BY 1 IS NULL"
    done
}

end() { printf '\nevery round: table costs of %s\n' "$results"; }
