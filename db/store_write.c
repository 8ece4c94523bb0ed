/* One prepared statement for each table that takes many rows. */
#include "db/store.h"

#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static const char *const schema_lines[] = {
#include "schema.inc"
};

enum statement_name {
    ADD_PROBLEM,
    ADD_IDENTICAL_PROBLEM,
    ADD_PROBLEM_DESCRIPTION,
    FIND_SOURCE,
    ADD_SOURCE,
    ADD_SUBMISSION,
    ADD_FIX,
    ADD_INPUT_ERROR,
    ADD_REJECT,
    ADD_STATUS,
    ADD_HISTORY_SIZE,
    ADD_COUNT,
    N_STATEMENTS
};

static const char *const statement_sql[N_STATEMENTS] = {
    [ADD_PROBLEM] = "INSERT INTO problems VALUES (?, ?, ?, ?, ?, ?, ?)",
    [ADD_IDENTICAL_PROBLEM] = "INSERT INTO identical_problems VALUES (?, ?)",
    [ADD_PROBLEM_DESCRIPTION] = "INSERT INTO problem_descriptions VALUES (?, ?)",
    [FIND_SOURCE] = "SELECT source_id FROM sources WHERE sha256 = ?",
    [ADD_SOURCE] = "INSERT INTO sources (sha256, n_bytes, n_tokens, code) VALUES (?, ?, ?, ?)",
    [ADD_SUBMISSION] = "INSERT INTO submissions (problem_id, submission_id, user_id, date, "
                       "original_language, status, source_id) VALUES (?, ?, ?, ?, ?, ?, ?)",
    [ADD_FIX] = "INSERT INTO fixes (buggy, fixed, edit, category, pattern, role, before, after, "
                "start_byte, end_byte, line, column, token_index, token_end_byte, n_tokens, "
                "fixed_start_byte, "
                "fixed_end_byte, fixed_line, fixed_column, fixed_token_index, fixed_n_tokens, "
                "repair_in_program, dialect) VALUES "
                "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
    [ADD_INPUT_ERROR] =
        "INSERT INTO input_errors (kind, file, line, detail) VALUES (?, ?, nullif(?, 0), ?)",
    [ADD_REJECT] = "INSERT INTO rejects VALUES (?, ?, ?)",
    [ADD_STATUS] = "INSERT INTO statuses VALUES (?, ?, ?)",
    [ADD_HISTORY_SIZE] = "INSERT INTO history_sizes VALUES (?, ?)",
    [ADD_COUNT] = "INSERT INTO counts (name, n) VALUES (?, ?)",
};

struct store {
    struct db *db;
    struct db_statement *statements[N_STATEMENTS];
};

/* STRICT tables came with SQLite 3.37; older libraries make ordinary ones. */
static int create_schema(struct db *db, struct err *err)
{
    struct str sql = {0};
    bool has_strict = db_library_number() >= 3037000;
    for (size_t i = 0; i < sizeof schema_lines / sizeof *schema_lines; i++) {
        bool ends_strict = strcmp(schema_lines[i], ") STRICT;\n") == 0;
        str_add_text(&sql, ends_strict && !has_strict ? ");\n" : schema_lines[i]);
    }
    str_print(&sql, "PRAGMA application_id = %d; PRAGMA user_version = %d;", STORE_APPLICATION_ID,
              STORE_SCHEMA_VERSION);
    int status = db_execute(db, str_text(&sql), err);
    str_release(&sql);
    return status;
}

int store_create(struct store **out, const char *path, struct err *err)
{
    struct store *store = mem_alloc(1, sizeof *store);
    int status = db_open_new(&store->db, path, err);
    if (status == 0)
        status = db_execute(store->db, "BEGIN", err);
    if (status == 0)
        status = create_schema(store->db, err);
    for (int i = 0; i < N_STATEMENTS && status == 0; i++)
        status = db_prepare(&store->statements[i], store->db, statement_sql[i], err);
    if (status != 0) {
        store_abandon(store);
        return ERR;
    }
    *out = store;
    return 0;
}

