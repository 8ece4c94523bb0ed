/* The part around a place: functions, runs of statements, lines. */
#include "tests/support/marked.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/enclosing.h"

#include <stdlib.h>
#include <string.h>

/* The part around the mark, to be freed. */
static char *part_around(const char *text, bool *is_function)
{
    struct marked marked = marked_read(text);
    struct program program;
    tokenize_valid(&program, str_text(&marked.code));
    struct byte_range part = enclosing_part(&program.tree, str_text(&marked.code),
                                            marked.code.length, marked.start_byte, is_function);
    char *copy = mem_copy_text(str_text(&marked.code) + part.start, part.end - part.start);
    program_release(&program);
    marked_release(&marked);
    return copy;
}

static void enclosing_part__is_the_function_or_the_run_of_statements(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"def f(a):\n    return «a»\n", "def f(a):\n    return a\n"},
        {"x = 1\ndef f(a=«x»): # c\n    return a # d\ny = 2\n",
         "def f(a=x): # c\n    return a # d\n"},
        {"def f():\n    def g():\n        return «1»\n    return g\n",
         "    def g():\n        return 1\n"},
        {"def f():\n    def g():\n        return 1\n    return «g»\n",
         "def f():\n    def g():\n        return 1\n    return g\n"},
        {"class A:\n    b = 1\n    @p\n    def f(self):\n        return «self»\n\n    c = 2\n",
         "    @p\n    def f(self):\n        return self\n"},
        {"@«p»\ndef f():\n    pass\n", "@p\ndef f():\n    pass\n"},
        {"class A:\n    b = «1»\n    def f(self):\n        pass\nx = 1\n",
         "class A:\n    b = 1\n    def f(self):\n        pass\n"},
        {"@«p»\nclass A:\n    b = 1\n", "@p\nclass A:\n    b = 1\n"},
        {"import a\n\ndef f():\n    pass\n\n# first\nx = 1\n# then\ny = «x» # last\n\ndef g():\n    pass\n",
         "x = 1\n# then\ny = x # last\n"},
        {"«x» = 1\r\ny = 2\r\nclass A: pass\r\nz = 3", "x = 1\r\ny = 2\r\n"},
        {"class A: pass\nz = «3»", "z = 3"},
        {"if a:\n    def f():\n        pass\n    f(«1»)\nb = 1\n",
         "if a:\n    def f():\n        pass\n    f(1)\nb = 1\n"},
        {"x = lambda a: «a»\n", "x = lambda a: a\n"},
        {"async def f():\n    await «g»()\n", "async def f():\n    await g()\n"},
        {"x = 1; y = «2»; z = 3\n", "x = 1; y = 2; z = 3\n"},
        {"«a»", "a"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        bool is_function;
        char *part = part_around(cases[i].text, &is_function);
        assert_string_equal(part, cases[i].part);
        assert_int_equal(is_function, strstr(part, "def ") && strncmp(part, "class", 5) != 0 &&
                                          strncmp(part, "if", 2) != 0);
        free(part);
    }
}

static void enclosing_lines__are_those_that_a_token_stands_in(void **state)
{
    (void)state;
    static const struct {
        const char *text, *lines;
    } cases[] = {
        {"a\n b «c» d\ne", " b c d"},
        {"«a»", "a"},
        {"a\r\nb«»\r\nc", "b"},
        {"a\rb «c»\rd", "b c"},
        {"x = «'''a\nb'''» + 1\ny", "x = '''a\nb''' + 1"},
        {"a\n«»", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct marked marked = marked_read(cases[i].text);
        struct byte_range lines = enclosing_lines(str_text(&marked.code), marked.code.length,
                                                  marked.start_byte, marked.end_byte);
        char *copy = mem_copy_text(str_text(&marked.code) + lines.start, lines.end - lines.start);
        assert_string_equal(copy, cases[i].lines);
        free(copy);
        marked_release(&marked);
    }
}

static void enclosing_next_line__takes_every_line_end(void **state)
{
    (void)state;
    assert_int_equal(enclosing_next_line("a\nb", 3, 1), 2);
    assert_int_equal(enclosing_next_line("a\r\nb", 4, 1), 3);
    assert_int_equal(enclosing_next_line("a\rb", 3, 1), 2);
    assert_int_equal(enclosing_next_line("a\r", 2, 1), 2);
    assert_int_equal(enclosing_next_line("a", 1, 1), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enclosing_part__is_the_function_or_the_run_of_statements),
        cmocka_unit_test(enclosing_lines__are_those_that_a_token_stands_in),
        cmocka_unit_test(enclosing_next_line__takes_every_line_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
