/* For each file, a DuckDB database in memory with one thread copies JSON lines to Parquet, or
 * back. It gets the files as descriptors, so that a file name is never read as a pattern or an
 * address. */
#include "export/parquet.h"

#include "base/file.h"
#include "base/input.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MIN_OBJECT_BYTES = 1 << 24 /* the library's default */ };

/* The part of the library's stable C interface that is used, as its header declares it. */
struct result {
    uint64_t counts[3];
    void *pointers[3];
    uint64_t reserved[8]; /* in case it grows */
};

static struct {
    void *handle; /* NULL: not loaded */
    const char *(*library_version)(void);
    int (*create_config)(void **out);
    int (*set_config)(void *config, const char *name, const char *value);
    void (*destroy_config)(void **config);
    int (*open_ext)(const char *path, void **out, void *config, char **error);
    void (*close)(void **database);
    int (*connect)(void *database, void **out);
    void (*disconnect)(void **connection);
    int (*query)(void *connection, const char *sql, struct result *result);
    const char *(*result_error)(struct result *result);
    void (*destroy_result)(struct result *result);
    void (*free)(void *memory);
} library;

static const struct {
    const char *name;
    void **function;
} functions[] = {
    {"duckdb_library_version", (void **)&library.library_version},
    {"duckdb_create_config", (void **)&library.create_config},
    {"duckdb_set_config", (void **)&library.set_config},
    {"duckdb_destroy_config", (void **)&library.destroy_config},
    {"duckdb_open_ext", (void **)&library.open_ext},
    {"duckdb_close", (void **)&library.close},
    {"duckdb_connect", (void **)&library.connect},
    {"duckdb_disconnect", (void **)&library.disconnect},
    {"duckdb_query", (void **)&library.query},
    {"duckdb_result_error", (void **)&library.result_error},
    {"duckdb_destroy_result", (void **)&library.destroy_result},
    {"duckdb_free", (void **)&library.free},
};

bool parquet_is_name(const char *path)
{
    return file_has_extension(path, "parquet");
}

const char *parquet_writer(void)
{
    static char name[64];
    if (!library.handle)
        return NULL;
    snprintf(name, sizeof name, "DuckDB %s", library.library_version());
    return name;
}

/* Loads the library at that path, if it exists. */
static void *load_from(const char *path)
{
    return strchr(path, '/') && access(path, F_OK) != 0 ? NULL
                                                        : dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

/* Loads the library at a path relative to the folder of the program. */
static void *load_beside(const char *path)
{
    char program[4096];
    scoped(str) whole = {0};
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        return NULL;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    str_print(&whole, "%s/%s", program, path);
    return load_from(str_text(&whole));
}

static void *load_any(void)
{
    const char *path = getenv("TOKFIX_DUCKDB");
    if (path && *path)
        return load_from(path);
    void *handle = load_beside("duckdb/libduckdb.so");
    if (!handle)
        handle = load_beside("../lib/tokfix/libduckdb.so");
    return handle ? handle : load_from("libduckdb.so");
}

int parquet_load(struct err *err)
{
    if (library.handle)
        return 0;
    void *handle = load_any();
    if (!handle)
        return err_set(err, "Parquet needs DuckDB's library, which was not found; install it with "
                            "`make parquet`, or set TOKFIX_DUCKDB to the path of libduckdb.so");
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        *functions[i].function = dlsym(handle, functions[i].name);
        if (!*functions[i].function) {
            dlclose(handle);
            return err_set(
                err, "this version of DuckDB's library has no function %s; use another version",
                functions[i].name);
        }
    }
    library.handle = handle;
    return 0;
}

/* Fails with the first line of the message, without the quoted name of a descriptor. */
static int fail(const char *what, const char *path, const char *message, struct err *err)
{
    static const char name[] = "/proc/self/fd/";
    scoped(str) reason = {0};
    str_add(&reason, message, strcspn(message, "\n"));
    char *begin = strstr(reason.text, name);
    char *end = begin > reason.text + 1 ? strchr(begin, begin[-1]) : NULL;
    if (end && begin[-2] == ' ')
        memmove(begin - 2, end + 1, strlen(end + 1) + 1);
    return err_set(err, "cannot %s '%s': %s", what, path, reason.text);
}

