/* Exports read back as a benchmark have the programs of the database. */
#include "db/store.h"
#include "guard/benchmark.h"
#include "tests/support/programs.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

static void check_same_tokens(const char *id, const char *a, const char *b)
{
    struct program programs[2];
    tokenize_valid(&programs[0], a);
    tokenize_valid(&programs[1], b);
    if (programs[0].tokens.n != programs[1].tokens.n)
        fail_msg("%s: %zu tokens instead of %zu", id, programs[0].tokens.n, programs[1].tokens.n);
    for (size_t i = 0; i < programs[0].tokens.n; i++)
        if (!program_tokens_equal(&programs[0], i, &programs[1], i))
            fail_msg("%s: another token %zu", id, i);
    program_release(&programs[0]);
    program_release(&programs[1]);
}

/* Compares each item with the fix of its id; returns their number. */
static size_t check_items(const char *name, struct db_statement *find)
{
    scoped(benchmark) benchmark = {0};
    struct err err;
    assert_success(benchmark_read(&benchmark, scratch_path(name), LANGUAGE_SET_DEFAULT, &err), err);
    for (size_t i = 0; i < benchmark.rejects.n; i++)
        fail_msg("%s: %s", benchmark.rejects.items[i].place, benchmark.rejects.items[i].reason);
    for (size_t i = 0; i < benchmark.items.n; i++) {
        const struct benchmark_item *item = &benchmark.items.items[i];
        assert_success(db_bind(find, &err, "t", item->id), err);
        if (db_step(find, &err) != 1)
            fail_msg("%s: no fix has the id %s", item->place, item->id);
        check_same_tokens(item->id, item->codes[ITEM_BUGGY].text, db_text(find, 0));
        check_same_tokens(item->id, item->codes[ITEM_FIXED].text, db_text(find, 1));
        db_rewind(find);
    }
    size_t n = benchmark.items.n;
    return n;
}

static void check_dataset(const char *name, const char *tree)
{
    scoped(db) *db = NULL;
    scoped(db_statement) *find = NULL;
    int64_t n_fixes;
    run_valid(NULL,
              "set -e; cd \"$SCRATCH\"; \"$TOKFIX\" mine %s --language python -o f.db --force\n"
              "\"$TOKFIX\" export f.db --category all --format pairs --force -o pairs.jsonl\n"
              "\"$TOKFIX\" export f.db --format nbf --force -o nbf.jsonl\n"
              "wc -l <nbf.jsonl",
              tree);
    db = store_opened("f.db");
    assert_done(db_get_int(db, &n_fixes, "SELECT count(*) FROM fixes", &err));
    assert_done(db_prepare(
        &find, db, "SELECT buggy_code, fixed_code FROM fix_details WHERE fix_id = ?", &err));
    assert_int_equal(check_items("pairs.jsonl", find), n_fixes);
    size_t n_nbf = check_items("nbf.jsonl", find);
    assert_true(n_nbf > 50);
    printf(
        "note: benchmark formats: %s: %d items of pairs and %zu of nbf are the store's programs\n",
        name, (int)n_fixes, n_nbf);
}

TEST(formats__are_read_as_they_were_written)
{
    check_dataset("sample", "\"$SAMPLE/Project_CodeNet\"");
    if (has_atcoder("benchmarks of real fixes"))
        check_dataset("atcoder", "\"$SHARED/data/atcoder\"");
}

/* The sample of real GitHub bugs of nbfbaselines. */
TEST(formats__are_those_of_realit)
{
    scoped(str) output = {0};
    scoped(benchmark) benchmark = {0};
    const char *path = "$SHARED/data/benchmarks/realit/real_bugs_dummy.jsonl";
    if (!can_run(printed("cp \"%s\" \"$SCRATCH/realit.jsonl\"", path), "the bugs of RealiT",
                 "../shared/data/benchmarks is missing"))
        skip();
    run_valid(&output, "wc -l <\"$SCRATCH/realit.jsonl\"");
    assert_done(
        benchmark_read(&benchmark, scratch_path("realit.jsonl"), LANGUAGE_SET_DEFAULT, &err));
    int n_parsed = 0;
    for (size_t i = 0; i < benchmark.items.n; i++)
        for (int side = 0; side < 2; side++) {
            struct program program;
            const struct item_code *code = &benchmark.items.items[i].codes[side];
            n_parsed += code->text && tokenize_bytes(&program, code->text, code->length);
            if (code->text)
                program_release(&program);
        }
    printf("note: benchmark formats: realit: %zu items, %zu rejected, %d programs parse\n",
           benchmark.items.n, benchmark.rejects.n, n_parsed);
    assert_int_equal(benchmark.items.n, atoi(str_text(&output)));
    assert_int_equal(benchmark.rejects.n, 0);
}
