/* See rows.h. */
#include "tests/support/rows.h"

#include "base/sha256.h"
#include "base/str.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"

#include <unistd.h>

const struct run_row rows_run = {
    .tool_version = "0.1.0",
    .source = "codenet",
    .language = "python",
    .grammar = "tree-sitter-python",
    .grammar_version = "0.23.6",
    .grammar_abi = 14,
    .pairing = "all",
    .failing = "judged",
    .max_tokens = 10000,
    .max_bytes = 1000000,
    .max_pairs = 1000000,
    .shard = 1,
    .n_shards = 1,
    .n_listed = 1,
    .listing_sha256 = "11",
    .dataset = "Project_CodeNet",
    .metadata_sha256 = "00",
};

struct store *store_made(const char *name)
{
    struct store *store;
    unlink(scratch_path(name));
    assert_done(store_create(&store, scratch_path(name), &err));
    return store;
}

struct store *store_with_run(const char *name)
{
    struct store *store = store_made(name);
    assert_done(store_add_run(store, &rows_run, &err));
    return store;
}

struct db *store_reopened(struct store *store, const char *name)
{
    struct db *db;
    assert_done(store_finish(store, &err));
    assert_done(store_open(&db, scratch_path(name), &err));
    return db;
}

void store_changed(const char *name, const char *sql)
{
    scoped(db) *db = NULL;
    assert_done(db_open_new(&db, scratch_path(name), &err));
    assert_done(db_execute(db, sql, &err));
}

/* A row of a table of totals. */
static int add_row(struct store *store, const char *sql, const char *types, const char *a,
                   const char *b, int64_t n, int64_t m, struct err *err)
{
    scoped(db_statement) *statement = NULL;
    if (db_prepare(&statement, store_db(store), sql, err) != 0)
        return ERR;
    return strcmp(types, "ttn") == 0  ? db_run(statement, err, "tti", a, b, n)
           : strcmp(types, "tn") == 0 ? db_run(statement, err, "ti", a, n)
                                      : db_run(statement, err, "ii", n, m);
}

int rows_add_count(struct store *store, const char *name, int64_t n, struct err *err)
{
    return add_row(store, "INSERT INTO counts (name, n) VALUES (?, ?)", "tn", name, NULL, n, 0,
                   err);
}

int rows_add_reject(struct store *store, const char *reason, const char *status, int64_t n,
                    struct err *err)
{
    return add_row(store, "INSERT INTO rejects VALUES (?, ?, ?)", "ttn", reason, status, n, 0, err);
}

int rows_add_status(struct store *store, const char *status, const char *class, int64_t n,
                    struct err *err)
{
    return add_row(store, "INSERT INTO statuses VALUES (?, ?, ?)", "ttn", status, class, n, 0, err);
}

int rows_add_history_size(struct store *store, int64_t n_submissions, int64_t n, struct err *err)
{
    return add_row(store, "INSERT INTO history_sizes VALUES (?, ?)", "nn", NULL, NULL,
                   n_submissions, n, err);
}

int64_t rows_add_source(struct store *store, const char *code)
{
    char hex[SHA256_HEX_SIZE];
    int64_t id;
    struct source_row row = {.sha256 = hex, .code = code, .n_bytes = strlen(code), .n_tokens = 3};
    sha256_hex(code, row.n_bytes, hex);
    assert_done(store_add_source(store, &row, &id, &err));
    return id;
}

int64_t rows_add_submission(struct store *store, const char *submission_id, const char *status,
                            int64_t source_id)
{
    int64_t key;
    struct submission_row row = {
        .problem_id = "p1",
        .submission_id = submission_id,
        .user_id = "u1",
        .date = 1600000000,
        .original_language = "Python3",
        .status = status,
        .source_id = source_id,
    };
    assert_done(store_add_submission(store, &row, &key, &err));
    return key;
}

