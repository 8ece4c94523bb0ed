/* The program in the sandbox, parquet_reader, runs one statement of SQL. The names and types of the
 * columns are asked first, by a run of their own, so that only wanted columns are read. What the
 * program prints is as hostile as the file. */
#include "base/sandbox/parquet_rows.h"

#include "base/clock.h"
#include "base/duck.h"
#include "base/file.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/str.h"
#include "base/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PROGRAM "/reader/parquet_reader"
#define LIBRARY "/reader/libduckdb.so"
#define ROWS    "/reader/rows.parquet"
#define BUNDLE  "/reader/bundle"
#define FROM    "read_parquet('" ROWS "', hive_partitioning = false)"

static const char program[] = {
#include "out/parquet/parquet_reader.inc"
};

enum {
    IDLE_S = 120,              /* after which the program is ended if it writes nothing */
    END_S = 30,                /* for a program that has closed its output */
    PIPE_BYTES = 1 << 20,      /* fewer changes between the processes */
    MAX_COLUMN_BYTES = 1 << 26 /* of the names and types of all columns */
};

/* The library takes 3 GiB of memory at most. It writes no file. */
static const struct process_limits limits = {
    .memory_bytes = UINT64_C(4) << 30,
    .address_bytes = UINT64_MAX,
    .stack_bytes = 64 << 20,
    .file_bytes = 0,
    .cpu_seconds = UINT32_MAX,
    .n_processes = 64,
};

struct parquet_rows {
    char *path; /* for messages */
    struct sandbox *sandbox;
    struct sandbox_owner owner;
    uint32_t number;    /* of the program in the sandbox */
    bool is_running;    /* it was started and not yet waited for */
    int output, errors; /* pipes; -1: closed */
    bool is_late;
    uint64_t n_file_bytes, n_all; /* of the file, and its rows; 0: unknown */
    atomic_uint_fast64_t n_read;  /* rows */
};

void parquet_rows_close(struct parquet_rows *rows)
{
    if (!rows)
        return;
    sandbox_close(rows->sandbox);
    fd_close(&rows->output);
    fd_close(&rows->errors);
    free(rows->path);
    free(rows);
}

static int fail(const struct parquet_rows *rows, const char *reason, struct err *err)
{
    return err_set(err, "cannot read '%s': %s", rows->path, reason);
}

/* ---- The program ---- */

static int open_sandbox(struct parquet_rows *rows, struct err *err)
{
    char file[PATH_MAX], library[PATH_MAX];
    struct stat info;
    if (!realpath(rows->path, file) || stat(file, &info) != 0)
        return err_set_errno(err, "cannot read '%s'", rows->path);
    if (!S_ISREG(info.st_mode))
        return fail(rows, "Parquet is read from files only", err);
    if (duck_load(err) != 0)
        return PARQUET_UNABLE;
    if (!realpath(duck_path(), library)) {
        err_set_errno(err, "cannot find DuckDB's library '%s'", duck_path());
        return PARQUET_UNABLE;
    }
    rows->n_file_bytes = (uint64_t)info.st_size;
    rows->owner = (struct sandbox_owner){info.st_uid, info.st_gid};
    const struct mounted_path paths[] = {
        {.from = file, .to = ROWS},
        {.from = library, .to = LIBRARY},
        {.from = getenv("TOKFIX_BUNDLE"), .to = BUNDLE},
        {0},
    };
    const struct mounted_file files[] = {{PROGRAM, program, sizeof program - 1}, {0}};
    const struct sandbox_setup setup = {
        .folders = paths,
        .files = files,
        .owner = &rows->owner,
        .together = {limits.memory_bytes + (UINT64_C(1) << 30), limits.n_processes},
    };
    return sandbox_open(&rows->sandbox, &setup, err) == 0 ? 0 : PARQUET_UNABLE;
}

/* Starts the program with this statement. In a bundle (setup/bundle), it has the libraries of the
 * bundle, because those of this machine may be too old for it. */
static int start(struct parquet_rows *rows, const struct str *sql, struct err *err)
{
    static const char *const words[] = {PROGRAM, NULL};
    static const char *const in_bundle[] = {BUNDLE "/libexec/tokfix", "--library-path",
                                            BUNDLE "/lib/tokfix", PROGRAM, NULL};
    static const char *const environment[] = {"TOKFIX_DUCKDB=" LIBRARY, "LC_ALL=C", NULL};
    const struct sandbox_execute run = {
        .arguments = getenv("TOKFIX_BUNDLE") ? in_bundle : words,
        .environment = environment,
        .limits = limits,
    };
    int ends[2][2] = {{-1, -1}, {-1, -1}};
    scoped_fd int statement = sandbox_hold(str_text(sql), sql->length);
    if (statement < 0)
        return err_set_errno(err, "cannot hold a statement");
    if (pipe2(ends[0], O_CLOEXEC) != 0 || pipe2(ends[1], O_CLOEXEC) != 0) {
        fd_close(&ends[0][0]);
        fd_close(&ends[0][1]);
        return err_set_errno(err, "cannot make a pipe");
    }
    rows->output = ends[0][0];
    rows->errors = ends[1][0];
    fcntl(rows->output, F_SETPIPE_SZ, PIPE_BYTES);
    fcntl(rows->errors, F_SETFL, O_NONBLOCK);
    const int theirs[] = {statement, ends[0][1], ends[1][1]};
    int status = sandbox_start(rows->sandbox, &run, theirs, &rows->number, err);
    fd_close(&ends[0][1]);
    fd_close(&ends[1][1]);
    rows->is_running = status == 0;
    return status;
}

