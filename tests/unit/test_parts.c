/* The parts of a program. */
#include "augment/parts.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* The parts, "kind: text|" each; in a static buffer. */
static const char *parts_of(const char *text)
{
    static struct str shown;
    scoped(program_parts) parts = {0};
    scoped(program) program = tokenized(text);
    parts_find(&parts, &program);
    str_clear(&shown);
    for (size_t i = 0; i < parts.list.n; i++) {
        const struct program_part *part = &parts.list.items[i];
        str_print(&shown, "%s: ", part_kind_name(part->kind));
        str_add(&shown, text + part->bytes.start, part->bytes.end - part->bytes.start);
        str_add_text(&shown, "|");
    }
    return str_text(&shown);
}

TEST(parts__are_functions_runs_and_classes)
{
    static const struct text_case cases[] = {
        {"", ""},
        {"a = 1\nb = 2\n", "code: a = 1\nb = 2\n|"},
        {"a = 1\ndef f():\n    pass\nb = 2\n",
         "code: a = 1\n|function: def f():\n    pass\n|code: b = 2\n|"},
        {"@p\ndef f():\n    pass\n", "function: @p\ndef f():\n    pass\n|"},
        {"def f():\n    def g(): pass\n    g()\n",
         "function: def f():\n    def g(): pass\n    g()\n|function:     def g(): pass\n|"},
        {"class A:\n    b = 1\n    def f(self):\n        pass\n",
         "code: class A:\n    b = 1\n    def f(self):\n        pass\n|"
         "function:     def f(self):\n        pass\n|"},
        {"def f(): pass\n\ndef f(): pass\n",
         "function: def f(): pass\n|function: def f(): pass\n|"},
        {"# only a comment\n", ""},
    };
    expect_texts(cases, N_ITEMS(cases), parts_of);
}

TEST(part_kinds__have_names)
{
    assert_string_equal(part_kind_name(PART_PROGRAM), "program");
    assert_string_equal(part_kind_name(PART_FUNCTION), "function");
    assert_string_equal(part_kind_name(PART_CODE), "code");
}