/* Opens a database that loads no extensions and writes no temporary files. */
static int open_database(void **database, const char *what, const char *path, struct err *err)
{
    static const char *const settings[][2] = {
        {"threads", "1"},
        {"temp_directory", ""},
        {"autoload_known_extensions", "false"},
        {"autoinstall_known_extensions", "false"},
    };
    void *config;
    char *error = NULL;
    library.create_config(&config);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        library.set_config(config, settings[i][0], settings[i][1]);
    int status = library.open_ext(NULL, database, config, &error);
    library.destroy_config(&config);
    if (status == 0)
        return 0;
    fail(what, path, error ? error : "the library cannot start", err);
    library.free(error);
    return ERR;
}

/* Runs one statement. On failure, the message says that it cannot `what` the file at `path`. */
static int run(const char *sql, const char *what, const char *path, struct err *err)
{
    void *database, *connection;
    struct result result = {0};
    int status = parquet_load(err);
    if (status != 0 || open_database(&database, what, path, err) != 0)
        return ERR;
    if (library.connect(database, &connection) != 0) {
        library.close(&database);
        return fail(what, path, "the library cannot start", err);
    }
    if (library.query(connection, sql, &result) != 0) {
        const char *message = library.result_error(&result);
        status = fail(what, path, message ? message : "unknown error", err);
    }
    library.destroy_result(&result);
    library.disconnect(&connection);
    library.close(&database);
    return status;
}

static void add_type(struct str *out, const struct export_feature *feature)
{
    static const char *const types[] = {[FEATURE_TEXT] = "VARCHAR",
                                        [FEATURE_INT] = "BIGINT",
                                        [FEATURE_BOOL] = "BOOLEAN",
                                        [FEATURE_INTS] = "BIGINT[]",
                                        [FEATURE_RECORDS] = "STRUCT("};
    str_add_text(out, types[feature->type]);
    if (feature->type != FEATURE_RECORDS)
        return;
    for (const struct export_feature *member = feature->members; member->name; member++) {
        str_print(out, "%s\"%s\" ", member == feature->members ? "" : ", ", member->name);
        add_type(out, member);
    }
    str_add_text(out, ")[]");
}

static void add_columns(struct str *out, const struct export_feature *features)
{
    for (const struct export_feature *feature = features; feature->name; feature++) {
        str_print(out, "%s'%s': '", feature == features ? "" : ", ", feature->name);
        add_type(out, feature);
        str_add_text(out, "'");
    }
}

int parquet_write(int out, int rows, size_t longest, const struct export_feature *features,
                  const char *path, struct err *err)
{
    scoped(str) sql = {0};
    str_print(&sql,
              "COPY (SELECT * FROM read_json('/proc/self/fd/%d', format = 'newline_delimited', "
              "compression = 'uncompressed', maximum_object_size = %zu, columns = {",
              rows, longest < MIN_OBJECT_BYTES ? (size_t)MIN_OBJECT_BYTES : longest + 1);
    add_columns(&sql, features);
    str_print(&sql,
              "})) TO '/proc/self/fd/%d' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE 10240, "
              "USE_TMP_FILE false)",
              out);
    return run(str_text(&sql), "write", path, err);
}

int parquet_read(int rows, const char *path, struct err *err)
{
    scoped(str) sql = {0};
    struct input input;
    if (input_open(&input, path, err) != 0)
        return ERR;
    str_print(&sql,
              "COPY (SELECT * FROM read_parquet('/proc/self/fd/%d')) TO '/proc/self/fd/%d' "
              "(FORMAT json, USE_TMP_FILE false)",
              input.fd, rows);
    int status = run(str_text(&sql), "read", path, err);
    input_close(&input);
    return status;
}
