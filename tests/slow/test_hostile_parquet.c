/* Rows as Parquet: the same database as from JSON lines, whatever wrote the file; little memory for
 * many rows and columns; and damaged files and a library that crashes, which are errors. */
#include "base/chance.h"
#include "base/duck.h"
#include "base/sandbox/parquet_rows.h"
#include "tests/support/test.h"

enum { N_FLIPS = 100, MANY = 5000000 };

static bool has_library(void)
{
    return can_run("test -f \"$TOKFIX_DUCKDB\"", "Parquet rows", "DuckDB's library is missing");
}

static void run_sql(const char *sql)
{
    assert_done(duck_run(sql, NULL, NULL, NULL, &err));
}

/* The content of a database, without what depends on how values are written. */
#define DUMP                                                                                     \
    "dump() { sqlite3 $1 \"update run set dataset = '', listing_sha256 = '', metadata_sha256 = " \
    "''; update problem_runs set metadata_sha256 = ''; update steps set line = ''\" .dump; }; "  \
    "cd \"$SCRATCH\"; "

/* $SCRATCH/rows.jsonl has dates as texts, a column that is no field, and a nested one. */
static void write_lines(void)
{
    FILE *file = fopen(scratch_path("rows.jsonl"), "w");
    assert_non_null(file);
    for (int i = 0; i < 20000; i++)
        fprintf(file,
                "{\"id\":%d,\"user\":\"ann %d\",\"problem\":\"p%d\",\"date\":\"2024-01-02 "
                "03:%02d:%02d.%03d\",\"status\":\"%s\",\"language\":\"py3\",\"code\":\"x = %d %c "
                "1\\nprint('é\\\"')\\n\",\"weight\":%d.5,\"tags\":[{\"name\":\"t\",\"n\":%d}]}\n",
                i, i / 2, i / 2 % 97, i / 60 % 60, i % 60, i % 1000, i % 2 ? "Accepted" : "WA",
                i / 2, i % 2 ? '+' : '-', i, i);
    fclose(file);
}

TEST(parquet_rows__give_the_database_of_json_lines)
{
    static const struct {
        const char *columns, *options;
    } cases[] = {
        {"*", "COMPRESSION snappy"},
        {"*", "COMPRESSION zstd, ROW_GROUP_SIZE 2048"},
        {"* REPLACE (id::DECIMAL(38,0) AS id, date::TIMESTAMP AS date, encode(code) AS code)",
         "COMPRESSION gzip"},
        {"* REPLACE ((date || '+00')::TIMESTAMPTZ AS date, id::DOUBLE AS id)",
         "COMPRESSION lz4_raw, PARQUET_VERSION V2"},
    };
    if (!has_library())
        skip();
    write_lines();
    run_valid(NULL, DUMP "\"$TOKFIX\" mine -q rows.jsonl -o lines.db; dump lines.db >lines.sql; "
                         "test \"$(sqlite3 lines.db 'select count(*) from fixes')\" = 10000");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) sql = {0};
        str_print(&sql,
                  "COPY (SELECT %s FROM read_json('%s', format = 'newline_delimited', columns = "
                  "{id: 'BIGINT', user: 'VARCHAR', problem: 'VARCHAR', date: 'VARCHAR', status: "
                  "'VARCHAR', language: 'VARCHAR', code: 'VARCHAR', weight: 'DOUBLE', tags: "
                  "'STRUCT(name VARCHAR, n BIGINT)[]'})) TO '%s' (FORMAT parquet, %s)",
                  cases[i].columns, scratch_path("rows.jsonl"), scratch_path("rows.parquet"),
                  cases[i].options);
        run_sql(str_text(&sql));
        for (int jobs = 1; jobs <= 4; jobs += 3)
            run_valid(NULL,
                      DUMP "\"$TOKFIX\" mine -q -j %d rows.parquet -o rows.db --force; "
                           "dump rows.db | cmp - lines.sql",
                      jobs);
    }
}

