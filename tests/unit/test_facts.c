/* Facts about published rows. */
#include "export/publish/facts.h"
#include "tests/support/editions.h"
#include "tests/support/test.h"

/* The number in a table's row with this name, or in a table of one row (NULL). */
static int64_t number_of(const struct json *facts, const char *table, const char *name,
                         const char *key)
{
    const struct json *rows = json_get(facts, table);
    return json_int(json_get(name ? json_find(rows, "name", name) : rows, key), -1);
}

static struct fix_item item_of(int64_t fix_key, unsigned char split, bool is_clean)
{
    return (struct fix_item){
        .fix_key = fix_key, .values = {[BY_SPLIT] = split}, .is_clean = is_clean};
}

TEST(facts__count_the_rows_that_are_published_and_no_others)
{
    static const struct {
        const char *table, *name, *key;
        int64_t n;
    } expected[] = {
        {"rows", NULL, "rows", 4},
        {"rows", NULL, "train", 2},
        {"rows", NULL, "validation", 1},
        {"rows", NULL, "test", 1},
        {"fixes", NULL, "rows", 3},
        {"fixes", NULL, "test", 0},
        {"categories", "other", "train", 2},
        {"categories", "other", "test", 0}, /* a correct program */
        {"categories", "none (correct programs)", "test", 1},
        {"categories", "all", "rows", 4},
        {"categories", "literal", "train", 0},
        {"verdicts", "Wrong Answer", "train", 2},
        {"verdicts", "Runtime Error", "validation", 1},
        {"sites", "AIZU", "validation", 1},
        {"sites", "(not given)", "train", 2},
        {"original_languages", "Python3", "test", 1},
        {"languages", "python", "rows", 4},
        {"numbers", NULL, "n_problems", 3},
        {"numbers", NULL, "n_users", 3},
        {"numbers", NULL, "first_date", 0},
        {"numbers", NULL, "last_date", 51}, /* of the sixth fix's accepted submission */
    };
    const struct fix_item items[] = {item_of(1, 0, false), item_of(3, 0, false),
                                     item_of(4, 1, false), item_of(6, 2, true)};
    scoped(db) *db = made_edition_store(
        "f.db", "UPDATE submissions SET status = 'Runtime Error' WHERE "
                "submission_key = (SELECT buggy_submission_key FROM fixes WHERE fix_key = 4);"
                "UPDATE problems SET contest = 'AIZU' WHERE problem_id = 'p2'");
    scoped(json) *facts = NULL;
    assert_done(facts_collect(&facts, db, (1u << N_SPLITS) - 1, items, N_ITEMS(items), &err));
    for (size_t i = 0; i < N_ITEMS(expected); i++)
        assert_int_equal(number_of(facts, expected[i].table, expected[i].name, expected[i].key),
                         expected[i].n);
    assert_int_equal(json_count(json_get(facts, "verdicts")), 2);
    const struct json *train = json_find(json_get(facts, "splits"), "split", "train");
    assert_int_equal(json_int(json_get(train, "problems"), -1), 1);
    assert_int_equal(json_kind(json_get(facts, "duplicates")), JSON_NULL); /* no tokfix dedup */
}

/* Of three fixes of an exact cluster two are published, and one as a correct program; the mutant
 * that they are near to is published, and the fix that contradicts one of them is not. */
