/* Tokens of form. */
#include "augment/form.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* The tokens that have no special form, joined by spaces, in a static buffer. */
static const char *content_of(const char *text)
{
    static struct str content;
    scoped(program) program = tokenized(text);
    str_clear(&content);
    for (size_t i = 0; i < program.tokens.n; i++)
        if (!token_is_form(&program, i)) {
            struct token_text token = program_token_text(&program, i);
            str_add_text(&content, content.length ? " " : "");
            str_add(&content, token.bytes, token.length);
        }
    return str_text(&content);
}

TEST(form__is_brackets_separators_and_layout)
{
    static const struct text_case cases[] = {
        {"a = [b, (c), {d: e}]  # comment\n", "a = b c d e"},
        {"if a.b[1:2]: pass; x = y\n", "if a b 1 2 pass x = y"},
        {"def f(a, *b) -> int:\n    return a\n", "def f a * b int return a"},
        {"for i in x:\n    if i not  in y:\n        i += -1\n",
         "for i in x if i not in y i += - 1"},
        {"a = b \\\n  + c\n\n\n", "a = b + c"},
        {"@p\nclass A(B): x: int = 1\n", "@ p class A B x int = 1"},
        {"lambda: ...\n", "lambda ..."},
        {"print >>f, 'a', `b`\n", "print >> f 'a' ` b `"},
        /* a plain string is one token, and its contents have no form; of one with
         * interpolations the quotes are */
        {"s = '(,)' + '''\n:'''\n", "s = '(,)' + '''\n:'''"},
        {"s = f'(,){x.y:>{w}}:'\n", "s = (,) x y > w :"},
        {"s = rf'''{a}'''\n", "s = a"},
        {"()\n", ""},
        {"", ""},
    };
    expect_texts(cases, N_ITEMS(cases), content_of);
}
