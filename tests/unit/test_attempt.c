/* Pieces of code that do not parse alone. */
#include "score/attempt.h"
#include "tests/support/test.h"

static struct token_text text_of(const char *text)
{
    return (struct token_text){text, strlen(text)};
}

TEST(fragment_difference__is_one_token)
{
    static const struct {
        const char *buggy, *fixed;
        enum difference difference;
        const char *old, *new;
    } cases[] = {
        {"    elif a < b:", "elif  a<b : # so", DIFFERENCE_NONE, "", ""},
        {"elif a < b:", "elif a <= b:", DIFFERENCE_SINGLE, "<", "<="},
        {"elif a < b \\", "elif a <= b \\\n", DIFFERENCE_SINGLE, "<", "<="},
        {"b''' + c", " b''' + c\n", DIFFERENCE_NONE, "", ""},
        {"elif a in b:", "elif a not  in b:", DIFFERENCE_SINGLE, "in", "not  in"},
        {"elif a:", "elif not a:", DIFFERENCE_SINGLE, "a", "not"},
        {"elif not a:", "elif a:", DIFFERENCE_SINGLE, "not", "a"},
        {"elif a:", "elif a b:", DIFFERENCE_MULTI, NULL, NULL},
        {"elif a < b:", "elif b < a:", DIFFERENCE_MULTI, NULL, NULL},
        /* brackets need not match */
        {"x) < y", "x) <= y", DIFFERENCE_SINGLE, "<", "<="},
        {"f(x,", "f(y,", DIFFERENCE_SINGLE, "x", "y"},
        {"f(x]", "f(x)", DIFFERENCE_SINGLE, "]", ")"},
        /* layout does not count */
        {"  a\n b", "a\nb", DIFFERENCE_NONE, "", ""},
        {"a\nb", "a b", DIFFERENCE_NONE, "", ""},
        {"x = a not\nin b", "x = a not in b", DIFFERENCE_NONE, "", ""},
    };
    scoped(lexical) *lexical = lexical_new_for_fragments(&language_python);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        enum difference difference;
        struct fragment_edit edit = {0};
        assert_true(fragment_difference(&difference, &edit, lexical, text_of(cases[i].buggy),
                                        text_of(cases[i].fixed)));
        assert_int_equal(difference, cases[i].difference);
        if (difference != DIFFERENCE_SINGLE)
            continue;
        assert_int_equal(edit.old.length, strlen(cases[i].old));
        assert_memory_equal(edit.old.bytes, cases[i].old, edit.old.length);
        assert_int_equal(edit.new.length, strlen(cases[i].new));
        assert_memory_equal(edit.new.bytes, cases[i].new, edit.new.length);
    }
    enum difference ignored;
    struct fragment_edit edit;
    assert_false(fragment_difference(&ignored, &edit, lexical, text_of("'"), text_of("x")));
    assert_false(fragment_difference(&ignored, &edit, lexical, text_of("x"), text_of("$")));
    assert_true(fragment_difference(&ignored, &edit, lexical, text_of("' "), text_of(" '")));
}

TEST(attempt__knows_what_is_one_token_in_any_context)
{
    static const char *const one[] = {"",  "x", "not",   "not in", "is  not",    "not\\\nin", "<=",
                                      "(", ")", "1.5e3", "'a b'",  "'''a\nb'''", "\xc3\xa9"};
    static const char *const others[] = {" x", "x ", "x\n", "x y", "-1", "< =",       "f'a'",
                                         "'a", "$",  "#",   "\n",  "x#", "not in in", " "};
    struct attempt attempt;
    struct gold_item item = {.language = &language_python};
    attempt_init(&attempt);
    attempt_begin(&attempt, &item);
    for (size_t i = 0; i < N_ITEMS(one); i++)
        if (!attempt_is_one_token(&attempt, one[i]))
            fail_msg("'%s' is not one token", one[i]);
    for (size_t i = 0; i < N_ITEMS(others); i++)
        if (attempt_is_one_token(&attempt, others[i]))
            fail_msg("'%s' is one token", others[i]);
    attempt_release(&attempt);
}
