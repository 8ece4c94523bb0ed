/* Facts about published rows. */
#include "export/publish/facts.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

static int64_t count_of(const struct tally *tally, const char *name, int split)
{
    int64_t number = table_find(&tally->names, name);
    if (number == TABLE_NONE)
        fail_msg("no %s", name);
    return tally->counts.items[number].of[split];
}

TEST(facts__count_the_rows_that_are_published_and_no_others)
{
    const struct published_row rows[] = {{1, 0, false}, {3, 0, false}, {4, 1, false}, {6, 2, true}};
    scoped(db) *db = made_edition_store(
        "f.db", "UPDATE submissions SET status = 'Runtime Error' WHERE "
                "submission_key = (SELECT buggy_submission_key FROM fixes WHERE fix_key = 4);"
                "UPDATE problems SET contest = 'AIZU' WHERE problem_id = 'p2'");
    scoped(facts) facts = {0};
    assert_done(facts_collect(&facts, db, rows, N_ITEMS(rows), &err));
    assert_int_equal(facts.rows.of[0], 2);
    assert_int_equal(facts.rows.of[1], 1);
    assert_int_equal(facts.rows.of[2], 1);
    assert_int_equal(split_counts_total(&facts.clean), 1);
    assert_int_equal(count_of(&facts.categories, "other", 0), 2);
    assert_int_equal(count_of(&facts.categories, "other", 2), 0); /* a correct program */
    assert_int_equal(count_of(&facts.categories, "literal", 0), 0);
    assert_int_equal(count_of(&facts.statuses, "Wrong Answer", 0), 2);
    assert_int_equal(count_of(&facts.statuses, "Runtime Error", 1), 1);
    assert_int_equal(facts.statuses.counts.n, 2);
    assert_int_equal(count_of(&facts.contests, "AIZU", 1), 1);
    assert_int_equal(count_of(&facts.contests, "", 0), 2);
    assert_int_equal(count_of(&facts.original_languages, "Python3", 2), 1);
    assert_int_equal(facts.problems.of[0], 1);
    assert_int_equal(facts.all_problems.keys.n, 3);
    assert_int_equal(facts.all_users.keys.n, 3);
    assert_int_equal(facts.first_date, 0);
    assert_int_equal(facts.last_date, 51); /* of the sixth fix's accepted submission */
}

/* Of three fixes of an exact cluster two are published, and one as a correct program; the mutant
 * that they are near to is published, and the fix that contradicts one of them is not. */
TEST(facts__count_duplicates_among_the_published_fixes)
{
    static const char sql[] =
        "UPDATE fixes SET origin = 'mutant' WHERE fix_key = 4;"
        "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, 0.8, 0.7, 20, 0, 51, 5);"
        "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 2, 1), ('exact', 3, 1), "
        "('near', 1, 1), ('near', 2, 1), ('near', 3, 1), ('near', 4, 1), ('near', 5, 5), "
        "('near', 6, 5);"
        "INSERT INTO conflicts VALUES (1, 1), (2, 1), (5, 1);"
        "INSERT INTO accepted_bugs VALUES (1, NULL, 's');";
    static const struct {
        struct published_row rows[4];
        size_t n;
        const char *json;
    } cases[] = {
        {{{1, 0, false}, {2, 0, false}, {3, 1, true}, {4, 1, false}},
         4,
         "{\"kinds\":[{\"kind\":\"exact\",\"clusters\":1,\"fixes\":2,\"redundant\":1,"
         "\"largest\":2},"
         "{\"kind\":\"renamed\",\"clusters\":0,\"fixes\":0,\"redundant\":0,\"largest\":0},"
         "{\"kind\":\"near\",\"clusters\":1,\"fixes\":3,\"redundant\":2,\"largest\":3},"
         "{\"kind\":\"patch\",\"clusters\":0,\"fixes\":0,\"redundant\":0,\"largest\":0}],"
         "\"conflicts\":{\"fixes\":0,\"programs\":0},\"accepted\":{\"fixes\":1}}\n"},
        {{{1, 0, false}, {5, 0, false}, {6, 0, false}},
         3,
         "{\"kinds\":[{\"kind\":\"exact\",\"clusters\":0,\"fixes\":0,\"redundant\":0,"
         "\"largest\":0},"
         "{\"kind\":\"renamed\",\"clusters\":0,\"fixes\":0,\"redundant\":0,\"largest\":0},"
         "{\"kind\":\"near\",\"clusters\":1,\"fixes\":2,\"redundant\":1,\"largest\":2},"
         "{\"kind\":\"patch\",\"clusters\":0,\"fixes\":0,\"redundant\":0,\"largest\":0}],"
         "\"conflicts\":{\"fixes\":2,\"programs\":1},\"accepted\":{\"fixes\":1}}\n"},
    };
    scoped(db) *db = made_edition_store("f.db", sql);
    struct facts facts;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        FILE *out = text_stream();
        assert_done(facts_collect(&facts, db, cases[i].rows, cases[i].n, &err));
        json_write_line(facts.duplicates, out);
        scoped_memory char *text = text_written(out);
        assert_string_equal(text, cases[i].json);
        facts_release(&facts);
    }
}

