/* What C and the schema agree on: names, their numbers and order, columns, ids. */
#include "db/fix_names.h"
#include "db/store.h"
#include "tests/support/stores.h"
#include "tests/support/test.h"

TEST(split__has_a_name_and_a_number)
{
    static const char *const others[] = {"", "Train", "train ", "valid", "exclude"};
    assert_int_equal(split_find("train"), SPLIT_TRAIN);
    assert_int_equal(split_find("validation"), SPLIT_VALIDATION);
    assert_int_equal(split_find("test"), SPLIT_TEST);
    for (size_t i = 0; i < N_ITEMS(others); i++)
        assert_int_equal(split_find(others[i]), NO_SPLIT);
    assert_int_equal(split_find("fold1"), SPLIT_FOLDS);
    assert_int_equal(split_find("fold10"), N_SUBSETS - 1);
    for (int i = 0; i < N_SUBSETS; i++)
        assert_int_equal(split_find(split_names[i]), i);
    assert_string_equal(split_names[split_stratum(NULL)], "none");
    assert_null(split_names[N_STRATA]);
}

TEST(split_set_is_name__takes_names_that_are_safe_as_file_names)
{
    static const char *const names[] = {"default", "cv", "by-date_2020", "0",
                                        "a2345678901234567890123456789012"};
    static const char *const others[] = {
        "",       "-x",  "_x",   "A",        "a b",
        "a.b",    "a/b", "..",   "train",    "fold3",
        "fold10", "all", "none", "\xc3\xa4", "a23456789012345678901234567890123"};
    for (size_t i = 0; i < N_ITEMS(names); i++)
        assert_true(split_set_is_name(names[i]));
    for (size_t i = 0; i < N_ITEMS(others); i++)
        assert_false(split_set_is_name(others[i]));
}

/* How many of the names the definition of a table quotes. */
static int64_t n_quoted(struct db *db, const char *table, const char *const *names)
{
    int64_t n = 0;
    for (; *names; names++)
        n += made_store_number(db, printed("SELECT instr(sql, '''%s''') > 0 FROM sqlite_master "
                                           "WHERE name = '%s'",
                                           *names, table));
    return n;
}

TEST(fix_names__are_those_of_the_schema)
{
    scoped(db) *db = small_store_opened("names");
    assert_int_equal(n_quoted(db, "fixes", store_origins), N_ORIGINS);
    assert_int_equal(n_quoted(db, "set_splits", split_names), N_SUBSETS); /* without `none` */
    assert_int_equal(n_quoted(db, "verdicts", fix_outcome_names), N_FIX_OUTCOMES);
    assert_int_equal(made_store_number(db, "SELECT (length(sql) - length(replace(sql, '''', ''))) "
                                           "/ 2 FROM sqlite_master WHERE name = 'verdicts'"),
                     N_FIX_OUTCOMES);
}

TEST(regions__are_those_of_the_classifier_in_their_order)
{
    struct err err = {.message = ""};
    scoped(db) *store = store_made("regions.db");
    scoped(db_statement) *rows =
        db_query(store, &err, "SELECT region, sort_order FROM regions ORDER BY sort_order", NULL);
    for (int i = 0; i < N_REGIONS; i++) {
        assert_int_equal(db_step(rows, &err), 1);
        assert_string_equal(db_text(rows, 0), fix_region_names[i]);
        assert_int_equal(db_int(rows, 1), i + 1);
    }
    assert_int_equal(db_step(rows, &err), 0);
}

/* The columns of `fixes` in C are those in SQL: as names in any order. */
TEST(schema__has_the_columns_of_fixes_that_the_code_has)
{
    static const char names[] =
        "fix_key, buggy_submission_key, fixed_submission_key" FIX_COLUMN_NAMES;
    scoped(db) *db = small_store_opened("columns");
    const char *count =
        printed("SELECT count(*) FROM pragma_table_info('fixes') WHERE instr(', %s,',"
                " ', ' || name || ',')",
                names);
    int n_names = 1;
    for (const char *comma = names; (comma = strchr(comma, ',')) != NULL; comma++)
        n_names++;
    assert_int_equal(made_store_number(db, count), n_names);
    assert_int_equal(made_store_number(db, "SELECT count(*) FROM pragma_table_info('fixes')"),
                     n_names);
}

TEST(fix_id__is_the_same_everywhere)
{
    static const char pairs[] = {
#include "guard/sql/pairs.sql.inc"
    };
    static const struct made_fix fixes[] = {{"p1", "u", "a1", "b1", true},
                                            {"p2", "u", "a2", "b2", true}};
    made_store("same.db", fixes, N_ITEMS(fixes));
    scoped(db) *db =
        changed_store("same.db", "UPDATE submissions SET submission_id = 'before-f00001' "
                                 "WHERE submission_id = 'b00001'");
    assert_rows(db, "SELECT fix_id FROM fix_details ORDER BY fix_key",
                "p1-b00000-f00000\np2-f00001\n");
    assert_int_equal(
        made_store_number(db, printed("SELECT count(*) FROM (%s) p JOIN fix_details d "
                                      "ON d.fix_key = p.fix_key AND d.fix_id = p.fix_id",
                                      pairs)),
        2);
    assert_int_equal(made_store_number(db, "SELECT count(*) FROM fixes JOIN submissions b "
                                           "ON b.submission_key = buggy_submission_key "
                                           "JOIN submissions a ON a.submission_key = "
                                           "fixed_submission_key JOIN fix_details d "
                                           "USING (fix_key) WHERE d.fix_id = " FIX_ID),
                     2);
}

/* The number may come from a published file. */
TEST(split_parts__are_the_splits_or_the_folds)
{
    static const struct {
        int64_t n_folds;
        unsigned parts;
    } cases[] = {{0, 7}, {2, 3 << 3}, {MAX_FOLDS, 1023 << 3}, {MAX_FOLDS + 1, 7}, {-1, 7}};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_int_equal(split_subsets(cases[i].n_folds), cases[i].parts);
}
