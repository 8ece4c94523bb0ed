/* Gold from rows. */
#include "score/gold.h"
#include "tests/support/test.h"
#include "tokenize/program.h"

/* A row whose JSON has \n in place of a line end. */
#define PAIR(id, category, line, column, after, buggy, fixed)                                  \
    "{\"id\":\"" id "\",\"language\":\"python\",\"category\":\"" category "\",\"line\":" #line \
    ",\"column\":" #column ",\"after\":\"" after "\",\"buggy_code\":\"" buggy                  \
    "\",\"fixed_code\":\"" fixed "\"}\n"
#define NBF(id, type, marker, repair, input)                                         \
    "{\"bug_type\":\"" type "\",\"commit_sha\":\"" id "\",\"error_marker\":[" marker \
    "],\"repair\":\"" repair "\",\"input_text\":\"" input "\"}\n"

static int read_text(struct gold *gold, const char *text, struct err *err)
{
    const char *path = scratch_path("gold.jsonl");
    write_test_file(path, text, strlen(text));
    return gold_read(gold, path, false, err);
}

static void assert_text(struct token_text text, const char *expected)
{
    assert_int_equal(text.length, strlen(expected));
    assert_memory_equal(text.bytes, expected, text.length);
}

TEST(gold_read__takes_pairs)
{
    scoped(gold) gold = {0};
    assert_done(read_text(
        &gold,
        PAIR("a", "comparison_operator", 2, 5, "<=", "é = 1\\nif é < 2: pass\\n",
             "é = 1\\nif é <= 2: pass\\n") "\n" PAIR("b", "none", 0, 0, "", "x\\n", "x\\n")
            PAIR("c", "other", 1, 0, "y", "\xef\xbb\xbfx\\n", "y\\n"),
        &err));
    const struct gold_item *items = gold.items.items;
    assert_int_equal(gold.items.n, 3);
    assert_int_equal(gold.n_correct, 1);
    assert_int_equal(items[0].category, CATEGORY_COMPARISON_OPERATOR);
    assert_true(items[0].bug.line == 2 && items[0].bug.column == 5);
    assert_string_equal(items[0].bug.after, "<=");
    assert_text(items[0].fixed, "é = 1\nif é <= 2: pass\n");
    assert_int_equal(items[1].category, GOLD_CORRECT);
    assert_int_equal(items[2].category, CATEGORY_OTHER);
    assert_text(items[2].program, "x\n"); /* without its byte order mark */
    assert_int_equal(table_find(&gold.ids, "c"), 2);
}

TEST(gold_read__refuses_rows_that_are_wrong)
{
    static const struct text_case cases[] = {
        {"", "has no rows to score"},
        {"\n \n", "is text without rows"},
        {"x\n", "is text without rows"},
        {"{\"id\":\nx\n", "gold.jsonl:1: "},
        {"{\"id\":7}\n",
         ":1: neither buggy_code and fixed_code (pairs), nor task and code (the ids of other "
         "formats); score the rows of --format pairs"},
        {"{\"id\":\"a\"}\n", ":1: neither"},
        {PAIR("", "other", 1, 0, "y", "x", "y"), ":1: id is missing"},
        {PAIR("a", "others", 1, 0, "y", "x", "y"), ":1: unknown category"},
        {PAIR("a", "other", 1, 2, "y", "x", "y"),
         ":1: line and column are not a place in buggy_code"},
        {PAIR("a", "other", 1.5, 0, "y", "x", "y"), "not a place"},
        {PAIR("a", "other", "1", 0, "y", "x", "y"), "not a place"},
        {PAIR("a", "other", 1e300, 0, "y", "x", "y"), "not a place"},
        {PAIR("a", "other", 1, -1, "y", "x", "y"), "not a place"},
        {"\n" PAIR("a", "none", 0, 0, "", "x", "x") PAIR("a", "none", 0, 0, "", "x", "x"),
         ":3: duplicate id 'a'"},
        {"{\"id\":\"a\",\"language\":\"x\",\"buggy_code\":\"\",\"fixed_code\":\"\"}",
         "unknown language"},
        {"{\"id\":\"a\",\"buggy_code\":\"\",\"fixed_code\":\"\"}", "category or after is missing"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(gold) gold = {0};
        struct err err;
        if (read_text(&gold, cases[i].given, &err) == 0)
            fail_msg("read:\n%s", cases[i].given);
        assert_contains(err.message, cases[i].expected);
    }
}

#define OF(problem, row) "{\"problem_id\":" problem "," row

/* By problem_id; a row without it has a problem of its own. */
TEST(gold_read__numbers_problems_in_the_order_of_the_rows)
{
    static const char *const rows[] = {
        OF("\"p2\"", "\"id\":\"a\",\"category\":\"none\","),
        OF("null", "\"id\":\"b\",\"category\":\"none\","),
        OF("\"p1\"", "\"id\":\"c\",\"category\":\"none\","),
        OF("\"\"", "\"id\":\"d\",\"category\":\"none\","),
        OF("\"p2\"", "\"id\":\"e\",\"category\":\"none\","),
    };
    static const size_t numbers[] = {0, 1, 2, 3, 0};
    scoped(str) text = {0};
    scoped(gold) gold = {0};
    for (size_t i = 0; i < N_ITEMS(rows); i++)
        str_print(&text, "%s\"after\":\"\",\"buggy_code\":\"x\",\"fixed_code\":\"x\"}\n", rows[i]);
    assert_done(read_text(&gold, str_text(&text), &err));
    assert_int_equal(gold.n_problems, 4);
    assert_int_equal(gold.n_without_problem, 2);
    for (size_t i = 0; i < N_ITEMS(rows); i++)
        assert_int_equal(gold.items.items[i].problem_number, numbers[i]);
}

#define ASKED(task, answer)                                                            \
    "{\"messages\":[{\"content\":\"x\"},{\"content\":\"" answer "\"}],\"id\":\"a" task \
    "\",\"language\":\"c\",\"category\":\"other\",\"negative\":false,\"task\":\"" task \
    "\",\"location_marked\":true,\"code\":\"a;b\"}\n"

/* Rows with ids say what was asked. */
TEST(gold_read__takes_the_question_of_the_rows)
{
    scoped(gold) gold = {0}, places = {0}, mixed = {0};
    assert_done(read_text(&gold, ASKED("repair", "a;c"), &err));
    assert_true(gold.is_place_given && gold.question == question_find("repair"));
    assert_text(gold.items.items[0].fixed, "a;c");
    assert_true(gold.items.items[0].bug.is_unplaced);
    assert_done(read_text(&places, ASKED("locate", "line 1, column 2: `b`"), &err));
    assert_true(!places.is_place_given && places.question == question_find("locate"));
    assert_true(places.items.items[0].bug.line == 1 && places.items.items[0].bug.column == 2);
    assert_error_with(
        read_text(&mixed, ASKED("repair", "a;c") ASKED("locate", "line 1, column 2: `b`"), &err),
        "the task differs from that of earlier rows");
}

TEST(gold_read__names_what_to_do_with_other_files)
{
    scoped(gold) gold = {0};
    assert_error_with(gold_read(&gold, scratch_path(""), false, &err), "a folder");
    write_test_file(scratch_path("some.db"), "SQLite format 3", 16);
    assert_error_with(gold_read(&gold, scratch_path("some.db"), false, &err),
                      "is a database; export its rows");
}
