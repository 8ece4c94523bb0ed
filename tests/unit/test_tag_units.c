/* What can be tagged, and how rows are shared. */
#include "export/tag_units.h"
#include "tests/support/made_store.h"
#include "tests/support/rows.h"
#include "tests/support/scratch.h"
#include "tests/support/test.h"
#include "tokenize/language.h"

#include <string.h>

static void found(struct tag_units *units, struct tagging_counts *counts,
                  const struct made_fix *fixes, size_t n, const char *changes,
                  struct tagging_options *options)
{
    struct db *db;
    struct export_selection selection;
    struct export_choice choice = export_choice_default();
    struct err err;
    choice.negatives = 1;
    options->choice.seed = "0";
    options->n_threads = 2;
    *counts = (struct tagging_counts){0};
    *units = (struct tag_units){0};
    made_store("units.db", fixes, n);
    store_changed("units.db", changes);
    assert_success(store_open(&db, scratch_path("units.db"), &err), err);
    assert_success(export_select(&selection, db, &choice, &err), err);
    assert_success(tag_units_find(units, db, &selection, &language_python, options, counts, &err),
                   err);
    export_selection_release(&selection);
    db_close(db);
}

static const struct made_fix fixes[] = {
    {"p1", "u", "def f(): return 1\nf(1)\n", "def f(): return 1\nf(2)\n", false},
    {"p1", "u", "def f(): return 1\nf(3)\n", "def f(): return 1\nf(4)\n", false}, /* f as before */
    {"p1", "u", "f(4)\n", "f(5)\n", false},
    {"p1", "u", "f(5)\n", "f(6)\n", false}, /* f(5) is the buggy one here */
    {"p1", "u", "f('<BUG', 1)\n", "f('<BUG>', 1)\n", false},
};

static void units__are_functions_and_runs_of_different_texts(void **state)
{
    (void)state;
    struct tag_units units;
    struct tagging_counts counts;
    struct tagging_options options = {.by_function = true, .max_tags = 5};
    static const struct {
        int64_t fix_id;
        uint32_t number, n_tokens;
        enum part_kind kind;
    } expected[] = {
        {1, 1, 4, PART_FUNCTION}, {1, 2, 2, PART_CODE}, {2, 2, 2, PART_CODE}, {4, 1, 2, PART_CODE}};
    found(&units, &counts, fixes, N_ITEMS(fixes), "SELECT 1", &options);
    assert_int_equal(units.list.n, N_ITEMS(expected));
    for (size_t i = 0; i < N_ITEMS(expected); i++) {
        assert_int_equal(units.list.items[i].fix_id, expected[i].fix_id);
        assert_int_equal(units.list.items[i].number, expected[i].number);
        assert_int_equal(units.list.items[i].n_tokens, expected[i].n_tokens);
        assert_int_equal(units.list.items[i].part.kind, expected[i].kind);
    }
    assert_int_equal(counts.n_holding_mark, 1);
    assert_int_equal(counts.n_unparsed, 0);
    assert_int_equal(counts.n_parts, N_ITEMS(expected));
    tag_units_release(&units);
}

static void units__are_programs_where_that_is_asked_for(void **state)
{
    (void)state;
    struct tag_units units;
    struct tagging_counts counts;
    struct tagging_options options = {.max_tags = 5};
    found(&units, &counts, fixes, N_ITEMS(fixes), "SELECT 1", &options);
    assert_int_equal(units.list.n, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_int_equal(units.list.items[i].part.kind, PART_PROGRAM);
        assert_int_equal(units.list.items[i].number, 1);
        assert_int_equal(units.list.items[i].part.bytes.start, 0);
    }
    tag_units_release(&units);
}

/* A text that two splits have is of the one that is held out more, also when the other is asked
 * for. */
