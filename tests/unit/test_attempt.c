/* Pieces of code that do not parse alone. */
#include "score/attempt.h"
#include "tests/support/test.h"

static struct token_text text_of(const char *text)
{
    return (struct token_text){text, strlen(text)};
}

/* Compares two pieces of Python; returns whether they can be compared. */
static bool compare(struct change *change, const char *buggy, const char *fixed)
{
    struct gold_item item = {
        .language = &language_python, .program = text_of(buggy), .fixed = text_of(fixed)};
    struct attempt attempt = {0};
    attempt_begin(&attempt, &item);
    bool is_read = attempt_compare(&attempt, change, item.fixed);
    attempt_release(&attempt);
    return is_read;
}

TEST(attempt__compares_pieces_that_do_not_parse)
{
    static const struct {
        const char *buggy, *fixed;
        enum difference difference;
        const char *old, *new; /* of the edit; new "": deleted */
    } cases[] = {
        {"    elif a < b:", "elif  a<b : # so", DIFFERENCE_NONE, "", ""},
        {"elif a < b:", "elif a <= b:", DIFFERENCE_SINGLE, "<", "<="},
        {"elif a < b \\", "elif a <= b \\\n", DIFFERENCE_SINGLE, "<", "<="},
        {"b''' + c", " b''' + c\n", DIFFERENCE_NONE, "", ""},
        {"elif a in b:", "elif a not  in b:", DIFFERENCE_SINGLE, "in", "not in"},
        {"elif a:", "elif not a:", DIFFERENCE_SINGLE, "a", "not"},
        {"elif not a:", "elif a:", DIFFERENCE_SINGLE, "not", ""},
        {"elif a:", "elif a b:", DIFFERENCE_MULTI, NULL, NULL},
        {"elif a < b:", "elif b < a:", DIFFERENCE_MULTI, NULL, NULL},
        /* brackets need not match */
        {"x) < y", "x) <= y", DIFFERENCE_SINGLE, "<", "<="},
        {"f(x,", "f(y,", DIFFERENCE_SINGLE, "x", "y"},
        {"f(x]", "f(x)", DIFFERENCE_SINGLE, "]", ")"},
        /* layout does not count */
        {"  a\n b", "a\nb", DIFFERENCE_NONE, "", ""},
        {"a b", "a\nb", DIFFERENCE_NONE, "", ""},
        {"x = a not\nin b)", "x = a not in b)", DIFFERENCE_NONE, "", ""},
    };
    struct change change;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        assert_true(compare(&change, cases[i].buggy, cases[i].fixed));
        if (change.difference != cases[i].difference)
            fail_msg("%s: %d", cases[i].buggy, change.difference);
        if (change.difference != DIFFERENCE_SINGLE)
            continue;
        assert_int_equal(change.line, 1);
        assert_memory_equal(cases[i].buggy + change.column, cases[i].old, strlen(cases[i].old));
        assert_int_equal(change.repair.length, strlen(cases[i].new));
        assert_memory_equal(change.repair.bytes, cases[i].new, change.repair.length);
    }
    assert_false(compare(&change, "'", "x"));
    assert_false(compare(&change, "x )", "$"));
    assert_true(compare(&change, "' ", " '"));
}

TEST(attempt__knows_what_is_one_token_in_any_context)
{
    static const char *const one[] = {"",  "x", "not",   "not in", "is  not",    "not\\\nin", "<=",
                                      "(", ")", "1.5e3", "'a b'",  "'''a\nb'''", "\xc3\xa9"};
    static const char *const others[] = {" x", "x ", "x\n", "x y", "-1", "< =",       "f'a'",
                                         "'a", "$",  "#",   "\n",  "x#", "not in in", " "};
    struct attempt attempt = {0};
    struct gold_item item = {.language = &language_python};
    attempt_begin(&attempt, &item);
    for (size_t i = 0; i < N_ITEMS(one); i++)
        if (!attempt_is_one_token(&attempt, one[i]))
            fail_msg("'%s' is not one token", one[i]);
    for (size_t i = 0; i < N_ITEMS(others); i++)
        if (attempt_is_one_token(&attempt, others[i]))
            fail_msg("'%s' is one token", others[i]);
    attempt_release(&attempt);
}
