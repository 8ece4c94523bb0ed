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
    };
    scoped(syntax_parser) *parser = syntax_parser_new(&language_python);
    const struct lexical *lexical = syntax_parser_lexical(parser);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        enum difference difference;
        struct fragment_edit edit = {0};
        assert_true(fragment_difference(&difference, &edit, &language_python, lexical,
                                        text_of(cases[i].buggy), text_of(cases[i].fixed)));
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
    assert_false(fragment_difference(&ignored, &edit, &language_python, lexical, text_of("'"),
                                     text_of("x")));
}
