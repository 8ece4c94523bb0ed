/* The functions are looked up by name in the library that is loaded, so tokfix is built without
 * its header. A statement is run as a stream: its rows come in chunks, each with a vector of
 * texts. */
#include "base/duck.h"

#include <dlfcn.h>
#include <limits.h>
#include <link.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The part of the library's stable C interface that is used, as its header (duckdb.h) declares it.
 * Handles are pointers. */
struct result {
    uint64_t counts[3];
    void *pointers[3];
};

/* An item of a vector of texts. A long one has its first four bytes and the pointer to all. */
struct text {
    uint32_t length;
    char bytes[12];
};

static struct {
    void *handle; /* NULL: not loaded */
    int (*create_config)(void **out);
    int (*set_config)(void *config, const char *name, const char *value);
    void (*destroy_config)(void **config);
    int (*open_ext)(const char *path, void **out, void *config, char **error);
    void (*close)(void **database);
    int (*connect)(void *database, void **out);
    void (*disconnect)(void **connection);
    int (*prepare)(void *connection, const char *sql, void **out);
    const char *(*prepare_error)(void *statement);
    void (*destroy_prepare)(void **statement);
    int (*execute)(void *statement, struct result *result);
    const char *(*result_error)(struct result *result);
    void (*destroy_result)(struct result *result);
    void *(*fetch_chunk)(struct result result);
    uint64_t (*chunk_size)(void *chunk);
    void *(*chunk_vector)(void *chunk, uint64_t column);
    void *(*vector_data)(void *vector);
    uint64_t *(*vector_validity)(void *vector);
    void (*destroy_chunk)(void **chunk);
    void (*free)(void *memory);
} library;

static const struct {
    const char *name;
    void **function;
} functions[] = {
    {"duckdb_create_config", (void **)&library.create_config},
    {"duckdb_set_config", (void **)&library.set_config},
    {"duckdb_destroy_config", (void **)&library.destroy_config},
    {"duckdb_open_ext", (void **)&library.open_ext},
    {"duckdb_close", (void **)&library.close},
    {"duckdb_connect", (void **)&library.connect},
    {"duckdb_disconnect", (void **)&library.disconnect},
    {"duckdb_prepare", (void **)&library.prepare},
    {"duckdb_prepare_error", (void **)&library.prepare_error},
    {"duckdb_destroy_prepare", (void **)&library.destroy_prepare},
    {"duckdb_execute_prepared_streaming", (void **)&library.execute},
    {"duckdb_result_error", (void **)&library.result_error},
    {"duckdb_destroy_result", (void **)&library.destroy_result},
    {"duckdb_fetch_chunk", (void **)&library.fetch_chunk},
    {"duckdb_data_chunk_get_size", (void **)&library.chunk_size},
    {"duckdb_data_chunk_get_vector", (void **)&library.chunk_vector},
    {"duckdb_vector_get_data", (void **)&library.vector_data},
    {"duckdb_vector_get_validity", (void **)&library.vector_validity},
    {"duckdb_destroy_data_chunk", (void **)&library.destroy_chunk},
    {"duckdb_free", (void **)&library.free},
};

/* ---- Loading ---- */

const char *duck_path(void)
{
    struct link_map *map = NULL;
    return library.handle && dlinfo(library.handle, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name
                                                                                : NULL;
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
    char program[PATH_MAX], whole[PATH_MAX + 64];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length < 0)
        return NULL;
    program[length] = '\0';
    *strrchr(program, '/') = '\0';
    snprintf(whole, sizeof whole, "%s/%s", program, path);
    return load_from(whole);
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

int duck_load(struct err *err)
{
    if (library.handle)
        return 0;
    void *handle = load_any();
    if (!handle)
        return err_set(err, "Parquet needs DuckDB's library, which was not found; install it with "
                            "`make parquet`, or set TOKFIX_DUCKDB to the path of libduckdb.so, "
                            "which is in libduckdb-linux-amd64.zip of DuckDB's releases");
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

/* ---- Running ---- */

static int fail(const char *message, struct err *err)
{
    if (!message || !*message)
        message = "the library cannot start";
    return err_set(err, "%.*s", (int)strcspn(message, "\n"), message);
}

static int open_database(void **database, const char *memory_limit, struct err *err)
{
    const char *const settings[][2] = {
        {"threads", "1"},
        {"temp_directory", ""},
        {"autoload_known_extensions", "false"},
        {"autoinstall_known_extensions", "false"},
        {"memory_limit", memory_limit},
    };
    void *config;
    char *error = NULL;
    library.create_config(&config);
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (settings[i][1])
            library.set_config(config, settings[i][0], settings[i][1]);
    int status = library.open_ext(NULL, database, config, &error);
    library.destroy_config(&config);
    if (status == 0)
        return 0;
    fail(error, err);
    library.free(error);
    return ERR;
}

static const char *bytes_of(const struct text *text)
{
    const char *bytes;
    if (text->length <= sizeof text->bytes)
        return text->bytes;
    memcpy(&bytes, text->bytes + 4, sizeof bytes);
    return bytes;
}

static int take_chunk(void *chunk, duck_take *take, void *context, struct err *err)
{
    void *vector = library.chunk_vector(chunk, 0);
    const struct text *texts = library.vector_data(vector);
    const uint64_t *valid = library.vector_validity(vector); /* NULL: all */
    uint64_t n = library.chunk_size(chunk);
    int status = 0;
    for (uint64_t i = 0; i < n && status == 0; i++)
        if (!valid || valid[i / 64] >> i % 64 & 1)
            status = take(context, bytes_of(&texts[i]), texts[i].length, err);
    return status;
}

/* Runs a prepared statement. */
static int execute(void *statement, duck_take *take, void *context, struct err *err)
{
    struct result result = {.counts = {0}};
    void *chunk;
    int status = library.execute(statement, &result) == 0 ? 0 : ERR;
    bool is_taken = true; /* or it is the library that fails */
    while (status == 0 && is_taken && (chunk = library.fetch_chunk(result))) {
        is_taken = !take || take_chunk(chunk, take, context, err) == 0;
        library.destroy_chunk(&chunk);
    }
    const char *error = library.result_error(&result);
    if (is_taken && (status != 0 || (error && *error)))
        status = fail(error, err);
    library.destroy_result(&result);
    return is_taken ? status : ERR;
}

int duck_run(const char *sql, const char *memory_limit, duck_take *take, void *context,
             struct err *err)
{
    void *database, *connection, *statement = NULL;
    if (duck_load(err) != 0 || open_database(&database, memory_limit, err) != 0)
        return ERR;
    if (library.connect(database, &connection) != 0) {
        library.close(&database);
        return fail(NULL, err);
    }
    int status = library.prepare(connection, sql, &statement) == 0
                     ? execute(statement, take, context, err)
                     : fail(library.prepare_error(statement), err);
    library.destroy_prepare(&statement);
    library.disconnect(&connection);
    library.close(&database);
    return status;
}
