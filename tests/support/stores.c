#include "tests/support/stores.h"

#include "base/hash.h"
#include "base/str.h"
#include "tests/support/programs.h"
#include "tests/support/run.h"
#include "tests/support/test.h"
#include "tokenize/program.h"

#include <unistd.h>

const struct run_row rows_run = {
    .tool_version = "0.1.0",
    .source = "codenet",
    .languages = {{"python", "tree-sitter-python", "0.23.6", 14}},
    .n_languages = 1,
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

struct db *store_made(const char *name)
{
    struct db *store;
    unlink(scratch_path(name));
    assert_done(store_create(&store, scratch_path(name), &err));
    return store;
}

struct db *store_with_run(const char *name)
{
    struct db *store = store_made(name);
    assert_done(store_add_run(store, &rows_run, &err));
    return store;
}

struct db *store_reopened(struct db *store, const char *name)
{
    assert_done(store_finish(store, &err));
    return store_opened(name);
}

struct db *store_opened(const char *name)
{
    struct db *db;
    assert_done(store_open(&db, scratch_path(name), &err));
    return db;
}

/* Triggers that let tests write to the views of the default split set. */
static const struct {
    const char *verb, *view, *does;
} triggers[] = {
    {"INSERT", "main.split_run",
     "INSERT INTO split_sets VALUES (new.split_set, new.origin, new.seed, new.train_ratio, "
     "new.validation_ratio, new.test_ratio, coalesce(new.n_folds, 0), NULL, NULL, "
     "new.grouped_by, new.n_previous)"},
    {"UPDATE", "main.split_run",
     "UPDATE split_sets SET origin = new.origin, seed = new.seed WHERE split_set = old.split_set"},
    {"DELETE", "main.split_run", "DELETE FROM split_sets WHERE split_set = old.split_set"},
    {"INSERT", "main.splits",
     "INSERT INTO set_splits VALUES ('default', new.fix_key, new.split, new.group_key)"},
    {"UPDATE", "main.splits",
     "UPDATE set_splits SET split = new.split WHERE fix_key = old.fix_key"},
    {"DELETE", "main.splits", "DELETE FROM set_splits WHERE fix_key = old.fix_key"},
    {"INSERT", "main.split_lists",
     "INSERT INTO set_lists VALUES ('default', new.problem_id, new.split)"},
    {"INSERT", "main.split_left_out",
     "INSERT INTO set_left_out VALUES ('default', new.fix_key, new.reason)"},
    {"INSERT", "main.exclusions",
     "INSERT INTO set_exclusions VALUES (iif(new.reason = 'benchmark', '', 'default'), "
     "new.fix_key, new.reason, new.evidence)"},
    {"DELETE", "main.exclusions", "DELETE FROM set_exclusions WHERE fix_key = old.fix_key"},
};

void split_views_write(struct db *db)
{
    int64_t is_store;
    assert_done(db_get_int(
        db, &is_store, "SELECT count(*) FROM main.sqlite_master WHERE name = 'split_sets'", &err));
    if (!is_store)
        return;
    for (size_t i = 0; i < sizeof triggers / sizeof *triggers; i++)
        assert_done(db_execute(db,
                               printed("CREATE TEMP TRIGGER write_%zu INSTEAD OF %s ON %s "
                                       "BEGIN %s; END",
                                       i, triggers[i].verb, triggers[i].view, triggers[i].does),
                               &err));
}

void store_changed(const char *name, const char *sql)
{
    scoped(db) *db = NULL;
    assert_done(db_open_new(&db, scratch_path(name), &err));
    split_views_write(db);
    assert_done(db_execute(db, sql, &err));
}

struct db *changed_store(const char *name, const char *sql)
{
    struct db *db;
    store_changed(name, sql);
    assert_done(db_open_readonly(&db, scratch_path(name), &err));
    assert_done(db_execute(db, "BEGIN", &err));
    return db;
}

int rows_add_count(struct db *store, const char *name, int64_t n, struct err *err)
{
    return db_change(store, err, "INSERT INTO run_counts (name, language, n) VALUES (?, '', ?)",
                     "ti", name, n);
}

int64_t rows_add_submission(struct db *store, const char *submission_id, const char *status,
                            const char *code)
{
    char hex[SHA256_HEX_SIZE];
    int64_t key;
    struct source_row source = {
        .sha256 = hex, .code = code, .n_bytes = strlen(code), .n_tokens = 3};
    struct submission_row row = {
        .problem_id = "p1",
        .submission_id = submission_id,
        .user_id = "u1",
        .date = 1600000000,
        .language = "python",
        .original_language = "Python3",
        .status = status,
    };
    sha256_hex(code, source.n_bytes, hex);
    assert_done(store_add_program(store, &row, &source, &key, &err));
    return key;
}

static void add_problem(struct db *store)
{
    struct problem_row row = {.problem_id = "p1", .name = "Sum"};
    struct problem_language_row counts = {.key = {"p1", "python"}, .n_submissions = 9};
    assert_done(store_add_problem(store, &row, &err));
    assert_done(store_add_problem_language(store, &counts, &err));
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
        .parses = 1,
        .dialect = "3",
    };
}

