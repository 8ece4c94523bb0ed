/* See stored.h. */
#include "tests/support/stored.h"

#include "base/sha256.h"
#include "tests/support/marked.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"
#include "tokenize/program.h"

#include <unistd.h>

struct store *stored_create(const char *name, const char *language)
{
    struct store *store;
    struct run_row run = {
        .tool_version = "1.2.3",
        .source = "codenet",
        .language = language,
        .grammar = "a-grammar",
        .grammar_version = "4.5.6",
        .grammar_abi = 14,
        .pairing = "all",
        .failing = "judged",
        .max_tokens = 100,
        .max_bytes = 1000,
        .max_pairs = 10,
        .shard = 1,
        .n_shards = 1,
        .n_listed = 1,
        .listing_sha256 = "4567",
        .dataset = "a dataset",
        .metadata_sha256 = "0123",
    };
    struct problem_row problem = {.problem_id = "p00001"};
    unlink(scratch_path(name));
    assert_done(store_create(&store, scratch_path(name), &err));
    assert_done(store_add_run(store, &run, &err));
    assert_done(store_add_problem(store, &problem, &err));
    return store;
}

static int64_t add_submission(struct store *store, const char *id, const char *status,
                              const struct marked *program)
{
    char sha256[SHA256_HEX_SIZE];
    int64_t key;
    const struct str *code = &program->code;
    sha256_hex(str_text(code), code->length, sha256);
    struct source_row source = {
        .sha256 = sha256, .code = str_text(code), .n_bytes = code->length, .n_tokens = 1};
    struct submission_row row = {.problem_id = "p00001",
                                 .submission_id = id,
                                 .user_id = "u1",
                                 .original_language = "Python3",
                                 .status = status};
    assert_done(store_add_source(store, &source, &row.source_id, &err));
    assert_done(store_add_submission(store, &row, &key, &err));
    return key;
}

static struct place_row place_of(const struct marked *program)
{
    struct position position =
        source_position(str_text(&program->code), program->code.length, program->start_byte);
    return (struct place_row){
        .start_byte = (int64_t)program->start_byte,
        .end_byte = (int64_t)program->end_byte,
        .line = position.line,
        .column = position.column,
        .token_end_byte = (int64_t)program->end_byte,
        .n_tokens = 1,
    };
}

void stored_add_fix(struct store *store, size_t n, const struct stored_fix *fix)
{
    char buggy_id[32], fixed_id[32];
    scoped(marked) buggy = marked_read(fix->buggy), fixed = marked_read(fix->fixed);
    scoped(str) before = {0}, after = {0};
    snprintf(buggy_id, sizeof buggy_id, "s%zub", n);
    snprintf(fixed_id, sizeof fixed_id, "s%zua", n);
    marked_add_token(&before, &buggy);
    marked_add_token(&after, &fixed);
    struct fix_row row = {
        .buggy =
            add_submission(store, buggy_id, fix->status ? fix->status : "Wrong Answer", &buggy),
        .fixed = add_submission(store, fixed_id, "Accepted", &fixed),
        .edit = !before.length  ? "insert"
                : !after.length ? "delete"
                                : "replace",
        .category = fix->category ? fix->category : "variable_misuse",
        .pattern = fix->pattern ? fix->pattern : "SINGLE_TOKEN",
        .role = fix->role,
        .before = str_text(&before),
        .before_length = before.length,
        .after = str_text(&after),
        .after_length = after.length,
        .buggy_place = place_of(&buggy),
        .fixed_place = place_of(&fixed),
    };
    assert_done(store_add_fix(store, &row, &err));
}

struct db *stored_open(struct store *store, const char *name)
{
    struct db *db;
    assert_done(store_finish(store, &err));
    assert_done(store_open(&db, scratch_path(name), &err));
    return db;
}

struct db *stored_fixes(const char *name, const struct stored_fix *fixes, size_t n)
{
    struct store *store = stored_create(name, "python");
    for (size_t i = 0; i < n; i++)
        stored_add_fix(store, i, &fixes[i]);
    return stored_open(store, name);
}
