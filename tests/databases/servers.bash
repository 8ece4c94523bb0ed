# A MariaDB and a PostgreSQL of its own, in a folder, with sockets there and no network. To be
# sourced.
#
#   servers_start FOLDER   starts both; sets the environment for mysql and psql. FOLDER must be
#                          absolute and short: the path of a socket has 107 bytes at most
#   servers_stop           ends both; FOLDER stays

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
