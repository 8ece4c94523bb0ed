/* Programs have one digest exactly when their tokens are equal. */
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"
#include "tokenize/digest.h"

static void digest__is_that_of_the_tokens(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
    } cases[] = {
        {"x = 1\n", "x = 1\n"},
        {"x = 1\n", "x=1"},
        {"x = 1\n", "# nothing\n\nx  =  1 # one\r\n"},
        {"x = 1\n", "x = 2\n"},
        {"x = 1\n", "y = 1\n"},
        {"x = 1\ny = 2\n", "x = 1; y = 2\n"},
        {"x = 12\n", "x = 1, 2\n"},
        {"a, bc\n", "ab, c\n"},
        {"a not in b\n", "a not  in b\n"},
        {"a not in b\n", "a in b\n"},
        {"if a:\n  b\n", "if a:\n    b\n"},
        {"if a:\n  b\n  c\n", "if a:\n  b\nc\n"},
        {"if a: b\n", "if a:\n  b\n"},
        {"'''a\nb'''\n", "'''a\r\nb'''\n"},
        {"'''a\nb'''\n", "'''a b'''\n"},
        {"f'{a}b'\n", "f'{a}c'\n"},
        {"'a'\n", "\"a\"\n"},
        {"", "\n# nothing\n"},
        {"", "pass\n"},
    };
    struct str scratch = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct program a, b;
        struct token_edit edit;
        tokenize_valid(&a, cases[i].a);
        tokenize_valid(&b, cases[i].b);
        bool is_equal = program_difference(&a, &b, &edit) == DIFFERENCE_NONE;
        struct digest first = program_digest(&a, &scratch), second = program_digest(&b, &scratch);
        if ((digest_compare(first, second) == 0) != is_equal)
            fail_msg("case %zu: tokens are %s", i, is_equal ? "equal" : "not equal");
        program_release(&a);
        program_release(&b);
    }
    str_release(&scratch);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(digest__is_that_of_the_tokens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
