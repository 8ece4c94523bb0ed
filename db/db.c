/* Thin wrappers that turn a result code of SQLite into a message with the statement's text. */
#include "db/db.h"

#include "base/interrupt.h"
#include "base/mem.h"
#include "base/str.h"

#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The SQLite VFS that opens files without locking them. */
#define NO_LOCKS "unix-none"

_Static_assert(SQLITE_VERSION_NUMBER >= 3037000, "STRICT tables need SQLite 3.37");

/* Instructions of SQLite's virtual machine between two calls of db_on_work(); they take some tenths
 * of a millisecond. */
enum { WORK_STEP = 10000 };

struct db {
    sqlite3 *connection;
    char *path;                           /* for messages */
    ARRAY(struct db_statement *) changes; /* those of db_change() */
    void (*on_work)(void *context);
    void *work_context;
    bool is_readonly;
    int n_temporary; /* calls of db_temporary_begin() without the other */
};

struct db_statement {
    sqlite3_stmt *inner;
    const struct db *db;
};

/* Fails if the disk cannot return the content of the file, which SQLite reports as damage. Closing
 * the file releases SQLite's locks on it, so only a rollback may follow. */
static int read_through(const char *path, struct err *err)
{
    char block[16384];
    ssize_t n = -1;
    scoped_fd int fd = open(path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && (n = read(fd, block, sizeof block)) > 0)
        ;
    return n < 0 ? err_set_errno(err, "cannot read '%s'", path) : 0;
}

/* Sets an error of the disk, with the system's message if it has one. */
static int disk_failed(const struct db *db, const char *reason, struct err *err)
{
    errno = sqlite3_system_errno(db->connection);
    if (errno)
        return err_set_errno(err, "'%s': %s", db->path, reason);
    return err_set(err, "'%s': %s", db->path, reason);
}

static int not_intact(const struct db *db, const char *reason, struct err *err)
{
    return err_set(err, "'%s' is not an intact tokfix database (%s); mine the dataset again",
                   db->path, reason);
}

/* Sets the connection's last error. Out of memory ends the program, as everywhere. */
static int failed(const struct db *db, const char *sql, struct err *err)
{
    int code = sqlite3_errcode(db->connection);
    const char *reason = sqlite3_errmsg(db->connection);
    if (code == SQLITE_NOMEM)
        mem_exhausted();
    if ((code == SQLITE_NOTADB || code == SQLITE_CORRUPT) && read_through(db->path, err) != 0)
        return ERR;
    if (code == SQLITE_NOTADB || code == SQLITE_CORRUPT)
        return not_intact(db, reason, err);
    if (code == SQLITE_BUSY)
        return err_set(err, "'%s' is in use by another program; try again when it is done",
                       db->path);
    if (code == SQLITE_IOERR || code == SQLITE_CANTOPEN)
        return disk_failed(db, reason, err);
    if (code == SQLITE_FULL)
        return err_set(err, "'%s': %s; make room there, and run the command again", db->path,
                       reason);
    if (!sql || code == SQLITE_READONLY)
        return err_set(err, "'%s': %s", db->path, reason);
    return err_set(err, "'%s': %s, in: %s", db->path, reason, sql);
}

/* Whether a file can be locked. Some file systems of clusters (Lustre mounted without flock) have
 * no locks, and SQLite would refuse to use their files. There, files are used without locks. */
static bool has_locks(const char *path)
{
    struct flock lock = {.l_type = F_RDLCK, .l_whence = SEEK_SET};
    scoped_fd int fd = open(path, O_RDONLY | O_CLOEXEC);
    return fd < 0 || fcntl(fd, F_GETLK, &lock) == 0 ||
           (errno != ENOSYS && errno != ENOTSUP && errno != ENOLCK);
}

static const char *vfs_for(const char *path)
{
    return has_locks(path) ? NULL : NO_LOCKS;
}

/* Nobody asks SQLite how much memory it uses, and counting it takes a lock for each allocation. A
 * path that begins with file: is a path; Debian's SQLite would take it as an address with options.
 * A constructor runs before SQLite is used. */
static void __attribute__((constructor)) configure(void)
{
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_URI, 0);
}

/* Whether the open file ends as a rollback journal that names a super-journal
 * (sqlite.org/fileformat.html, section 3). SQLite reads the file with that name, and deletes it. */
static bool names_another_file(int fd)
{
    static const unsigned char magic[] = {0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7};
    unsigned char end[sizeof magic];
    off_t size = lseek(fd, 0, SEEK_END);
    return size >= (off_t)sizeof magic &&
           pread(fd, end, sizeof end, size - (off_t)sizeof magic) == (ssize_t)sizeof magic &&
           memcmp(end, magic, sizeof magic) == 0;
}

