#!/bin/bash
# Puts submissions into the databases of judges (make_databases.py), on a MariaDB and a PostgreSQL
# of its own, and mines them with the commands of doc/rows.md. Each gives the database that the
# same rows give as JSON lines. The environment has $TOKFIX. Exit status 77: a server is missing or
# does not start.
set -u
cd "$(dirname "$0")/../.." || exit 1
. tests/rows/content.sh

# The servers have sockets in the folder, and no network.
PATH=$PATH:/usr/sbin:$(echo /usr/lib/postgresql/*/bin | tr ' ' ':')
servers_folder=

# PostgreSQL does not run as root.
as_postgres() {
    if [ "$(id -u)" -eq 0 ]; then
        setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"
    else
        "$@"
    fi
}

servers_start() { # FOLDER
    servers_folder=$1
    local user
    user=$(id -un)
    mariadb-install-db --no-defaults --auth-root-authentication-method=normal --skip-test-db \
        --user="$user" --datadir="$1/mariadb" >"$1/mariadb.log" 2>&1 || return
    mariadbd --no-defaults --user="$user" --datadir="$1/mariadb" --socket="$1/mariadb.socket" \
        --pid-file="$1/mariadb.pid" --skip-networking --innodb-flush-log-at-trx-commit=0 \
        >>"$1/mariadb.log" 2>&1 &
    mkdir "$1/postgresql"
    chmod 755 "$1"
    [ "$(id -u)" -ne 0 ] || chown nobody "$1/postgresql"
    (cd "$1/postgresql" && as_postgres initdb -D "$1/postgresql/data" -U judge -A trust -E UTF8 \
        --locale=C.UTF-8 -N && as_postgres pg_ctl -D "$1/postgresql/data" -w -l log \
        -o "-h '' -k '$1/postgresql' -F" start) >"$1/postgresql.log" 2>&1 || return
    printf '[client]\nsocket = %s\nuser = %s\n' "$1/mariadb.socket" root >"$1/.my.cnf"
    export PGHOST=$1/postgresql PGUSER=judge HOME=$1
    local deadline=$((SECONDS + 60))
    until mysql -e 'select 1' >/dev/null 2>&1; do
        [ "$SECONDS" -lt "$deadline" ] || return 1
        sleep 0.1
    done
}

servers_stop() {
    [ -n "$servers_folder" ] || return 0
    [ ! -e "$servers_folder/mariadb.pid" ] || kill "$(cat "$servers_folder/mariadb.pid")"
    (cd / && as_postgres pg_ctl -D "$servers_folder/postgresql/data" -m immediate stop) \
        >/dev/null 2>&1
    wait
}

folder=$(mktemp -d "${TMPDIR:-/tmp}/tokfix-db.XXXXXX") || exit 1
finish() {
    servers_stop
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM HUP

skip() {
    echo "skipped: databases of judges, $*"
    exit 77
}

for program in mariadbd mysql initdb psql python3 jq; do
    command -v "$program" >/dev/null || skip "for $program is missing"
done
repository=$PWD
python3 tests/rows/make_forms.py tests/sample/Project_CodeNet "$folder/forms" || exit 1
python3 tests/databases/make_databases.py "$folder/forms/words.jsonl" "$folder" || exit 1
servers_start "$folder" || {
    tail -n 5 "$folder"/*.log
    skip "for a server does not start"
}

# What doc/rows.md has after this comment.
command_of() { # NAME
    sed -n "/^    # $1\( (.*)\)*\(:\|\$\)/,/^\$/p" doc/rows.md | sed '1d; s/^    //'
}

# The commands are run as they are written, from the folder of the repository.
mkdir "$folder/bin"
cat >"$folder/bin/tokfix" <<'END'
#!/bin/sh
exec "$TOKFIX" "$@" -q -o "$OUT_DB" --force
END
chmod +x "$folder/bin/tokfix"
PATH=$folder/bin:$PATH
n_failed=0

compare() { # NAME COMMAND [OPTION...]: the database of a command with that of NAME.jsonl
    local name=$1 command=$2
    shift 2
    "$TOKFIX" mine -q "$folder/$name.jsonl" -o "$folder/expected.db" --force "$@"
    OUT_DB=$folder/actual.db
    export OUT_DB
    rm -f "$OUT_DB"
    bash -o pipefail -c "$command" || echo "exit status $?"
    (cd "$folder" && content expected.db >expected && content actual.db >actual
        diff expected actual | cut -c 1-200 | head -n 20
        cmp -s expected actual) || {
        echo "FAILED: $name: $command"
        n_failed=$((n_failed + 1))
        return
    }
    echo "$name: $(sqlite3 "$OUT_DB" 'select count(*) from fixes') fixes"
}

for name in dmoj domjudge jol judge-mariadb; do
    mysql -e "create database \`$name\` character set utf8mb4"
    mysql --default-character-set=utf8mb4 "$name" <"$folder/$name.sql"
done
for name in cmsdb judge-postgresql; do
    createdb "${name%-postgresql}"
    psql -q -v ON_ERROR_STOP=1 -1 -f "$folder/$name.sql" "${name%-postgresql}" >/dev/null
done
mysql -e 'create database judge; rename table `judge-mariadb`.submissions to judge.submissions'
export repository
compare dmoj "$(command_of "DMOJ's database")"
compare domjudge "$(command_of "DOMjudge's database")"
compare jol "$(command_of "HUSTOJ's database")" --accepted 4 \
    --map-language 0=c,1=cpp,3=java,6=python
compare cmsdb "$(command_of "CMS's database")"
compare judge-postgresql "$(command_of PostgreSQL)"
compare judge-mariadb "$(command_of 'MariaDB, MySQL')"
# other ways out of the databases
compare judge-postgresql "psql -c '\\copy submissions to stdout' judge | tokfix mine - \
    --format copy --header $(psql -At -c "select string_agg(attname, ',' order by attnum)
        from pg_attribute where attrelid = 'submissions'::regclass and attnum > 0" judge)"
compare judge-postgresql "psql --csv -c 'table submissions' judge | tokfix mine -"
compare judge-postgresql "psql -At -c 'select row_to_json(s) from submissions s' judge |
    tokfix mine -"
compare judge-postgresql "psql -At -c 'select json_agg(s) from submissions s' judge |
    tokfix mine - --format json"
compare judge-postgresql "psql -c '\\copy submissions to stdout (format csv, header,
    delimiter \";\", force_quote *)' judge | tokfix mine -"
[ "$n_failed" = 0 ] || exit 1
echo "all databases give the same"
