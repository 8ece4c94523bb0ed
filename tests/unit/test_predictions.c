/* Files of predictions: valid lines, and messages about others. */
#include "score/predictions.h"

#include "tests/support/golds.h"
#include "tests/support/test.h"

static const char *const ids[] = {"p1-s1-s2", "p2-s1-s2", "p3-s1-s2"};

static void make_gold(struct gold *gold)
{
    *gold = (struct gold){0};
    for (size_t i = 0; i < N_ITEMS(ids); i++) {
        struct gold_item item = {.id = ids[i]};
        gold_take(gold, &item);
    }
}

static void read_text(struct predictions *predictions, const char *text, size_t length)
{
    scoped(gold) gold = {0};
    const char *path = scratch_path("predictions");
    make_gold(&gold);
    write_test_file(path, text, length);
    assert_done(predictions_read(predictions, path, &gold, false, &err));
}

TEST(predictions_read__orders_by_item_and_rank)
{
    static const char text[] =
        "{\"id\":\"p3-s1-s2\",\"line\":2,\"column\":0,\"repair\":\"\",\"probability\":0}\n"
        "\n"
        "{\"id\":\"p1-s1-s2\",\"rank\":2,\"line\":7,\"column\":3,\"repair\":\"<=\","
        "\"more\":[1]}\r\n"
        "{\"id\":\"p1-s1-s2\",\"rank\":1,\"line\":null,\"probability\":1}\n"
        "{\"id\":\"nobody\",\"rank\":9}\n"
        "{\"id\":\"nobody\",\"rank\":9}";
    scoped(predictions) predictions = {0};
    read_text(&predictions, text, strlen(text));
    const struct prediction *list = predictions.list.items;
    assert_int_equal(predictions.list.n, 3);
    assert_int_equal(predictions.first[0], 0);
    assert_int_equal(predictions.first[1], 2);
    assert_int_equal(predictions.first[2], 2);
    assert_int_equal(predictions.first[3], 3);
    assert_int_equal(predictions.n_answered, 2);
    assert_true(list[0].rank == 1 && list[0].line == 0);
    assert_true(list[1].rank == 2 && list[1].line == 7 && list[1].column == 3);
    assert_string_equal(list[1].repair, "<=");
    assert_true(list[2].rank == 1 && list[2].line == 2 && list[2].column == 0);
    assert_true(list[2].row == 1);
    assert_int_equal(predictions.n_unknown, 2);
    assert_int_equal(predictions.n_unknown_ids, 1);
    assert_string_equal(predictions.first_unknown, "nobody");
}

/* Tables of pandas have a null where a row has no value. */
TEST(predictions_read__takes_a_null_for_no_value)
{
    static const char text[] =
        "{\"id\":\"p1-s1-s2\",\"line\":null,\"column\":null,\"answer\":null,\"code\":\"x\"}\n"
        "{\"id\":\"p1-s1-s2\",\"rank\":2,\"answer\":\"y\",\"code\":null}\n"
        "{\"id\":\"p1-s1-s2\",\"rank\":3,\"line\":1,\"column\":0,\"repair\":\"z\","
        "\"answer\":null}\n"
        "{\"id\":\"p1-s1-s2\",\"rank\":4,\"line\":null,\"answer\":null,\"code\":null}\n"
        "{\"id\":\"p1-s1-s2\",\"rank\":5,\"code\":null}\n";
    scoped(predictions) predictions = {0};
    read_text(&predictions, text, sizeof text - 1);
    const struct prediction *list = predictions.list.items;
    assert_string_equal(list[0].code, "x");
    assert_null(list[0].answer);
    assert_string_equal(list[1].answer, "y");
    assert_null(list[1].code);
    assert_int_equal(list[2].line, 1);
    assert_null(list[2].answer);
    assert_string_equal(list[3].answer, ""); /* nothing at all is a wrong answer, not "no bug" */
    assert_null(list[3].code);
    assert_string_equal(list[4].code, "");
}

static void expect_error(const char *text, size_t length, const char *expected)
{
    scoped(predictions) predictions = {0};
    scoped(gold) gold = {0};
    struct err err;
    const char *path = scratch_path("predictions");
    make_gold(&gold);
    write_test_file(path, text, length);
    if (predictions_read(&predictions, path, &gold, false, &err) == 0)
        fail_msg("no error '%s' for:\n%s", expected, text);
    assert_contains(err.message, expected);
}