/* The limit of memory (RLIMIT_DATA) is inherited by the process that reads the file. */
TEST(parquet_rows__of_a_large_wide_table_take_little_memory)
{
    scoped(str) sql = {0};
    if (!has_library() || !is_release("a large Parquet file"))
        skip();
    str_print(&sql, "COPY (SELECT i AS id, 'u' || (i %% 999) AS user, 'p' || (i %% 99) AS problem, "
                    "1500000000 + i AS date, 'WA' AS status, 'py' AS language, 'x = ' || i AS "
                    "code");
    for (int i = 0; i < 40; i++)
        str_print(&sql, ", i %% %d AS wide_%d, 'text ' || (i %% %d) AS text_%d", 1000 + i, i, 9 + i,
                  i);
    str_print(&sql, " FROM range(%d) t(i)) TO '%s' (FORMAT parquet, COMPRESSION zstd)", MANY,
              scratch_path("wide.parquet"));
    run_sql(str_text(&sql));
    struct str n = output_of("cd \"$SCRATCH\"; ulimit -d 700000; \"$TOKFIX\" mine -q wide.parquet "
                             "-o wide.db; sqlite3 wide.db 'select sum(n_rows) from "
                             "problem_runs'; rm wide.parquet");
    assert_string_equal(str_text(&n), "5000000\n");
    str_release(&n);
}

/* ---- Damaged files ---- */

static int choose(void *context, const char *const *names, size_t n, bool *is_wanted,
                  struct err *err)
{
    (void)context, (void)names, (void)err;
    for (size_t i = 0; i < n; i++)
        is_wanted[i] = true;
    return 0;
}

/* Reads $SCRATCH/damaged.parquet, which gets these bytes. Returns 0, or ERR with an error that
 * names the file. */
static int read_bytes(const char *bytes, size_t length, bool is_whole)
{
    scoped(parquet_rows) *rows = NULL;
    static char buffer[1 << 16];
    struct err err = {{0}};
    const char *path = scratch_path("damaged.parquet");
    write_test_file(path, bytes, length);
    ptrdiff_t n = parquet_rows_open(&rows, path, is_whole ? NULL : choose, NULL, &err);
    if (n == 0)
        while ((n = parquet_rows_read(rows, buffer, sizeof buffer, &err)) > 0)
            ;
    if (n != 0)
        assert_contains(err.message, "damaged.parquet': ");
    return n == 0 ? 0 : ERR;
}

/* Makes a file of several groups and all kinds of pages. */
static void make_sound(struct str *bytes)
{
    scoped(str) sql = {0};
    str_print(&sql,
              "COPY (SELECT i AS id, 'u' || (i %% 9) AS user, i / 7.0 AS x, md5('' || i) AS code, "
              "[i, i + 1] AS l, {'a': i, 'b': 'c'} AS s, i::DECIMAL(30,2) AS d, (i || '')::BLOB AS "
              "b FROM range(5000) t(i)) TO '%s' (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE "
              "2048)",
              scratch_path("sound.parquet"));
    run_sql(str_text(&sql));
    read_test_file(bytes, "$SCRATCH/sound.parquet");
}

TEST(hostile_parquet__that_is_cut_off_is_an_error)
{
    scoped(str) bytes = {0};
    if (!has_library())
        skip();
    make_sound(&bytes);
    assert_int_equal(read_bytes(bytes.text, bytes.length, true), 0);
    for (size_t n = bytes.length - 1; n > 0; n = n > bytes.length - 9 ? n - 1 : n * 3 / 4)
        assert_int_equal(read_bytes(bytes.text, n, n % 2), ERR);
}

/* What the library reads without an error may have other values: pages have no checksums. */
TEST(hostile_parquet__with_other_bytes_is_read_or_an_error)
{
    scoped(str) bytes = {0};
    struct dice dice = {1};
    size_t n_errors = 0;
    if (!has_library())
        skip();
    make_sound(&bytes);
    size_t footer = bytes.length / 10;
    for (size_t i = 0; i < N_FLIPS; i++) {
        scoped(str) copy = {0};
        str_add(&copy, bytes.text, bytes.length);
        for (size_t k = 0; k <= i % 3; k++) {
            size_t at = dice_below(&dice, i % 2 ? footer : bytes.length);
            copy.text[bytes.length - 1 - at] = (char)dice_below(&dice, 256);
        }
        n_errors += read_bytes(copy.text, copy.length, i % 4 == 0) != 0;
    }
    assert_true(n_errors > N_FLIPS / 10);
    printf("note: of %d damaged Parquet files %zu are errors\n", N_FLIPS, n_errors);
}

/* ---- A library that does harm ---- */

