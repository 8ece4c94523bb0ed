/* Words of a command line become values of their types. What is refused, and with which message, is
 * in the case usage-errors. */
#include "commands/cli/command_line.h"
#include "tests/support/test.h"

enum size { SMALL = 10, MIDDLE, LARGE };

static const char *size_name(int number)
{
    static const char *const names[] = {"small", "middle", "large", "all", NULL};
    return names[number];
}

struct kinds {
    const char *text;
    struct text_list texts, list;
    int64_t number, n_jobs;
    size_t size;
    enum size named;
    unsigned bits;
};

static const struct command_option options[] = {
    {0, "text", "TEXT", "-", "none", TO_TEXT(kinds, text)},
    {0, "texts", "TEXT", "-", TO_TEXTS(kinds, texts)},
    {0, "list", "LIST", "-", TO_LIST(kinds, list)},
    {0, "number", "N", "-", "7", TO_NUMBER(kinds, number, 1, 9)},
    {0, "size", "N", "-", .otherwise = "none", TO_SIZE(kinds, size, 0, 9)},
    {0, "named", "NAME", "-", "middle", TO_ENUM_FROM(kinds, named, size_name, SMALL)},
    {0, "bits", "LIST", "-", "small,large", TO_BITS(kinds, bits, size_name), .excludes = true},
    OPTION_JOBS(kinds, n_jobs),
    {0},
};

static int take(struct kinds *kinds, const char *name, const char *text)
{
    struct err err;
    for (const struct command_option *o = options; o->name; o++)
        if (strcmp(o->name, name) == 0)
            return o->take(o, text, (char *)kinds + o->variable, &err);
    fail_msg("the table has no option --%s", name);
    return ERR;
}

TEST(option__adds_to_lists)
{
    struct kinds kinds = {0};
    assert_int_equal(take(&kinds, "texts", "a,b"), 0);
    assert_int_equal(take(&kinds, "texts", "c"), 0);
    assert_int_equal(kinds.texts.n, 2);
    assert_string_equal(kinds.texts.items[0], "a,b");
    assert_int_equal(take(&kinds, "list", "a,,b"), 0);
    assert_int_equal(take(&kinds, "list", "c"), 0);
    assert_int_equal(kinds.list.n, 4);
    assert_string_equal(kinds.list.items[1], "");
    assert_string_equal(kinds.list.items[3], "c");
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
    assert_int_equal(take(&kinds, "bits", "!small,!large"), ERR);
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
        int64_t min, max, number; /* 99: refused */
    } cases[] = {
        {"0", 0, 10, 0},
        {"10", 0, 10, 10},
        {"007", 0, 10, 7},
        {"-5", -5, 5, -5},
        {"9223372036854775807", 0, INT64_MAX, INT64_MAX},
        {"-9223372036854775808", INT64_MIN, 0, INT64_MIN},
        {"", 0, 10, 99},
        {"-", -10, 10, 99},
        {" 5", 0, 10, 99},
        {"+5", 0, 10, 99},
        {"1 ", 0, 10, 99},
        {"1e1", 0, 10, 99},
        {"-1", 0, 10, 99},
        {"11", 0, 10, 99},
        {"9223372036854775808", 0, INT64_MAX, 99},
        {"-9223372036854775809", INT64_MIN, 0, 99},
        {"18446744073709551617", 0, 10, 99},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        int64_t number = 99;
        int status = option_number(cases[i].text, cases[i].min, cases[i].max, &number);
        if (status != (cases[i].number == 99 ? ERR : 0) || number != cases[i].number)
            fail_msg("'%s' is %d", cases[i].text, (int)number);
    }
}