/* Checks a file beside the database that SQLite would read, write or delete. */
static int check_companion(const char *path, struct err *err)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return 0;
    if (!S_ISREG(info.st_mode) || info.st_nlink > 1)
        return err_set(err, "'%s' is a link or a special file, not a journal; remove it", path);
    scoped_fd int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0)
        return err_set_errno(err, "cannot read '%s'", path);
    if (names_another_file(fd))
        return err_set(
            err,
            "the journal '%s' names another file, which SQLite would delete; if you "
            "trust it, open the database once with sqlite3, otherwise remove the journal",
            path);
    return 0;
}

/* Opening does not read the database or its journal, so they are checked here. */
static int check_companions(const struct db *db, struct err *err)
{
    static const char *const endings[] = {"-journal", "-wal", "-shm"};
    const char *file = sqlite3_db_filename(db->connection, "main");
    for (size_t i = 0; file && *file && i < sizeof endings / sizeof *endings; i++) {
        scoped(str) path = {0};
        str_print(&path, "%s%s", file, endings[i]);
        if (check_companion(str_text(&path), err) != 0)
            return ERR;
    }
    return 0;
}

/* Opens a connection and runs `sql` on it. The file is hostile: see "Defense Against The Dark Arts"
 * in SQLite's documentation. In defensive mode, SQLite refuses to turn the journal off. */
