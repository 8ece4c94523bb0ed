/* Two programs have the same digest if and only if their tokens are equal. */
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/difference.h"
#include "tokenize/program.h"

TEST(digest__is_that_of_the_tokens)
{
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
    scoped(str) scratch = {0};
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) a = {0}, b = {0};
        struct token_edit edit;
        tokenize_valid(&a, cases[i].a);
        tokenize_valid(&b, cases[i].b);
        bool is_equal = program_difference(&a, &b, &edit) == DIFFERENCE_NONE;
        struct digest first = program_digest(&a, &scratch), second = program_digest(&b, &scratch);
        if ((digest_compare(first, second) == 0) != is_equal)
            fail_msg("case %zu: tokens are %s", i, is_equal ? "equal" : "not equal");
    }
}

/* Without what is around it, and without the layout at its ends. */
TEST(piece_digest__is_that_of_its_tokens)
{
    static const char class_of_two[] = "class A:\n    def f(self): # one\n        return 1\n\n"
                                       "    def g(self):\n        return 1\n";
    static const struct {
        const char *text;
        size_t start, end;
        bool is_f; /* the same tokens as those of f */
    } cases[] = {
        {"def f(self):\n  return 1\n", 0, 24, true},
        {"def f(self):\n  return 1", 0, 23, true},
        {"x = 1\ndef f(self): # two\n  return 1\ny = 2\n", 6, 36, true},
        {"def f(self):\n  return 12\n", 0, 25, false},
        {"def f(self):\n  return 1\n", 0, 23, true},  /* without the line end */
        {"def f(self):\n  return 1\n", 0, 22, false}, /* without the last token */
        {"def f(self):\n  return 1\n", 1, 24, false},
        {"def f(self): return 1\n", 0, 22, false}, /* no block */
        {"def f(self):\n  return 1\n", 5, 5, false},
    };
    scoped(str) scratch = {0};
    scoped(program) whole = tokenized(class_of_two);
    struct digest f = program_piece_digest(&whole, 9, 50, &scratch);
    struct digest g = program_piece_digest(&whole, 52, whole.length, &scratch);
    assert_int_not_equal(digest_compare(f, g), 0);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = tokenized(cases[i].text);
        struct digest piece =
            program_piece_digest(&program, cases[i].start, cases[i].end, &scratch);
        if ((digest_compare(f, piece) == 0) != cases[i].is_f)
            fail_msg("case %zu", i);
    }
}
