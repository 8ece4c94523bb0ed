/* duckdb_rows LIBRARY THREADS FILE: DuckDB reads a file of JSON lines, as the rows of submissions,
 * and adds up every column, so that it has to read them all. LIBRARY is the path of libduckdb.so
 * (`make parquet`).
 *
 * duckdb_rows LIBRARY THREADS FILE parquet OUT: writes the rows to a Parquet file.
 * duckdb_rows LIBRARY THREADS FILE.parquet lines OUT: writes those of a Parquet file to JSON lines.
 */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct result {
    uint64_t counts[3];
    void *pointers[3];
    uint64_t reserved[8];
};

static void *library;

/* Sets a pointer to a function of the library. */
static void load(void *function, const char *name)
{
    *(void **)function = dlsym(library, name);
    if (!*(void **)function) {
        fprintf(stderr, "duckdb_rows: the library has no %s\n", name);
        exit(1);
    }
}

static const char sums[] =
    "SELECT count(*), sum(length(id)), sum(length(problem)), sum(length(\"user\")), "
    "sum(date), sum(length(status)), sum(length(language)), sum(cpu_time), "
    "sum(memory), sum(strlen(code))";

#define LINES                                                                                      \
    "read_json('%s', format = 'newline_delimited', maximum_object_size = 67108864, columns = "     \
    "{id: 'VARCHAR', problem: 'VARCHAR', \"user\": 'VARCHAR', date: 'BIGINT', status: 'VARCHAR', " \
    "language: 'VARCHAR', cpu_time: 'BIGINT', memory: 'BIGINT', code: 'VARCHAR'})"

/* Writes the statement for the arguments. */
static void make_statement(char *sql, size_t size, int argc, char **argv)
{
    if (argc == 4)
        snprintf(sql, size, "%s FROM " LINES, sums, argv[3]);
    else if (strcmp(argv[4], "parquet") == 0)
        snprintf(sql, size, "COPY (FROM " LINES ") TO '%s' (FORMAT parquet, COMPRESSION zstd)",
                 argv[3], argv[5]);
    else
        snprintf(sql, size,
                 "COPY (FROM read_parquet('%s')) TO '%s' (FORMAT json, USE_TMP_FILE false)",
                 argv[3], argv[5]);
}

int main(int argc, char **argv)
{
    int (*open)(const char *path, void **database);
    int (*connect)(void *database, void **connection);
    int (*query)(void *connection, const char *sql, struct result *result);
    const char *(*result_error)(struct result * result);
    char *(*value)(struct result * result, uint64_t column, uint64_t row);
    void *database, *connection;
    struct result result = {.counts = {0}};
    char sql[8192];
    if (argc < 4 || argc > 6 || !(library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL))) {
        fprintf(stderr,
                "usage: duckdb_rows LIBRARY THREADS FILE [DATABASE | parquet OUT | "
                "lines OUT]\n%s\n",
                argc >= 4 && argc <= 6 ? dlerror() : "");
        return 2;
    }
    load(&open, "duckdb_open");
    load(&connect, "duckdb_connect");
    load(&query, "duckdb_query");
    load(&result_error, "duckdb_result_error");
    load(&value, "duckdb_value_varchar");
    snprintf(sql, sizeof sql, "SET threads = %d", atoi(argv[2]));
    if (open(argc == 5 ? argv[4] : NULL, &database) != 0 || connect(database, &connection) != 0 ||
        query(connection, sql, &result) != 0) {
        fputs("duckdb_rows: cannot open a database\n", stderr);
        return 1;
    }
    make_statement(sql, sizeof sql, argc, argv);
    if (query(connection, sql, &result) != 0) {
        fprintf(stderr, "duckdb_rows: %s\n", result_error(&result));
        return 1;
    }
    for (uint64_t column = 0; argc == 4 && column < 10; column++)
        printf("%s%s", column ? " " : "", value(&result, column, 0));
    puts("");
    return 0;
}