static int open_and_execute(struct db **out, const char *path, int flags, const char *vfs,
                            const char *sql, struct err *err)
{
    scoped(db) *db = mem_alloc(1, sizeof *db);
    db->path = mem_copy_text(path, strlen(path));
    if (sqlite3_open_v2(path, &db->connection, flags, vfs) != SQLITE_OK)
        return failed(db, NULL, err);
    if (check_companions(db, err) != 0 || db_execute(db, "PRAGMA cell_size_check = ON", err) != 0 ||
        db_execute(db, sql, err) != 0)
        return ERR;
    sqlite3_db_config(db->connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(db->connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(db->connection, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(db->connection, SQLITE_DBCONFIG_DQS_DDL, 0, NULL);
    sqlite3_db_config(db->connection, SQLITE_DBCONFIG_DQS_DML, 0, NULL);
    *out = hand_over(db);
    return 0;
}

int db_open_new(struct db **out, const char *path, struct err *err)
{
    return open_and_execute(out, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NO_LOCKS,
                            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; "
                            "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY;",
                            err);
}

/* Uses a rollback journal, because file systems of clusters do not support a write-ahead log. */
int db_open_in_steps(struct db **out, const char *path, struct err *err)
{
    return open_and_execute(out, path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, vfs_for(path),
                            "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = DELETE; "
                            "PRAGMA synchronous = FULL; PRAGMA foreign_keys = OFF; "
                            "PRAGMA temp_store = MEMORY; BEGIN EXCLUSIVE",
                            err);
}

/* Opens the file for writing, because a read-only connection cannot roll back. */
int db_open_readonly(struct db **out, const char *path, struct err *err)
{
    if (open_and_execute(out, path, SQLITE_OPEN_READWRITE, vfs_for(path),
                         "PRAGMA query_only = ON; PRAGMA temp_store = MEMORY; "
                         "PRAGMA cache_size = -8192; PRAGMA busy_timeout = 5000;",
                         err) != 0)
        return ERR;
    (*out)->is_readonly = true;
    return 0;
}

int db_open_update(struct db **out, const char *path, struct err *err)
{
    scoped(db) *db = NULL;
    if (open_and_execute(&db, path, SQLITE_OPEN_READWRITE, vfs_for(path),
                         "PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; "
                         "PRAGMA cache_size = -8192; PRAGMA busy_timeout = 60000;",
                         err) != 0)
        return ERR;
    if (sqlite3_db_readonly(db->connection, "main"))
        return err_set(err, "'%s' cannot be changed: you have no write permission", path);
    *out = hand_over(db);
    return 0;
}

void db_close(struct db *db)
{
    if (!db)
        return;
    for (size_t i = 0; i < db->changes.n; i++)
        db_finish(db->changes.items[i]);
    array_release(&db->changes);
    sqlite3_close(db->connection);
    free(db->path);
    free(db);
}

static int work(void *context)
{
    const struct db *db = context;
    if (db->on_work)
        db->on_work(db->work_context);
    return interrupt_is_overdue();
}

void db_on_work(struct db *db, void (*on_work)(void *context), void *context)
{
    db->on_work = on_work;
    db->work_context = context;
    sqlite3_progress_handler(db->connection, WORK_STEP, work, db);
}

int db_execute(struct db *db, const char *sql, struct err *err)
{
    if (sqlite3_exec(db->connection, sql, NULL, NULL, NULL) != SQLITE_OK)
        return failed(db, NULL, err);
    return 0;
}

int db_temporary_begin(struct db *db, struct err *err)
{
    return db->n_temporary++ || !db->is_readonly ? 0
                                                 : db_execute(db, "PRAGMA query_only = OFF", err);
}

int db_temporary_end(struct db *db, struct err *err)
{
    return --db->n_temporary || !db->is_readonly ? 0
                                                 : db_execute(db, "PRAGMA query_only = ON", err);
}

int db_prepare(struct db_statement **out, struct db *db, const char *sql, struct err *err)
{
    sqlite3_stmt *statement;
    if (sqlite3_prepare_v2(db->connection, sql, -1, &statement, NULL) != SQLITE_OK)
        return failed(db, sql, err);
    *out = mem_alloc(1, sizeof **out);
    **out = (struct db_statement){statement, db};
    return 0;
}

void db_finish(struct db_statement *statement)
{
    if (!statement)
        return;
    sqlite3_finalize(statement->inner);
    free(statement);
}

static int statement_failed(const struct db_statement *statement, struct err *err)
{
    return failed(statement->db, sqlite3_sql(statement->inner), err);
}

/* The door for texts that go into a database: readers take valid UTF-8 without zero bytes. */
static int bind_text(sqlite3_stmt *stmt, int parameter, const char *text, size_t length)
{
    scoped(str) valid = {0};
    if (!text || (utf8_is_valid(text, length) && !memchr(text, '\0', length)))
        return sqlite3_bind_text64(stmt, parameter, text, length, SQLITE_STATIC, SQLITE_UTF8);
    utf8_add_valid(&valid, text, length);
    return sqlite3_bind_text64(stmt, parameter, valid.text, valid.length, SQLITE_TRANSIENT,
                               SQLITE_UTF8);
}

/* `types` may be NULL. */
static int bind_list(struct db_statement *statement, struct err *err, const char *types,
                     va_list args)
{
    if (!statement)
        return ERR;
    sqlite3_stmt *stmt = statement->inner;
    int code = SQLITE_OK;
    for (int i = 0; types && types[i] && code == SQLITE_OK; i++) {
        if (types[i] == 'i') {
            code = sqlite3_bind_int64(stmt, i + 1, va_arg(args, int64_t));
        } else if (types[i] == 'r') {
            code = sqlite3_bind_double(stmt, i + 1, va_arg(args, double)); /* NAN becomes NULL */
        } else {
            const char *text = va_arg(args, const char *);
            size_t length = types[i] == 'b' ? va_arg(args, size_t) : text ? strlen(text) : 0;
            code = types[i] == 'p' ? sqlite3_bind_text(stmt, i + 1, text, -1, SQLITE_STATIC)
                                   : bind_text(stmt, i + 1, text, length);
        }
    }
    return code == SQLITE_OK ? 0 : statement_failed(statement, err);
}

int db_bind(struct db_statement *statement, struct err *err, const char *types, ...)
{
    va_list args;
    va_start(args, types);
    int status = bind_list(statement, err, types, args);
    va_end(args);
    return status;
}

struct db_statement *db_query(struct db *db, struct err *err, const char *sql, const char *types,
                              ...)
{
    scoped(db_statement) *statement = NULL;
    va_list args;
    if (db_prepare(&statement, db, sql, err) != 0)
        return NULL;
    va_start(args, types);
    int status = bind_list(statement, err, types, args);
    va_end(args);
    return status == 0 ? hand_over(statement) : NULL;
}

/* Returns the statement with this text that db_change() has prepared before, or prepares it. */
static struct db_statement *prepared_change(struct db *db, const char *sql, struct err *err)
{
    struct db_statement *statement = NULL;
    for (size_t i = 0; i < db->changes.n; i++)
        if (strcmp(sqlite3_sql(db->changes.items[i]->inner), sql) == 0)
            return db->changes.items[i];
    if (db_prepare(&statement, db, sql, err) == 0)
        array_push(&db->changes, statement);
    return statement;
}

int db_change(struct db *db, struct err *err, const char *sql, const char *types, ...)
{
    struct db_statement *statement = prepared_change(db, sql, err);
    va_list args;
    va_start(args, types);
    int status = bind_list(statement, err, types, args);
    va_end(args);
    if (status == 0 && (status = db_step(statement, err)) == 1)
        db_rewind(statement);
    return status;
}

int db_prepare_insert(struct db_statement **out, struct db *db, const char *verb, const char *table,
                      struct err *err)
{
    scoped(db_statement) *values =
        db_query(db, err, "SELECT group_concat('?') FROM pragma_table_info(?, 'main')", "t", table);
    scoped(str) sql = {0};
    if (db_step(values, err) != 1)
        return ERR;
    str_print(&sql, "%s INTO main.%s VALUES (%s)", verb, table, db_text(values, 0));
    return db_prepare(out, db, str_text(&sql), err);
}

int db_trust_rows(struct db *db, struct err *err)
{
    return db_execute(db, "PRAGMA ignore_check_constraints = ON", err);
}

int db_step(struct db_statement *statement, struct err *err)
{
    if (!statement)
        return ERR;
    int code = sqlite3_step(statement->inner);
    if (code == SQLITE_ROW)
        return 1;
    int status = code == SQLITE_DONE ? 0 : statement_failed(statement, err);
    sqlite3_reset(statement->inner);
    return status;
}

static int db_copy_row(struct db_statement *to, const struct db_statement *from, struct err *err)
{
    for (int i = 0; i < sqlite3_column_count(from->inner); i++) {
        sqlite3_value *value = sqlite3_column_value(from->inner, i);
        const char *text = sqlite3_value_type(value) != SQLITE_TEXT
                               ? NULL
                               : (const char *)sqlite3_value_text(value);
        if ((text ? bind_text(to->inner, i + 1, text, (size_t)sqlite3_value_bytes(value))
                  : sqlite3_bind_value(to->inner, i + 1, value)) != SQLITE_OK)
            return statement_failed(to, err);
    }
    return db_step(to, err);
}

int db_copy_rows(struct db_statement *to, struct db_statement *from, struct err *err)
{
    int status = to ? 0 : ERR;
    while (status == 0 && (status = db_step(from, err)) == 1)
        status = db_copy_row(to, from, err);
    if (status != 0 && from)
        db_rewind(from);
    return status;
}

void db_rewind(struct db_statement *statement)
{
    sqlite3_reset(statement->inner);
}

int db_get_int(struct db *db, int64_t *out, const char *sql, struct err *err)
{
    scoped(db_statement) *statement = db_query(db, err, sql, NULL);
    int status = db_step(statement, err);
    *out = status == 1 ? db_int(statement, 0) : 0;
    return status < 0 ? ERR : 0;
}

int64_t db_int(struct db_statement *statement, int column)
{
    return sqlite3_column_int64(statement->inner, column);
}

double db_double(struct db_statement *statement, int column)
{
    return sqlite3_column_double(statement->inner, column);
}

enum db_type db_type(struct db_statement *statement, int column)
{
    int type = sqlite3_column_type(statement->inner, column);
    return type == SQLITE_NULL ? DB_NULL : type == SQLITE_TEXT ? DB_TEXT : DB_NUMBER;
}

const char *db_text(struct db_statement *statement, int column)
{
    const unsigned char *text = sqlite3_column_text(statement->inner, column);
    return text ? (const char *)text : "";
}

const char *db_copy_text(struct db_statement *statement, int column, struct arena *arena)
{
    const char *text = db_text(statement, column);
    return arena_copy_text(arena, text, db_text_length(statement, column));
}

size_t db_text_length(struct db_statement *statement, int column)
{
    return (size_t)sqlite3_column_bytes(statement->inner, column);
}

const char *db_column_name(struct db_statement *statement, int column)
{
    return sqlite3_column_name(statement->inner, column);
}

int db_check(struct db *db, struct err *err)
{
    scoped(db_statement) *s = db_query(db, err, "PRAGMA main.quick_check(1)", NULL);
    int status = db_step(s, err);
    if (status != 1 || strcmp(db_text(s, 0), "ok") == 0)
        return status < 0 ? ERR : 0;
    const char *line = strrchr(db_text(s, 0), '\n');         /* the last one has the reason */
    const char *code = strstr(db_text(s, 0), "error code="); /* of a page that was not read */
    if (code && atoi(code + strlen("error code=")) == SQLITE_NOMEM)
        mem_exhausted();
    if (read_through(db->path, err) != 0)
        return ERR;
    return not_intact(db, line ? line + 1 : db_text(s, 0), err);
}

/* ---- Expressions of users ---- */

struct expression {
    struct text_list *named;
    struct arena *arena;
    int n_selects;
};

/* The functions that an expression may call. Those of dates are missing: they may be of now. */
static const char *const pure_functions[] = {
    "abs",    "char",   "coalesce", "format", "glob",  "hex",  "ifnull", "iif",
    "instr",  "length", "like",     "lower",  "ltrim", "max",  "min",    "nullif",
    "printf", "quote",  "replace",  "round",  "rtrim", "sign", "substr", "substring",
    "trim",   "typeof", "unicode",  "upper",  NULL};

/* An authorizer of SQLite. The first SELECT is our own. */
static int allow_part(void *context, int action, const char *a, const char *b, const char *c,
                      const char *d)
{
    struct expression *expression = context;
    const char *name = b ? b : "";
    (void)a, (void)c, (void)d;
    if (action == SQLITE_FUNCTION)
        return text_is_one_of(name, pure_functions) ? SQLITE_OK : SQLITE_DENY;
    if (action == SQLITE_SELECT)
        return expression->n_selects++ ? SQLITE_DENY : SQLITE_OK;
    if (action != SQLITE_READ)
        return SQLITE_DENY;
    for (size_t i = 0; i < expression->named->n; i++)
        if (strcmp(expression->named->items[i], name) == 0)
            return SQLITE_OK;
    if (*name)
        array_push(expression->named, arena_text(expression->arena, name));
    return SQLITE_OK;
}

/* Parses the expression between two pieces of SQL. */
static int try_expression(struct db *scratch, struct expression *parts, const char *start,
                          const char *text, const char *end, const char *columns, struct err *err)
{
    scoped(str) sql = {0};
    sqlite3_stmt *statement = NULL;
    const char *rest = "";
    str_print(&sql, "%s (%s\n)%s", start, text, end);
    parts->n_selects = 0;
    sqlite3_set_authorizer(scratch->connection, allow_part, parts);
    int code = sqlite3_prepare_v2(scratch->connection, str_text(&sql), -1, &statement, &rest);
    bool is_whole = code == SQLITE_OK && !*rest && sqlite3_bind_parameter_count(statement) == 0;
    sqlite3_set_authorizer(scratch->connection, NULL, NULL);
    sqlite3_finalize(statement);
    const char *reason = sqlite3_errmsg(scratch->connection);
    if (is_whole)
        return 0;
    if (code == SQLITE_AUTH && parts->n_selects > 1)
        reason = "it has a subquery";
    if (code == SQLITE_OK)
        reason = "it is not one expression without parameters";
    bool is_name = text_begins(reason, "no such column");
    return err_set(err, "the expression '%s': %s%s%s", text, reason,
                   is_name ? "; a text has single quotes, and the columns are " : "",
                   is_name ? columns : "");
}

/* It is parsed in an empty database with a table that has the columns of the view, at two places:
 * what is more than an expression, as `1) LIMIT (2`, does not fit into both. */
int db_check_expression(struct text_list *named, struct arena *arena, struct db *db,
                        const char *view, const char *expression, struct err *err)
{
    struct expression parts = {.named = named, .arena = arena};
    scoped(db) *scratch = NULL;
    scoped(str) create = {0}, select = {0}, from = {0};
    scoped(db_statement) *s =
        db_query(db, err, "SELECT group_concat(name, ', ') FROM pragma_table_info(?)", "t", view);
    if (db_step(s, err) != 1 || db_open_new(&scratch, ":memory:", err) != 0)
        return ERR;
    str_print(&create, "CREATE TABLE %s (%s PRIMARY KEY) WITHOUT ROWID", view, db_text(s, 0));
    str_print(&select, "SELECT 1 FROM %s WHERE", view);
    str_print(&from, " FROM %s", view);
    if (db_execute(scratch, str_text(&create), err) != 0 ||
        try_expression(scratch, &parts, str_text(&select), expression, "", db_text(s, 0), err) != 0)
        return ERR;
    return try_expression(scratch, &parts, "SELECT", expression, str_text(&from), db_text(s, 0),
                          err);
}

int db_hash_rows(char hex[SHA256_HEX_SIZE], struct db *db, const char *sql, struct err *err)
{
    scoped(db_statement) *rows = db_query(db, err, sql, NULL);
    struct sha256 *sum = sha256_new();
    int status;
    while ((status = db_step(rows, err)) == 1)
        for (int i = 0; i < sqlite3_column_count(rows->inner); i++) {
            const char *text = db_text(rows, i);
            sha256_add(sum, text, db_text_length(rows, i) + 1);
        }
    sha256_finish(sum, hex);
    return status;
}

int db_write_to(struct db *db, const char *path, struct err *err)
{
    return db_change(db, err, "VACUUM INTO ?", "p", path);
}

int64_t db_last_id(struct db *db)
{
    return sqlite3_last_insert_rowid(db->connection);
}

const char *db_library_version(void)
{
    return sqlite3_libversion();
}