TEST(facts__count_duplicates_among_the_published_fixes)
{
    static const char sql[] =
        "UPDATE fixes SET origin = 'mutant' WHERE fix_key = 4;"
        "INSERT INTO dedup_run VALUES (1, 'allamanis', 1, 0.8, 0.7, 20, 51, 5);"
        "INSERT INTO duplicate_clusters VALUES ('exact', 1, 1), ('exact', 2, 1), ('exact', 3, 1), "
        "('near', 1, 1), ('near', 2, 1), ('near', 3, 1), ('near', 4, 1), ('near', 5, 5), "
        "('near', 6, 5);"
        "INSERT INTO conflicts VALUES (1, 1), (2, 1), (5, 1);"
        "INSERT INTO accepted_bugs VALUES (1, NULL, 's');";
    static const struct {
        struct {
            int64_t fix_key;
            unsigned char split;
            bool is_clean;
        } rows[4];
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
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        FILE *out = text_stream();
        scoped(json) *facts = NULL;
        struct fix_item items[4];
        for (size_t k = 0; k < cases[i].n; k++)
            items[k] = item_of(cases[i].rows[k].fix_key, cases[i].rows[k].split,
                               cases[i].rows[k].is_clean);
        assert_done(facts_collect(&facts, db, (1u << N_SPLITS) - 1, items, cases[i].n, &err));
        json_write_line(json_get(facts, "duplicates"), out);
        scoped_memory char *text = text_written(out);
        assert_string_equal(text, cases[i].json);
    }
}

TEST(facts__keep_the_order_of_categories)
{
    scoped(db) *db = made_edition_store("f.db", NULL);
    scoped(json) *facts = NULL;
    assert_done(facts_collect(&facts, db, (1u << N_SPLITS) - 1, NULL, 0, &err));
    const struct json *categories = json_get(facts, "categories");
    assert_int_equal(json_count(categories), 9);
    assert_string_equal(json_text_at(json_item(categories, 0), "name"), "variable_misuse");
    assert_string_equal(json_text_at(json_item(categories, 7), "name"), "other");
    assert_string_equal(json_text_at(json_item(categories, 8), "name"), "all");
}

TEST(facts__describe_what_was_written)
{
    static const struct {
        const char *table, *name, *key;
        int64_t n;
    } expected[] = {
        {"origins", "real", "train", 1},        {"origins", "mutant", "train", 1},
        {"origins", "mutant", "validation", 1}, /* not the correct program */
        {"origins", "mutant", "rows", 2},       {"origins", "rewrite", "rows", -1},
        {"numbers", NULL, "n_mutants", 2},      {"numbers", NULL, "n_rewrites", 0},
        {"numbers", NULL, "n_made", 2},         {"numbers", NULL, "n_mined", 1},
        {"numbers", NULL, "n_clean", 1},
    };
    const struct fix_item items[] = {item_of(1, 0, false), item_of(2, 0, false),
                                     item_of(4, 1, false), item_of(4, 1, true)};
    scoped(db) *db = made_edition_store("f.db", EDITIONS_MUTANTS);
    scoped(json) *facts = NULL;
    assert_done(facts_collect(&facts, db, (1u << N_SPLITS) - 1, items, N_ITEMS(items), &err));
    for (size_t i = 0; i < N_ITEMS(expected); i++)
        assert_int_equal(number_of(facts, expected[i].table, expected[i].name, expected[i].key),
                         expected[i].n);
}

/* The languages are in the order of the rows. */
TEST(facts__order_by_rows_and_then_by_name)
{
    const struct fix_item items[] = {item_of(5, 0, false), item_of(1, 0, false),
                                     item_of(2, 1, false), item_of(3, 2, false)};
    scoped(db) *db = made_edition_store(
        "f.db", "UPDATE submissions SET original_language = CASE problem_id WHEN 'p1' THEN 'A' "
                "ELSE 'B' END;"
                "INSERT INTO run_languages SELECT 'c', 2, grammar, grammar_version, grammar_abi "
                "FROM run_languages;"
                "UPDATE submissions SET language = 'c' WHERE problem_id = 'p2'");
    scoped(json) *facts = NULL;
    assert_done(facts_collect(&facts, db, (1u << N_SPLITS) - 1, items, N_ITEMS(items), &err));
    const struct json *originals = json_get(facts, "original_languages");
    assert_string_equal(json_text_at(json_item(originals, 0), "name"), "A");
    assert_string_equal(json_text_at(json_item(originals, 1), "name"), "B");
    assert_string_equal(json_text_at(json_first(json_get(facts, "languages")), "name"), "c");
}
