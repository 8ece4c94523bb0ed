/* See made_store.h. */
#include "tests/support/made_store.h"

#include "base/sha256.h"
#include "tests/support/rows.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"
#include "tests/support/tokens.h"

static void add_problems(struct store *store, const struct made_fix *fixes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        bool is_new = true;
        for (size_t k = i; k-- > 0 && is_new;)
            is_new = strcmp(fixes[k].problem, fixes[i].problem) != 0;
        if (is_new) {
            struct problem_row row = {.problem_id = fixes[i].problem};
            assert_done(store_add_problem(store, &row, &err));
        }
    }
}

static int64_t add_submission(struct store *store, const struct made_fix *fix, size_t number,
                              bool is_fixed)
{
    char id[32];
    int64_t key;
    snprintf(id, sizeof id, "%c%05zu", is_fixed ? 'f' : 'b', number);
    struct submission_row row = {
        .problem_id = fix->problem,
        .submission_id = id,
        .user_id = fix->user,
        .date = 10 * (int64_t)number + is_fixed,
        .original_language = "Python3",
        .status = is_fixed ? "Accepted" : "Wrong Answer",
        .source_id = rows_add_source(store, is_fixed ? fix->fixed : fix->buggy),
    };
    assert_done(store_add_submission(store, &row, &key, &err));
    return key;
}

static struct place_row place_of(const struct program *program, size_t token)
{
    const struct token *at = &program->tokens.items[token];
    struct position position = source_position(program->source, program->length, at->start_byte);
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

static void add_fix(struct store *store, const struct made_fix *fix, size_t number)
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
    row.edit = "replace";
    row.category = "other";
    row.pattern = "SINGLE_TOKEN";
    assert_done(store_add_fix(store, &row, &err));
}

const char *made_store(const char *name, const struct made_fix *fixes, size_t n)
{
    struct store *store = store_with_run(name);
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
