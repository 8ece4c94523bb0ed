/* Words of a command line become values of their types, or are refused. */
#include "commands/cli/command_line.h"
#include "tests/support/taken.h"
#include "tests/support/test.h"

enum size { SMALL = 10, MIDDLE, LARGE };

static const char *size_name(int number)
{
    static const char *const names[] = {"small", "middle", "large", "all", NULL};
    return names[number];
}

struct kinds {
    bool flag, second;
    const char *text;
    struct text_list texts, list;
    int64_t number, number_or_all, n_jobs;
    size_t size;
    enum size named;
    unsigned bits;
};

static const struct command_option options[] = {
    {0, "flag", NULL, "-", TO_FLAG(kinds, flag)},
    {0, "text", "TEXT", "-", "none", TO_TEXT(kinds, text)},
    {0, "texts", "TEXT", "-", TO_TEXTS(kinds, texts)},
    {0, "list", "LIST", "-", TO_LIST(kinds, list)},
    {0, "number", "N", "-", "7", TO_NUMBER(kinds, number, 1, 9)},
    {0, "from", "N", "-", TO_NUMBER(kinds, number, 1, INT64_MAX)},
    {0, "count", "N", "-", .takes = "a number from {min} to {max}", TO_NUMBER(kinds, number, 1, 9)},
    {0, "size", "N", "-", .otherwise = "none", TO_SIZE(kinds, size, 0, 9)},
    {0, "number-or-all", "N|all", "-", TO_NUMBER_OR_ALL(kinds, number_or_all, 1)},
    {0, "named", "NAME", "-", "middle", TO_ENUM_FROM(kinds, named, size_name, SMALL)},
    {0, "second", "NAME", "-", "small", TO_SECOND(kinds, second, size_name)},
    {0, "bits", "LIST", "-", "small,large", TO_BITS(kinds, bits, size_name), .excludes = true},
    OPTION_JOBS(kinds, n_jobs),
    {0},
};

static int take(struct kinds *kinds, const char *name, const char *text)
{
    struct err err;
    return take_option(options, name, text, kinds, &err);
}

TEST(option__sets_variables_of_all_kinds)
{
    struct kinds kinds = {0};
    assert_int_equal(take(&kinds, "flag", NULL), 0);
    assert_true(kinds.flag);
    assert_int_equal(take(&kinds, "text", "a,b"), 0);
    assert_string_equal(kinds.text, "a,b");
    assert_int_equal(take(&kinds, "texts", "a,b"), 0);
    assert_int_equal(take(&kinds, "texts", "c"), 0);
    assert_int_equal(kinds.texts.n, 2);
    assert_string_equal(kinds.texts.items[0], "a,b");
    assert_int_equal(take(&kinds, "list", "a,,b"), 0);
    assert_int_equal(take(&kinds, "list", "c"), 0);
    assert_int_equal(kinds.list.n, 4);
    assert_string_equal(kinds.list.items[1], "");
    assert_string_equal(kinds.list.items[3], "c");
    assert_int_equal(take(&kinds, "size", "9"), 0);
    assert_int_equal(kinds.size, 9);
    assert_int_equal(take(&kinds, "number-or-all", "all"), 0);
    assert_true(kinds.number_or_all == INT64_MAX);
    assert_int_equal(take(&kinds, "named", "large"), 0);
    assert_int_equal(kinds.named, LARGE);
    assert_int_equal(take(&kinds, "second", "middle"), 0);
    assert_true(kinds.second);
    assert_int_equal(take(&kinds, "second", "small"), 0);
    assert_false(kinds.second);
    array_release(&kinds.texts);
    array_release(&kinds.list);
}

TEST(option__replaces_bits)
{
    struct kinds kinds = {0};
    assert_int_equal(take(&kinds, "bits", "small,large"), 0);
    assert_int_equal(kinds.bits, 5);
    assert_int_equal(take(&kinds, "bits", "middle"), 0);
    assert_int_equal(kinds.bits, 2);
    assert_int_equal(take(&kinds, "bits", "all"), 0);
    assert_int_equal(kinds.bits, 7);
    assert_int_equal(take(&kinds, "bits", "!middle"), 0);
    assert_int_equal(kinds.bits, 5);
    assert_error(take_option(options, "bits", "!small,!large", &kinds, &err),
                 "--bits: '!small,!large' leaves nothing");
}