TEST(facts__keep_the_order_of_categories)
{
    scoped(db) *db = made_edition_store("f.db", NULL);
    scoped(facts) facts = {0};
    assert_done(facts_collect(&facts, db, NULL, 0, &err));
    assert_int_equal(facts.categories.counts.n, 8);
    assert_string_equal(facts.categories.names.keys.items[0], "variable_misuse");
    assert_string_equal(facts.categories.names.keys.items[7], "other");
}

TEST(facts__describe_what_was_written)
{
    const struct published_row rows[] = {{1, 0, false}, {2, 0, false}, {4, 1, false}, {4, 1, true}};
    scoped(db) *db = made_edition_store("f.db", EDITIONS_MUTANTS
                                        "UPDATE fixes SET edit = 'swap' WHERE fix_key = 4");
    scoped(facts) facts = {0};
    assert_done(facts_collect(&facts, db, rows, N_ITEMS(rows), &err));
    assert_int_equal(count_of(&facts.origins, "real", 0), 1);
    assert_int_equal(count_of(&facts.origins, "mutant", 0), 1);
    assert_int_equal(count_of(&facts.origins, "mutant", 1), 1); /* not the correct program */
    assert_int_equal(facts_of_origin(&facts, "mutant"), 2);
    assert_int_equal(facts_of_origin(&facts, "rewrite"), 0);
    assert_int_equal(facts_n_made(&facts), 2);
    assert_int_equal(facts.n_swaps, 1);
}

TEST(tally__counts_by_name_and_split)
{
    struct tally tally = {0};
    tally_name(&tally, "none");
    tally_add(&tally, "b", 0);
    tally_add(&tally, "a", 2);
    tally_add(&tally, "b", 2);
    tally_add(&tally, "b", 2);
    assert_int_equal(tally.counts.n, 3);
    assert_int_equal(tally.counts.items[1].of[0], 1);
    assert_int_equal(tally.counts.items[1].of[1], 0);
    assert_int_equal(tally.counts.items[1].of[2], 2);
    assert_int_equal(split_counts_total(&tally.counts.items[1]), 3);
    assert_int_equal(split_counts_total(&tally.counts.items[0]), 0);
    tally_release(&tally);
}

TEST(tally__orders_by_rows_and_then_by_name)
{
    struct tally tally = {0};
    const char *const names[] = {"c", "b", "d", "b", "a", "c"};
    const char *const expected[] = {"b", "c", "a", "d"};
    for (size_t i = 0; i < N_ITEMS(names); i++)
        tally_add(&tally, names[i], (int)i % N_SPLITS);
    size_t *order = tally_order(&tally);
    for (size_t i = 0; i < N_ITEMS(expected); i++)
        assert_string_equal(tally.names.keys.items[order[i]], expected[i]);
    free(order);
    tally_release(&tally);
}
