#include "tests/support/guarded.h"

#include "base/hash.h"
#include "tests/support/programs.h"
#include "tests/support/run.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static void add_problem(struct db *store, const char *problem_id)
{
    struct problem_row row = {.problem_id = problem_id};
    struct problem_language_row counts = {.key = {problem_id, "python"}};
    assert_done(store_add_problem(store, &row, &err));
    assert_done(store_add_problem_language(store, &counts, &err));
}

static int64_t add_submission(struct db *store, const struct guarded_fix *fix, size_t n,
                              bool is_fixed)
{
    char sha256[SHA256_HEX_SIZE], id[32];
    int64_t key;
    const char *code = is_fixed ? fix->fixed : fix->buggy;
    struct source_row source = {
        .sha256 = sha256, .code = code, .n_bytes = strlen(code), .n_tokens = 1};
    struct submission_row row = {
        .problem_id = fix->problem_id ? fix->problem_id : "p00001",
        .submission_id = id,
        .user_id = fix->user_id ? fix->user_id : "u1",
        .date = is_fixed ? fix->fixed_date : fix->buggy_date,
        .language = "python",
        .original_language = "Python3",
        .status = is_fixed ? "Accepted" : "Wrong Answer",
    };
    sha256_hex(code, source.n_bytes, sha256);
    snprintf(id, sizeof id, "s%zu%c", n, is_fixed ? 'a' : 'b');
    assert_done(store_add_program(store, &row, &source, &key, &err));
    return key;
}

static void add_fix(struct db *store, const struct guarded_fix *fix, size_t n)
{
    scoped(program_pair) pair = {0};
    pair_compare(&pair, fix->buggy, fix->fixed);
    if (pair.difference != DIFFERENCE_SINGLE)
        fail_msg("no fix:\n%s\n---\n%s", fix->buggy, fix->fixed);
    struct token_text before = {"", 0}, after = {"", 0};
    if (pair.edit.kind != EDIT_INSERT)
        before = program_token_text(&pair.buggy, pair.edit.buggy_token);
    if (pair.edit.kind != EDIT_DELETE)
        after = program_token_text(&pair.fixed, pair.edit.fixed_token);
    struct fix_row row = {
        .buggy = add_submission(store, fix, n, false),
        .fixed = add_submission(store, fix, n, true),
        .edit = edit_kind_names[pair.edit.kind],
        .category = "other",
        .pattern = "SINGLE_TOKEN",
        .before = before.bytes,
        .before_length = before.length,
        .after = after.bytes,
        .after_length = after.length,
        .buggy_place = {.line = 1, .token_index = (int64_t)pair.edit.buggy_token},
        .fixed_place = {.line = 1, .token_index = (int64_t)pair.edit.fixed_token},
        .parses = 1,
    };
    assert_done(store_add_fix(store, &row, &err));
}

struct db *guarded_store(const char *name, const struct guarded_fix *fixes, size_t n)
{
    struct db *db;
    struct db *store = store_with_run(name);
    add_problem(store, "p00001");
    add_problem(store, "p00002");
    for (size_t i = 0; i < n; i++)
        add_fix(store, &fixes[i], i);
    assert_done(store_finish(store, &err));
    assert_done(store_open_update(&db, scratch_path(name), &err));
    return db;
}

void guarded_read(struct guarded *guarded, struct db *db, const struct near_preset *preset)
{
    struct guard_options guard = {.n_jobs = 2};
    *guarded = (struct guarded){.db = db};
    assert_done(pairs_read(&guarded->pairs, db, true, &err));
    assert_done(fingerprints_make(&guarded->prints, db, &guarded->pairs, preset, &guard, &err));
}

void guarded_open(struct guarded *guarded, const char *name, const struct guarded_fix *fixes,
                  size_t n, const struct near_preset *preset)
{
    guarded_read(guarded, guarded_store(name, fixes, n), preset);
}

void guarded_close(struct guarded *guarded)
{
    fingerprints_release(&guarded->prints);
    pairs_release(&guarded->pairs);
    db_close(guarded->db);
}

const struct near_preset *guarded_preset(const char *name)
{
    const struct near_preset *preset = near_preset_find(name);
    assert_non_null(preset);
    return preset;
}

uint32_t guarded_pair(const struct guarded *guarded, size_t n)
{
    for (size_t i = 0; i < guarded->pairs.list.n; i++)
        if (guarded->pairs.list.items[i].fix_key == (int64_t)n + 1)
            return (uint32_t)i;
    fail_msg("no pair of fix %zu", n);
    return 0;
}

void benchmark_add(struct benchmark *benchmark, const char *id, const char *buggy,
                   const char *fixed)
{
    const char *const codes[N_ITEM_SIDES] = {buggy, fixed};
    struct benchmark_item item = {.id = id, .place = id, .language = &language_python};
    for (int side = 0; side < N_ITEM_SIDES; side++)
        if (codes[side])
            item.codes[side] = (struct item_code){codes[side], strlen(codes[side])};
    array_push(&benchmark->items, item);
}

void needles_of(struct needles *needles, struct benchmark *benchmark,
                const struct match_options *options)
{
    needles_make(needles, benchmark, options);
    assert_int_equal(benchmark->rejects.n, 0);
}