/* With the bounds of the row, and in its words where it has some. */
TEST(option__says_what_it_takes)
{
    static const struct {
        const char *name, *text, *message;
    } cases[] = {
        {"number", "10", "--number takes a whole number from 1 to 9, not '10'"},
        {"from", "0", "--from takes a whole number of at least 1, not '0'"},
        {"size", "x", "--size takes a whole number from 0 to 9, not 'x'"},
        {"number-or-all", "0",
         "--number-or-all takes 'all' or a whole number of at least 1, not '0'"},
    };
    struct kinds kinds = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_error(take_option(options, cases[i].name, cases[i].text, &kinds, &err),
                     cases[i].message);
    }
    struct str takes = {0};
    option_add_takes(&takes, &options[6]);
    assert_string_equal(str_text(&takes), "a number from 1 to 9");
    str_release(&takes);
    assert_int_equal(take(&kinds, "jobs", "1024"), 0);
    assert_int_equal(kinds.n_jobs, 1024);
    assert_int_equal(take(&kinds, "jobs", "1025"), ERR);
    assert_int_equal(take(&kinds, "jobs", "0"), ERR);
    assert_int_equal(take(&kinds, "jobs", ""), ERR);
}

/* Of the group's variables, which are a part of the arguments. */
struct arguments {
    const char *operand; /* NULL */
    int before;
    struct kinds kinds;
};

static int check_arguments(const struct command *command, void *variables, struct err *err)
{
    const struct arguments *arguments = variables;
    (void)command, (void)err;
    assert_int_equal(arguments->before, 3);
    assert_string_equal(arguments->kinds.text, "none");
    assert_int_equal(arguments->kinds.number, 7);
    assert_int_equal(arguments->kinds.size, 4);
    assert_int_equal(arguments->kinds.named, LARGE);
    assert_int_equal(arguments->kinds.bits, 5);
    assert_true(arguments->kinds.n_jobs >= 1);
    assert_true(command_line_has("size"));
    assert_true(command_line_has("text,named"));
    assert_false(command_line_has("text,siz"));
    assert_true(command_line_has_other("size"));
    assert_false(command_line_has_other("named,size"));
    return EXIT_INTERRUPTED;
}

TEST(option__sets_defaults_first)
{
    static const struct command_group groups[] = {
        {"Options", options, offsetof(struct arguments, kinds)}, {0}};
    const struct command command = {.name = "test",
                                    .groups = groups,
                                    ARGUMENTS(arguments, .before = 3),
                                    .run = check_arguments};
    char *argv[] = {(char *)"test", (char *)"--size=4", (char *)"--named", (char *)"large", NULL};
    optind = 0; /* begin anew */
    assert_int_equal(command_line_run(&command, 4, argv), EXIT_INTERRUPTED);
}

TEST(option_number__takes_whole_numbers_within_the_bounds)
{
    static const struct {
        const char *text;
        int64_t min, max, number;
    } cases[] = {
        {"0", 0, 10, 0},
        {"1", 1, 1, 1},
        {"10", 0, 10, 10},
        {"007", 0, 10, 7},
        {"-5", -5, 5, -5},
        {"5", -5, 5, 5},
        {"9223372036854775807", 0, INT64_MAX, INT64_MAX},
        {"-9223372036854775808", INT64_MIN, 0, INT64_MIN},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t number = 99;
        if (option_number(cases[i].text, cases[i].min, cases[i].max, &number) != 0)
            fail_msg("refused: '%s'", cases[i].text);
        assert_true(number == cases[i].number);
    }
}

TEST(option_number__refuses_everything_else)
{
    static const struct {
        const char *text;
        int64_t min, max;
    } cases[] = {
        {"", 0, 10},
        {" ", 0, 10},
        {"-", -10, 10},
        {" 5", 0, 10},
        {"\t5", 0, 10},
        {"\n5", 0, 10},
        {"+5", 0, 10},
        {"many", 0, 10},
        {"1x", 0, 10},
        {"1 ", 0, 10},
        {"1.0", 0, 10},
        {"1e1", 0, 10},
        {"0x5", 0, 10},
        {"1,000", 0, 10000},
        {"-1", 0, 10},
        {"11", 0, 10},
        {"-6", -5, 5},
        {"9223372036854775808", 0, INT64_MAX},
        {"-9223372036854775809", INT64_MIN, 0},
        {"18446744073709551617", 0, 10},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t number = 99;
        if (option_number(cases[i].text, cases[i].min, cases[i].max, &number) != ERR)
            fail_msg("taken: '%s'", cases[i].text);
        assert_int_equal(number, 99);
    }
}