TEST(predictions_read__says_what_is_wrong)
{
#define ONE "{\"id\":\"p1-s1-s2\","
    static const struct text_case cases[] = {
        {"x", ":1: "},
        {"{\"id\":\"p1-s1-s2\"", ":1: "},
        {"[]", ":1: not a JSON object"},
        {"7", ":1: not a JSON object"},
        {"{}",
         ":1: the key \"id\" is missing; it must be the id of the row (the line has the keys none"},
        {"{\"id\":7}", ":1: the key \"id\" is 7; it must be"},
        {ONE "\"rank\":0}", ":1: the key \"rank\" is 0; it must be a whole number"},
        {ONE "\"rank\":-1}", "key \"rank\" is -1;"},
        {ONE "\"rank\":1.5}", "key \"rank\" is 1.5;"},
        {ONE "\"rank\":\"1\"}", "key \"rank\" is \"1\";"},
        {ONE "\"rank\":1e400}", "key \"rank\" is "},
        {ONE "\"line\":0,\"column\":0,\"repair\":\"\"}",
         "key \"line\" is 0; it must be the line of the token, from 1, or null for \"no bug\""},
        {ONE "\"line\":1e99,\"column\":0,\"repair\":\"\"}", "key \"line\" is 1e+99;"},
        {ONE "\"line\":true,\"column\":0,\"repair\":\"\"}", "key \"line\" is true;"},
        {ONE "\"line\":1,\"repair\":\"\"}",
         "the key \"column\" is missing; it must be the column of the token, from 0 (the line has "
         "the keys id, line, repair; see"},
        {ONE "\"line\":1,\"column\":-1,\"repair\":\"\"}", "key \"column\" is -1;"},
        {ONE "\"line\":1,\"column\":0}",
         "the key \"repair\" is missing; it must be the right token, or \"\" to "
         "delete the token (the line has the keys id, line, column; see tokfix score --help)"},
        {ONE "\"line\":1,\"column\":0,\"repair\":7}", "the key \"repair\" is 7"},
        {ONE "\"column\":0}", "column is given without line"},
        {ONE "\"repair\":\"\\u0000\"}", ":1: "},
        {ONE "\"rank\":2}", ":1: 'p1-s1-s2' has rank 2 where its rank 1 should be"},
        {ONE "\"reapir\":\"x\",\"row\":1}",
         ":1: the line has the keys id, reapir, row, but none of line, column and repair, answer, "
         "and code; for \"no bug\", give id"},
        {"{\"id\":\"a\"}\n{\"id\":\"b\"}",
         "no prediction fits a row: it has ids such as 'a', but the rows have ids such as "
         "'p1-s1-s2'"},
        {"\n", "has no predictions"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        expect_error(cases[i].given, strlen(cases[i].given), cases[i].expected);
    static const char bad_utf8[] = ONE "\"repair\":\"\xff\"}\n", zero[] = ONE "\"a\":\"\0\"}\n";
    expect_error(bad_utf8, sizeof bad_utf8 - 1, ":1: ");
    expect_error(zero, sizeof zero - 1, ":1: ");
}

TEST(predictions_read__numbers_samples_in_the_order_of_the_file)
{
    static const char text[] = "{\"id\":\"p2-s1-s2\",\"line\":1,\"column\":0,\"repair\":\"a\"}\n"
                               "{\"id\":\"p1-s1-s2\",\"rank\":7}\n"
                               "{\"id\":\"p2-s1-s2\",\"line\":2,\"column\":0,\"repair\":\"b\"}\n"
                               "{\"id\":\"p2-s1-s2\",\"rank\":\"x\"}\n";
    scoped(gold) gold = {0};
    scoped(predictions) predictions = {0};
    const char *path = scratch_path("samples");
    make_gold(&gold);
    write_test_file(path, text, strlen(text));
    assert_done(predictions_read(&predictions, path, &gold, true, &err));
    assert_int_equal(predictions.list.n, 4);
    for (int32_t i = 0; i < 4; i++) {
        const struct prediction *one = &predictions.list.items[i];
        assert_int_equal(one->rank, i ? i : 1);
        assert_int_equal(one->line, i == 1 || i == 2 ? i : 0);
    }
}

/* A repair without a place is at the bug's, if the place was given; else it is "no bug". */
TEST(predictions_read__takes_repairs_at_the_given_place)
{
    static const char text[] = "{\"id\":\"p1-s1-s2\",\"repair\":\"<=\"}\n"
                               "{\"id\":\"p2-s1-s2\"}\n"
                               "{\"id\":\"p3-s1-s2\",\"line\":2,\"column\":0,\"repair\":\"\"}\n";
    for (int is_given = 0; is_given < 2; is_given++) {
        scoped(gold) gold = {0};
        scoped(predictions) predictions = {0};
        make_gold(&gold);
        gold.is_place_given = is_given;
        const char *path = scratch_path("given");
        write_test_file(path, text, strlen(text));
        assert_done(predictions_read(&predictions, path, &gold, false, &err));
        const struct prediction *list = predictions.list.items;
        assert_int_equal(list[0].line, is_given ? PREDICTION_AT_BUG : 0);
        assert_string_equal(list[0].repair, is_given ? "<=" : "");
        assert_int_equal(list[1].line, 0);
        assert_int_equal(list[2].line, 2);
    }
}
