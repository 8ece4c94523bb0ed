/* The part around a place: functions, runs of statements, lines. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/enclosing.h"

struct only_runs {
    struct lexical *lexical;
    int n;
};

/* The part around the mark, to be freed. */
static char *part_around(const char *text, bool *is_function)
{
    scoped(marked) marked = marked_read(text);
    scoped(program) program = tokenized(str_text(&marked.code));
    struct byte_range part = enclosing_part(&program.tree, str_text(&marked.code),
                                            marked.code.length, marked.start_byte, is_function);
    char *copy = mem_copy_text(str_text(&marked.code) + part.start, part.end - part.start);
    return copy;
}

TEST(enclosing_part__is_the_function_or_the_run_of_statements)
{
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
        {"import a\n\ndef f():\n    pass\n\n# first\nx = 1\n# then\ny = «x» # last\n\ndef g():\n"
         "    pass\n",
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
        scoped_memory char *part = part_around(cases[i].text, &is_function);
        assert_string_equal(part, cases[i].part);
        assert_int_equal(is_function, strstr(part, "def ") && strncmp(part, "class", 5) != 0 &&
                                          strncmp(part, "if", 2) != 0);
    }
}

/* Programs without definitions: the light scan finds what the tree has. */
static void check_only_run(const struct corpus_source *source, void *context)
{
    struct only_runs *runs = context;
    scoped(program) program = {0};
    struct byte_range scanned;
    bool is_function;
    if (tokenize_bytes(&program, source->text, source->length) && program.tokens.n &&
        enclosing_only_run(runs->lexical, source->text, source->length, &scanned)) {
        struct byte_range parsed =
            enclosing_part(&program.tree, source->text, source->length,
                           program.tokens.items[program.tokens.n / 2].start_byte, &is_function);
        if (scanned.start != parsed.start || scanned.end != parsed.end || is_function)
            fail_msg("%s: bytes %zu to %zu by the scan, %zu to %zu by the tree", source->path,
                     scanned.start, scanned.end, parsed.start, parsed.end);
        runs->n++;
    }
}

TEST(enclosing_only_run__is_that_of_the_tree)
{
    struct only_runs runs = {lexical_new(&language_python), 0};
    corpus_visit(check_only_run, &runs);
    assert_true(runs.n > 50);
    printf("note: %d real programs are one run of statements\n", runs.n);
    lexical_free(runs.lexical);
}

TEST(enclosing_only_run__leaves_definitions_to_the_tree)
{
    static const struct {
        const char *text, *part; /* NULL: only a parse can tell */
    } cases[] = {
        {"# a\n\nx = 1 # def\ny = 'class' # b\n# c\n", "x = 1 # def\ny = 'class' # b\n"},
        {"x = defined; y = 2;", "x = defined; y = 2;"},
        {"x = 1\rclassy = 2\r", "x = 1\rclassy = 2\r"},
        {"def f(): pass\n", NULL},
        {"x = 1\nclass A: pass\n", NULL},
        {"if x:\n    async def f(): pass\n", NULL},
        {"x = lambda: 1\n", "x = lambda: 1\n"},
        {"# only a comment\n", NULL},
        {"", NULL},
        {"x = 'open", NULL},
    };
    scoped(lexical) *lexical = lexical_new(&language_python);
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        struct byte_range part;
        size_t length = strlen(cases[i].text);
        bool is_told = enclosing_only_run(lexical, cases[i].text, length, &part);
        assert_int_equal(is_told, cases[i].part != NULL);
        if (is_told) {
            scoped_memory char *copy =
                mem_copy_text(cases[i].text + part.start, part.end - part.start);
            assert_string_equal(copy, cases[i].part);
        }
    }
}

TEST(enclosing_lines__are_those_around_a_token)
{
    static const struct text_case cases[] = {
        {"a\n b «c» d\ne", " b c d"},
        {"«a»", "a"},
        {"a\r\nb«»\r\nc", "b"},
        {"a\rb «c»\rd", "b c"},
        {"x = «'''a\nb'''» + 1\ny", "x = '''a\nb''' + 1"},
        {"a\n«»", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(marked) marked = marked_read(cases[i].given);
        struct byte_range lines = enclosing_lines(str_text(&marked.code), marked.code.length,
                                                  marked.start_byte, marked.end_byte);
        scoped_memory char *copy =
            mem_copy_text(str_text(&marked.code) + lines.start, lines.end - lines.start);
        assert_string_equal(copy, cases[i].expected);
    }
}

TEST(enclosing_next_line__takes_every_line_end)
{
    assert_int_equal(enclosing_next_line("a\nb", 3, 1), 2);
    assert_int_equal(enclosing_next_line("a\r\nb", 4, 1), 3);
    assert_int_equal(enclosing_next_line("a\rb", 3, 1), 2);
    assert_int_equal(enclosing_next_line("a\r", 2, 1), 2);
    assert_int_equal(enclosing_next_line("a", 1, 1), 1);
}