static void add_edit(struct db *store, int n, const struct edit *edit)
{
    const char *buggy_id = printed("s%d", 2 * n);
    const char *fixed_id = printed("s%d", 2 * n + 1);
    int64_t buggy = rows_add_submission(store, buggy_id, edit->buggy_status, "buggy");
    int64_t fixed = rows_add_submission(store, fixed_id, "Accepted", "fixed");
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

struct db *small_store_made(const char *name)
{
    struct db *store = store_with_run(name);
    add_problem(store);
    for (size_t i = 0; i < N_ROWS_EDITS; i++)
        add_edit(store, (int)i, &rows_edits[i]);
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

static void add_problems(struct db *store, const struct made_fix *fixes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool is_new = true;
        for (size_t k = i; k-- > 0 && is_new;)
            is_new = strcmp(fixes[k].problem, fixes[i].problem) != 0;
        if (is_new) {
            struct problem_row row = {.problem_id = fixes[i].problem};
            struct problem_language_row counts = {.key = {fixes[i].problem, "python"}};
            assert_done(store_add_problem(store, &row, &err));
            assert_done(store_add_problem_language(store, &counts, &err));
        }
    }
}

static int64_t add_submission(struct db *store, const struct made_fix *fix, size_t number,
                              bool is_fixed)
{
    int64_t key;
    const char *code = is_fixed ? fix->fixed : fix->buggy;
    char sha256[SHA256_HEX_SIZE];
    struct source_row source = {
        .sha256 = sha256, .code = code, .n_bytes = strlen(code), .n_tokens = 3};
    const char *id = printed("%c%05zu", is_fixed ? 'f' : 'b', number);
    struct submission_row row = {
        .problem_id = fix->problem,
        .submission_id = id,
        .user_id = fix->user,
        .date = 10 * (int64_t)number + is_fixed,
        .language = "python",
        .original_language = "Python3",
        .status = is_fixed ? "Accepted" : "Wrong Answer",
    };
    sha256_hex(code, source.n_bytes, sha256);
    assert_done(store_add_program(store, &row, &source, &key, &err));
    return key;
}

static struct place_row place_of(const struct program *program, size_t token)
{
    const struct token *at = &program->tokens.items[token];
    struct position position = text_position(program->source, program->length, at->start_byte);
    return (struct place_row){
        .start_byte = at->start_byte,
        .end_byte = at->end_byte,
        .line = position.line,
        .column = position.column,
        .token_index = (int64_t)token,
        .token_end_byte = at->end_byte,
        .n_tokens = (int64_t)program->tokens.n,
    };
}

static struct fix_row row_of(const struct program_pair *pair)
{
    struct token_text before = program_token_text(&pair->buggy, pair->edit.buggy_token);
    struct token_text after = program_token_text(&pair->fixed, pair->edit.fixed_token);
    return (struct fix_row){
        .before = before.bytes,
        .before_length = before.length,
        .after = after.bytes,
        .after_length = after.length,
        .buggy_place = place_of(&pair->buggy, pair->edit.buggy_token),
        .fixed_place = place_of(&pair->fixed, pair->edit.fixed_token),
    };
}

static void add_fix(struct db *store, const struct made_fix *fix, size_t number)
{
    scoped(program_pair) pair = {0};
    struct fix_row row = {.before = "", .after = ""};
    if (!fix->is_bare) {
        pair_compare(&pair, fix->buggy, fix->fixed);
        if (pair.difference != DIFFERENCE_SINGLE || pair.edit.kind != EDIT_REPLACE)
            pair.edit = (struct token_edit){EDIT_REPLACE, 0, 0};
        row = row_of(&pair);
    }
    row.buggy = add_submission(store, fix, number, false);
    row.fixed = add_submission(store, fix, number, true);
    row.parses = 1;
    row.edit = "replace";
    row.category = "other";
    row.pattern = "SINGLE_TOKEN";
    assert_done(store_add_fix(store, &row, &err));
}

const char *made_store(const char *name, const struct made_fix *fixes, size_t n)
{
    struct db *store = store_with_run(name);
    add_problems(store, fixes, n);
    for (size_t i = 0; i < n; i++)
        add_fix(store, &fixes[i], i);
    assert_done(store_finish(store, &err));
    return scratch_path(name);
}

struct db *made_store_open(const char *name)
{
    struct db *db;
    assert_done(store_open_update(&db, scratch_path(name), &err));
    assert_done(db_execute(db, "BEGIN", &err));
    return db;
}

int64_t made_store_number(struct db *db, const char *sql)
{
    int64_t n;
    assert_done(db_get_int(db, &n, sql, &err));
    return n;
}