/* Appends what the library said, without the name that the file has in the sandbox. */
static void add_message(struct str *out, int errors)
{
    static const char name[] = " '" ROWS "'", quoted[] = " \"" ROWS "\"";
    char message[sizeof((struct err *)0)->message];
    ssize_t n = read(errors, message, sizeof message - 1);
    message[n > 0 ? n : 0] = '\0';
    message[strcspn(message, "\n")] = '\0';
    for (char *at; (at = strstr(message, name)) || (at = strstr(message, quoted));)
        memmove(at, at + sizeof name - 1, strlen(at + sizeof name - 1) + 1);
    utf8_add_valid(out, message, strlen(message));
}

/* Ends the program, and fails unless it was successful. */
static int finish(struct parquet_rows *rows, struct err *err)
{
    struct sandbox_result result;
    const struct sandbox_execute run = {.limits = limits,
                                        .wall_seconds = rows->is_late ? 0 : END_S};
    scoped(str) reason = {0};
    rows->is_running = false;
    if (sandbox_wait(rows->sandbox, rows->number, &run, &result, err) != 0)
        return ERR;
    if (!rows->is_late && result.end == SANDBOX_EXITED && result.code == 0)
        return 0;
    if (rows->is_late || result.end == SANDBOX_LATE)
        str_print(&reason, "DuckDB's library did nothing for %d s", rows->is_late ? IDLE_S : END_S);
    else if (result.end == SANDBOX_EXITED)
        add_message(&reason, rows->errors);
    else if (result.code == SIGKILL || result.code == SIGABRT)
        str_print(&reason, "DuckDB's library was stopped (signal %d), perhaps for lack of memory",
                  result.code);
    else
        str_print(&reason, "DuckDB's library crashed (signal %d)", result.code);
    if (result.end != SANDBOX_EXITED || !reason.length)
        str_add_text(&reason, "; is the file damaged?");
    return fail(rows, str_text(&reason), err);
}

/* Waits for output. Returns false if reading is to end. */
static bool wait_for_output(struct parquet_rows *rows)
{
    int64_t last = clock_ms() + INT64_C(1000) * IDLE_S;
    struct pollfd waits[] = {{.fd = rows->output, .events = POLLIN},
                             {.fd = interrupt_descriptor(), .events = POLLIN}};
    for (int64_t left; (left = last - clock_ms()) > 0;)
        if (poll(waits, 2, (int)left) > 0)
            return !waits[1].revents;
    rows->is_late = true;
    return false;
}

/* Reads what the program has printed, as parquet_rows_read() does. */
static ptrdiff_t read_output(struct parquet_rows *rows, char *bytes, size_t capacity,
                             struct err *err)
{
    ssize_t n;
    if (!rows->is_running)
        return 0;
    do
        n = wait_for_output(rows) ? read(rows->output, bytes, capacity) : 0;
    while (n < 0 && errno == EINTR);
    if (n > 0)
        return n;
    if (interrupt_signal())
        return err_set(err, "stopped");
    int status = finish(rows, err);
    fd_close(&rows->output);
    fd_close(&rows->errors);
    return status;
}

/* ---- The statement ---- */

/* Whether values of a type, as DuckDB writes it, have BLOBs in them: `STRUCT(a BLOB, b BLOB[])`. */
static bool has_blob(const char *type)
{
    return strstr(type, " BLOB") || strstr(type, "(BLOB") || strstr(type, "BLOB[");
}

static void add_name(struct str *sql, const char *name, char quote)
{
    str_add(sql, &quote, 1);
    for (; *name; name++)
        str_add(sql, (const char[]){*name, *name}, *name == quote ? 2 : 1);
    str_add(sql, &quote, 1);
}

/* Appends a member of the object of a row. */
static int add_column(const struct parquet_rows *rows, struct str *sql, const char *name,
                      const char *type, struct err *err)
{
    bool is_blob = strcmp(type, "BLOB") == 0;
    if (!is_blob && has_blob(type))
        return err_set(err,
                       "cannot read '%s': its column '%.60s' has binary values (%.60s); convert "
                       "them to texts",
                       rows->path, name, type);
    add_name(sql, name, '\'');
    str_add_text(sql, is_blob ? ", CASE WHEN " : ", ");
    add_name(sql, name, '"');
    if (is_blob) {
        str_add_text(sql, " IS NOT NULL THEN coalesce(to_json(TRY(decode(");
        add_name(sql, name, '"');
        str_add_text(sql, "))), '[]'::JSON) END");
    }
    return 0;
}

/* The columns of a file. The texts are in the arena. */
struct columns {
    struct arena arena;
    ARRAY(const char *) names, types;
};