static void units__are_of_one_split(void **state)
{
    (void)state;
    static const char *const names[] = {"train", "test"};
    static const char splits[] =
        "INSERT INTO split_run VALUES (1, 'seed', '0', 8, 1, 1, '', 0);"
        "INSERT INTO splits VALUES (1, 'train', 1), (2, 'test', 2), (3, 'test', 3), (4, 'test', 4)";
    static const size_t n_units[] = {1, 3};
    for (size_t i = 0; i < 2; i++) {
        struct tag_units units;
        struct tagging_counts counts;
        struct tagging_options options = {.by_function = true, .max_tags = 5};
        array_push(&options.choice.splits.list, names[i]);
        found(&units, &counts, fixes, N_ITEMS(fixes), splits, &options);
        assert_int_equal(units.list.n, n_units[i]);
        for (size_t k = 0; k < units.list.n; k++) {
            assert_int_equal(units.list.items[k].part.kind == PART_FUNCTION, i == 1 && k == 0);
            assert_true(export_choice_takes_split(&options.choice, names[i]));
            assert_false(export_choice_takes_split(&options.choice, names[1 - i]));
            assert_false(export_choice_takes_split(&options.choice, NULL));
        }
        tag_units_release(&units);
        array_release(&options.choice.splits.list);
    }
}

static void units__of_one_token_are_none(void **state)
{
    (void)state;
    struct tag_units units;
    struct tagging_counts counts;
    struct tagging_options options = {.max_tags = 5};
    const struct made_fix empty = {"p1", "u", "a", "f()\n", true};
    found(&units, &counts, &empty, 1, "SELECT 1", &options);
    assert_int_equal(units.list.n, 0);
    tag_units_release(&units);
}

/* The rows of three units with 2, 3 and many tokens. */
static void assert_shares(int64_t n_rows, size_t max_tags, int64_t n, int64_t a, int64_t b,
                          int64_t c)
{
    struct tag_units units = {0};
    int64_t n_ambiguous;
    const uint32_t n_tokens[] = {2, 3, 100};
    for (uint64_t i = 0; i < 3; i++)
        array_push(&units.list, (struct tag_unit){.n_tokens = n_tokens[i], .seed = i});
    assert_int_equal(tag_units_share(&units, n_rows, max_tags, &n_ambiguous), n);
    assert_int_equal(n_ambiguous, 0);
    assert_int_equal(units.list.items[0].n_rows, a);
    assert_int_equal(units.list.items[1].n_rows, b);
    assert_int_equal(units.list.items[2].n_rows, c);
    tag_units_release(&units);
}

static void rows__are_shared_in_rounds(void **state)
{
    (void)state;
    assert_shares(0, 5, 0, 0, 0, 0);
    assert_shares(1, 5, 1, 1, 0, 0);
    assert_shares(3, 5, 3, 1, 1, 1);
    assert_shares(4, 5, 4, 2, 1, 1);
    assert_shares(9, 5, 9, 2, 4, 3);
    assert_shares(1000, 5, 1000, 2, 6, 992);
    assert_shares(1000, 1, 105, 2, 3, 100); /* there are no more */
}

/* import <BUG> is of one module; that of which more is left goes on with other sets. */
static void rows__of_one_tagged_text_are_one(void **state)
{
    (void)state;
    static const struct made_fix imports[] = {
        {"p1", "u", "import io\n", "import os\n", false},
        {"p2", "u", "import so\n", "import sys\n", false},
        {"p3", "u", "f(os, 1)\n", "f(sys, 2)\n", false},
    };
    static const struct {
        int64_t n_rows, n, n_ambiguous;
    } cases[] = {{3, 3, -1}, {4, 4, -1}, {10, 9, 1}}; /* of 2 + 2 + 6 */
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct tag_units units;
        struct tagging_counts counts;
        struct tagging_options options = {.by_function = true, .max_tags = 5};
        int64_t n_ambiguous;
        found(&units, &counts, imports, N_ITEMS(imports), "SELECT 1", &options);
        assert_non_null(units.list.items[0].rival);
        assert_non_null(units.list.items[1].rival);
        assert_null(units.list.items[2].rival);
        assert_int_equal(tag_units_share(&units, cases[i].n_rows, 5, &n_ambiguous), cases[i].n);
        if (cases[i].n_ambiguous >= 0)
            assert_int_equal(n_ambiguous, cases[i].n_ambiguous);
        tag_units_release(&units);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units__are_functions_and_runs_of_different_texts),
        cmocka_unit_test(units__are_programs_where_that_is_asked_for),
        cmocka_unit_test(units__are_of_one_split),
        cmocka_unit_test(units__of_one_token_are_none),
        cmocka_unit_test(rows__are_shared_in_rounds),
        cmocka_unit_test(rows__of_one_tagged_text_are_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