int store_add_run(struct store *store, const struct run_row *row, struct err *err)
{
    struct db_statement *statement;
    if (db_prepare(&statement, store->db,
                   "INSERT INTO run VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", err) != 0)
        return ERR;
    int status = db_run(statement, err, "ttttitiitt", row->tool_version, row->language,
                        row->grammar, row->grammar_version, row->grammar_abi, row->pairing,
                        row->max_tokens, row->max_bytes, row->dataset, row->metadata_sha256);
    db_finish(statement);
    return status;
}

int store_add_problem(struct store *store, const struct problem_row *row, struct err *err)
{
    return db_run(store->statements[ADD_PROBLEM], err, "tttiiii", row->problem_id, row->name,
                  row->contest, row->n_submissions, row->n_histories, row->n_pairs, row->n_fixes);
}

int store_add_identical_problem(struct store *store, int64_t cluster, const char *problem_id,
                                struct err *err)
{
    return db_run(store->statements[ADD_IDENTICAL_PROBLEM], err, "it", cluster, problem_id);
}

int store_add_problem_description(struct store *store, const char *problem_id, const char *sha256,
                                  struct err *err)
{
    return db_run(store->statements[ADD_PROBLEM_DESCRIPTION], err, "tt", problem_id, sha256);
}

int store_add_source(struct store *store, const struct source_row *row, int64_t *source_id,
                     struct err *err)
{
    struct db_statement *find = store->statements[FIND_SOURCE];
    if (db_bind(find, err, "t", row->sha256) != 0)
        return ERR;
    int status = db_step(find, err);
    if (status == 1) {
        *source_id = db_int(find, 0);
        db_rewind(find);
        return 0;
    }
    if (status == 0)
        status = db_run(store->statements[ADD_SOURCE], err, "tiib", row->sha256,
                        (int64_t)row->n_bytes, row->n_tokens, row->code, row->n_bytes);
    *source_id = db_last_id(store->db);
    return status;
}

int store_add_submission(struct store *store, const struct submission_row *row, int64_t *key,
                         struct err *err)
{
    int status = db_run(store->statements[ADD_SUBMISSION], err, "tttitti", row->problem_id,
                        row->submission_id, row->user_id, row->date, row->original_language,
                        row->status, row->source_id);
    *key = db_last_id(store->db);
    return status;
}

int store_add_fix(struct store *store, const struct fix_row *row, struct err *err)
{
    const struct place_row *b = &row->buggy_place, *f = &row->fixed_place;
    return db_run(store->statements[ADD_FIX], err, "iittttbbiiiiiiiiiiiiiit", row->buggy,
                  row->fixed, row->edit, row->category, row->pattern, row->role, row->before,
                  row->before_length, row->after, row->after_length, b->start_byte, b->end_byte,
                  b->line, b->column, b->token_index, b->token_end_byte, b->n_tokens, f->start_byte,
                  f->end_byte, f->line, f->column, f->token_index, f->n_tokens,
                  row->repair_in_program, row->dialect);
}

int store_add_input_error(struct store *store, const struct input_error_row *row, struct err *err)
{
    return db_run(store->statements[ADD_INPUT_ERROR], err, "ttit", row->kind, row->file, row->line,
                  row->detail);
}

int store_add_reject(struct store *store, const char *reason, const char *status, int64_t n_pairs,
                     struct err *err)
{
    return db_run(store->statements[ADD_REJECT], err, "tti", reason, status, n_pairs);
}

int store_add_status(struct store *store, const char *status, const char *class,
                     int64_t n_submissions, struct err *err)
{
    return db_run(store->statements[ADD_STATUS], err, "tti", status, class, n_submissions);
}

int store_add_history_size(struct store *store, int64_t n_submissions, int64_t n_histories,
                           struct err *err)
{
    return db_run(store->statements[ADD_HISTORY_SIZE], err, "ii", n_submissions, n_histories);
}

int store_add_count(struct store *store, const char *name, int64_t n, struct err *err)
{
    return db_run(store->statements[ADD_COUNT], err, "ti", name, n);
}

static void finish_statements(struct store *store)
{
    for (int i = 0; i < N_STATEMENTS; i++)
        db_finish(store->statements[i]);
}

int store_finish(struct store *store, struct err *err)
{
    finish_statements(store);
    int status = db_execute(store->db, "COMMIT", err);
    db_close(store->db);
    free(store);
    return status;
}

void store_abandon(struct store *store)
{
    if (!store)
        return;
    finish_statements(store);
    db_close(store->db);
    free(store);
}
