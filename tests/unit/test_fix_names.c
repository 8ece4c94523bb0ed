/* Names and numbers belong to each other, and the schema allows the same names. */
#include "db/fix_names.h"
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
    for (int i = 0; i < N_SPLITS; i++)
        assert_int_equal(split_find(split_names[i]), i);
    assert_string_equal(split_names[split_stratum(NULL)], "none");
    assert_null(split_names[N_STRATA]);
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
    assert_int_equal(n_quoted(db, "splits", split_names), N_SPLITS); /* without `none` */
    assert_int_equal(n_quoted(db, "verdicts", fix_verdict_names), N_FIX_VERDICTS);
    assert_int_equal(made_store_number(db, "SELECT (length(sql) - length(replace(sql, '''', ''))) "
                                           "/ 2 FROM sqlite_master WHERE name = 'verdicts'"),
                     N_FIX_VERDICTS);
}

TEST(fix_names__find_their_numbers)
{
    assert_int_equal(fix_origin_find("rewrite"), ORIGIN_REWRITE);
    assert_int_equal(fix_origin_find("Real"), N_ORIGINS);
    assert_int_equal(fix_verdict_find("proven"), VERDICT_PROVEN);
    assert_int_equal(fix_verdict_find(NULL), NOT_EXECUTED);
    for (int i = 0; i < N_FIX_VERDICTS; i++)
        assert_int_equal(fix_verdict_find(fix_verdict_names[i]), i);
}