#define LIBRARY                                                                                  \
    "#define F(name) int duckdb_##name(void) { return 0; }\n"                                    \
    "F(create_config) F(set_config) F(destroy_config) F(open_ext) F(close) F(connect) "          \
    "F(disconnect) F(destroy_prepare) F(execute_prepared_streaming) F(result_error) "            \
    "F(destroy_result) F(fetch_chunk) F(data_chunk_get_size) F(data_chunk_get_vector) "          \
    "F(vector_get_data) F(vector_get_validity) F(destroy_data_chunk) F(free)\n"                  \
    "const char *duckdb_library_version(void) { return \"v0\"; }\n"                              \
    "const char *duckdb_prepare_error(void *statement) { return \"no \\x1b[31m\\n second\"; }\n" \
    "#include <fcntl.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n"         \
    "#include <string.h>\n#include <sys/socket.h>\n#include <unistd.h>\n"                        \
    "int duckdb_prepare(void *connection, const char *sql, void **out) { %s; return 1; }\n"

TEST(hostile_parquet__harm_to_the_library_is_an_error)
{
    static const struct text_case cases[] = {
        {"*(volatile int *)0 = 1", "DuckDB's library crashed (signal 11); is the file damaged?"},
        {"abort()", "DuckDB's library was stopped (signal 6), perhaps for lack of memory; is the "
                    "file damaged?"},
        {"for (;;) if (!malloc(1 << 20)) abort()",
         "DuckDB's library was stopped (signal 6), perhaps for lack of memory"},
        {"exit(3)", "; is the file damaged?"},
        {"", "cannot read 'x.parquet': no "},
        {"for (int i = 0; i < 1000000; i++) puts(\"{}\"); _exit(7)", "cannot read 'x.parquet': "},
        {"close(1)", "cannot read 'x.parquet': "},
        /* what the process must not be able to do */
        {"if (socket(AF_INET, SOCK_STREAM, 0) < 0 && fork() < 0 && "
         "open(\"/reader/new\", O_CREAT | O_WRONLY, 0600) < 0 && "
         "open(\"/reader/rows.parquet\", O_RDONLY) >= 0 && "
         "open(\"/reader/rows.parquet\", O_WRONLY) < 0 && access(FOLDER, F_OK) != 0) "
         "fputs(\"isolated\\n\", stderr); _exit(1)",
         "cannot read 'x.parquet': isolated"},
    };
    if (!has_library() || !has_program("cc", "a library that does harm"))
        skip();
    write_test_text("x.parquet", "PAR1 and anything");
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(str) output = {0}, source = {0};
        str_print(&source, LIBRARY, cases[i].given);
        write_test_text("harm.c", str_text(&source));
        run_valid(
            NULL,
            "cd \"$SCRATCH\"; cc -w -shared -fPIC -DFOLDER=\"\\\"$PWD\\\"\" -o harm.so harm.c");
        assert_int_equal(run_shell(&output,
                                   "cd \"$SCRATCH\"; export TOKFIX_DUCKDB=\"$PWD/harm.so\"; "
                                   "\"$TOKFIX\" mine x.parquet -o x.db 2>&1"),
                         1);
        assert_contains(str_text(&output), cases[i].expected);
        assert_null(strchr(str_text(&output), '\x1b'));
    }
}

/* The process that reads ends with tokfix. */
TEST(hostile_parquet__reading_is_stopped_at_once)
{
    static const char *const signals[] = {"INT", "TERM", "KILL"};
    if (!has_library() || !has_program("cc", "a library that does nothing"))
        skip();
    scoped(str) source = {0};
    write_test_text("x.parquet", "PAR1 and anything");
    str_print(&source, LIBRARY, "for (;;) pause()");
    write_test_text("idle.c", str_text(&source));
    run_valid(NULL, "cd \"$SCRATCH\"; cc -w -shared -fPIC -o idle.so idle.c");
    for (size_t i = 0; i < N_ITEMS(signals); i++)
        run_valid(NULL,
                  "cd \"$SCRATCH\"; export TOKFIX_DUCKDB=\"$PWD/idle.so\"; "
                  "{ sleep 2; pgrep -n -x parquet_reader >reader; } & "
                  "timeout -k 5 -s %s 4 \"$TOKFIX\" mine x.parquet -o x.db 2>/dev/null; "
                  "test $? -ne 137 -o %s = KILL; wait; test -s reader; sleep 1; "
                  "! kill -0 $(cat reader)",
                  signals[i], signals[i]);
}