static void columns_release(struct columns *columns)
{
    array_release(&columns->names);
    array_release(&columns->types);
    arena_release(&columns->arena);
}
SCOPED_VALUE(columns, columns_release)

/* Takes the columns from JSON lines. */
static void take_columns(struct parquet_rows *rows, struct columns *columns, const char *lines)
{
    for (const char *feed; (feed = strchr(lines, '\n')); lines = feed + 1) {
        scoped(json) *column = NULL;
        if (json_parse(&column, lines, (size_t)(feed - lines), NULL) != 0)
            continue;
        const char *name = json_text_at(column, "name"), *type = json_text_at(column, "type");
        if (!name || !type)
            continue;
        array_push(&columns->names, arena_text(&columns->arena, name));
        array_push(&columns->types, arena_text(&columns->arena, type));
        rows->n_all = (uint64_t)json_int(json_get(column, "n"), 0);
    }
}

static int list_columns(struct parquet_rows *rows, struct columns *columns, struct err *err)
{
    scoped(str) text = {0};
    ptrdiff_t n;
    str_set(&text, "SELECT to_json(d)::VARCHAR FROM (SELECT column_name AS name, column_type AS "
                   "type, (SELECT count(*) FROM " FROM ") AS n FROM (DESCRIBE SELECT * FROM " FROM
                   ")) AS d");
    if (start(rows, &text, err) != 0)
        return ERR;
    str_clear(&text);
    while ((n = read_output(rows, str_reserve(&text, PIPE_BYTES), PIPE_BYTES, err)) > 0) {
        str_extend(&text, (size_t)n);
        if (text.length > MAX_COLUMN_BYTES)
            return fail(rows, "it has too many columns", err);
    }
    take_columns(rows, columns, str_text(&text));
    return n == 0 ? 0 : ERR;
}

/* Writes the statement that gives the wanted columns of each row. */
static int choose_columns(struct parquet_rows *rows, struct str *sql, parquet_rows_choose *choose,
                          void *context, struct err *err)
{
    scoped(columns) columns = {0};
    if (list_columns(rows, &columns, err) != 0)
        return ERR;
    size_t n = columns.names.n, length;
    scoped_memory bool *is_wanted = mem_alloc(n + 1, sizeof *is_wanted);
    if (choose(context, columns.names.items, n, is_wanted, err) != 0)
        return ERR;
    str_set(sql, "SELECT json_object(");
    length = sql->length;
    for (size_t i = 0; i < n; i++) {
        if (!is_wanted[i])
            continue;
        str_add_text(sql, sql->length > length ? ", " : "");
        if (add_column(rows, sql, columns.names.items[i], columns.types.items[i], err) != 0)
            return ERR;
    }
    str_add_text(sql, ")::VARCHAR FROM " FROM);
    return 0;
}

/* ---- The rows ---- */

int parquet_rows_open(struct parquet_rows **out, const char *path, parquet_rows_choose *choose,
                      void *context, struct err *err)
{
    scoped(parquet_rows) *rows = mem_alloc(1, sizeof *rows);
    scoped(str) sql = {0};
    rows->path = mem_copy_text(path, strlen(path));
    rows->output = rows->errors = -1;
    int status = open_sandbox(rows, err);
    if (status != 0)
        return status;
    str_set(&sql, "SELECT to_json(r)::VARCHAR FROM (SELECT * FROM " FROM ") AS r");
    if (choose && choose_columns(rows, &sql, choose, context, err) != 0)
        return ERR;
    if (start(rows, &sql, err) != 0)
        return ERR;
    *out = hand_over(rows);
    return 0;
}

ptrdiff_t parquet_rows_read(struct parquet_rows *rows, char *bytes, size_t capacity,
                            struct err *err)
{
    ptrdiff_t n = read_output(rows, bytes, capacity, err);
    uint64_t n_rows = 0;
    if (n > 0 && rows->n_all)
        for (const char *at = bytes; (at = memchr(at, '\n', (size_t)(bytes + n - at))); at++)
            n_rows++;
    atomic_fetch_add(&rows->n_read, n_rows);
    return n;
}

uint64_t parquet_rows_position(const struct parquet_rows *rows)
{
    uint64_t n_read = atomic_load(&rows->n_read);
    if (!rows->n_all || n_read > rows->n_all)
        return 0;
    return (uint64_t)((double)rows->n_file_bytes * (double)n_read / (double)rows->n_all);
}

int parquet_rows_copy(int out, const char *path, struct err *err)
{
    scoped(parquet_rows) *rows = NULL;
    scoped_memory char *bytes = mem_alloc(PIPE_BYTES, 1);
    ptrdiff_t n;
    int status = parquet_rows_open(&rows, path, NULL, NULL, err);
    if (status != 0)
        return status;
    while ((n = parquet_rows_read(rows, bytes, PIPE_BYTES, err)) > 0)
        if (file_write_all(out, bytes, (size_t)n) != 0)
            return err_set_errno(err, "cannot write the rows of '%s'", path);
    return n == 0 ? 0 : ERR;
}