void rows_add_problem(struct store *store)
{
    struct problem_row row = {.problem_id = "p1", .name = "Sum", .n_submissions = 9};
    assert_done(store_add_problem(store, &row, &err));
}

struct fix_row rows_fix_of(const struct edit *edit, int64_t buggy, int64_t fixed)
{
    return (struct fix_row){
        .buggy = buggy,
        .fixed = fixed,
        .edit = edit->edit,
        .category = edit->category,
        .pattern = edit->pattern,
        .before = edit->before,
        .before_length = strlen(edit->before),
        .after = edit->after,
        .after_length = strlen(edit->after),
        .buggy_place = {.start_byte = 10,
                        .end_byte = 11,
                        .line = 12,
                        .column = 13,
                        .token_index = 14,
                        .token_end_byte = 15,
                        .n_tokens = 16},
        .fixed_place = {.start_byte = 20,
                        .end_byte = 21,
                        .line = 22,
                        .column = 23,
                        .token_index = 24,
                        .token_end_byte = 25,
                        .n_tokens = 26},
        .repair_in_program = 1,
        .dialect = "3",
    };
}

void rows_add_fix(struct store *store, int n, const struct edit *edit)
{
    char buggy_id[16], fixed_id[16];
    snprintf(buggy_id, sizeof buggy_id, "s%d", 2 * n);
    snprintf(fixed_id, sizeof fixed_id, "s%d", 2 * n + 1);
    int64_t buggy =
        rows_add_submission(store, buggy_id, edit->buggy_status, rows_add_source(store, "buggy"));
    int64_t fixed =
        rows_add_submission(store, fixed_id, "Accepted", rows_add_source(store, "fixed"));
    struct fix_row row = rows_fix_of(edit, buggy, fixed);
    assert_done(store_add_fix(store, &row, &err));
}

const struct edit rows_edits[N_ROWS_EDITS] = {
    {"insert", "other", "INSERT_TOKEN", "", ")", "Runtime Error"},
    {"replace", "variable_misuse", "CHANGE_IDENTIFIER", "a", "c", "Wrong Answer"},
    {"replace", "literal", "CHANGE_NUMERAL", "1", "2", "Wrong Answer"},
    {"replace", "variable_misuse", "CHANGE_IDENTIFIER", "x", "y", "Wrong Answer"},
    {"replace", "binary_operator", "CHANGE_OPERATOR", "+", "-", "Time Limit Exceeded"},
    {"replace", "variable_misuse", "CHANGE_IDENTIFIER", "a", "b", "Runtime Error"},
    {"replace", "variable_misuse", "CHANGE_IDENTIFIER", "x", "y", "Wrong Answer"},
};

struct store *small_store_made(const char *name)
{
    struct store *store = store_with_run(name);
    rows_add_problem(store);
    for (size_t i = 0; i < N_ROWS_EDITS; i++)
        rows_add_fix(store, (int)i, &rows_edits[i]);
    return store;
}

struct db *small_store_opened(const char *name)
{
    return store_reopened(small_store_made(name), name);
}

void assert_rows(struct db *db, const char *sql, const char *expected)
{
    scoped(str) rows = {0};
    scoped(db_statement) *statement = NULL;
    struct err err;
    int n_columns = 1;
    for (const char *comma = sql; (comma = strchr(comma, ',')) != NULL; comma++)
        n_columns++;
    assert_success(db_prepare(&statement, db, sql, &err), err);
    int status;
    while ((status = db_step(statement, &err)) == 1)
        for (int i = 0; i < n_columns; i++) {
            if (db_type(statement, i) == DB_NUMBER)
                str_print(&rows, "%.12g", db_double(statement, i));
            else
                str_add_text(&rows, db_type(statement, i) == DB_NULL ? "-" : db_text(statement, i));
            str_add_text(&rows, i + 1 < n_columns ? "|" : "\n");
        }
    assert_success(status, err);
    assert_string_equal(str_text(&rows), expected);
}
