/* Programs without their comments. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/comments.h"

#include <stdio.h>

/* Returns the program without its comments, in a static buffer, after checking that it has none,
 * and that its tokens are the same. Returns NULL if it cannot be cut into tokens. */
static const struct str *leave_out(const struct lexical *lexical, const char *source, size_t length)
{
    static struct str rest;
    const struct language *language = lexical->language;
    scoped(comments) comments = {0}, others = {0};
    scoped(program) before = {0}, after = {0};
    if (!program_tokenize(&before, lexical, source, length))
        return NULL;
    str_clear(&rest);
    assert_true(comments_find(&comments, lexical, source, length));
    comments_plan(&comments, language, source, length);
    comments_write_rest(&rest, &comments, source, length);
    assert_true(comments_find(&others, lexical, str_text(&rest), rest.length));
    comments_plan(&others, language, str_text(&rest), rest.length);
    assert_int_equal(others.cuts.n, 0);
    assert_true(program_tokenize(&after, lexical, str_text(&rest), rest.length));
    if (before.tokens.n != after.tokens.n)
        fail_msg("%.*s\nbecomes\n%s", (int)length, source, str_text(&rest));
    for (size_t i = 0; i < before.tokens.n; i++) {
        assert_true(program_tokens_equal(&before, i, &after, i));
        assert_int_equal(comments_rest_byte(&comments, before.tokens.items[i].start_byte),
                         after.tokens.items[i].start_byte);
        if (!before.tokens.items[i].joined)
            assert_int_equal(comments_rest_byte(&comments, before.tokens.items[i].end_byte),
                             after.tokens.items[i].end_byte);
    }
    return &rest;
}

TEST(comments__are_left_out_and_tokens_stay)
{
    static const struct {
        const struct language *language;
        const char *source, *rest;
    } cases[] = {
        {&language_python, "", ""},
        {&language_python, "# TLE", ""},
        {&language_python, "a = 1  # AC\nb\n", "a = 1\nb\n"},
        {&language_python, "if a:\n    # one\n        # two\r\n    b # c", "if a:\n    b"},
        {&language_python, "\n# a\n\nb\n", "\n\nb\n"},
        {&language_python, "a = '# b' # c\n", "a = '# b'\n"},
        {&language_python, "\"\"\"# a\"\"\"\nf'{a # b\n}'\n", "\"\"\"# a\"\"\"\nf'{a\n}'\n"},
        {&language_python, "a = (b not # c\n  in d)\n", "a = (b not\n  in d)\n"},
        {&language_python, "#!/bin/python # a\n# -*- coding: utf-8 -*-\n#!b\nc\n",
         "#!/bin/python # a\n# -*- coding: utf-8 -*-\nc\n"},
        {&language_python, "a\n\n#!/bin/python\n# coding: utf-8\nb\n", "a\n\nb\n"},
        {&language_python, "a \\\n # b", "a \\\n "},
        {&language_python, "a \\\n # b\n", "a \\\n\n"},
        {&language_c, "int/**/a;/*b*/", "int a;"},
        {&language_c, "f(a /* b */, /* c */ d/* e */);\n", "f(a , d );\n"},
        {&language_c, "  /* a\n b */ int c; // d\n// e\n /* f */ // g\r\n/* h */\n", "  int c;\n"},
        {&language_c, "// a \\\n b\nint c;", "int c;"},
        {&language_c, "#define A/* a */(b) /* c\n */ + \\\n  // d\nint e;\n",
         "#define A (b) + \\\n\nint e;\n"},
        {&language_c, "#if 0 // a\ndon't /* b */ \"/* c */\" // \"d\n#endif // e\nf;\n",
         "#if 0\ndon't /* b */ \"/* c */\" // \"d\n#endif\nf;\n"},
        {&language_c, "#if 0\nint a; // b\n/* c */\n#endif\n", "#if 0\nint a;\n#endif\n"},
        {&language_c, "unsigned/* a */long /* b */ long c;", "unsigned long long c;"},
        {&language_c, "char *a = \"// b\"; int c = '\"'/'\"'; /\\\n/ d\n",
         "char *a = \"// b\"; int c = '\"'/'\"';\n"},
        {&language_cpp, "auto a = R\"(/* b */)\"; // c\n", "auto a = R\"(/* b */)\";\n"},
        {&language_cpp, "#include <a//b> // c\n", "#include <a//b>\n"},
        {&language_java, "/** a */\nclass B { /* c */ } // d", "class B { }"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        scoped(lexical) *lexical = lexical_new(cases[i].language);
        const char *source = cases[i].source;
        const struct str *rest = leave_out(lexical, source, strlen(source));
        assert_non_null(rest);
        assert_string_equal(str_text(rest), cases[i].rest);
    }
}

/* Databases may come from anywhere, so a fix may say that it is in a comment. */
TEST(comments__leave_every_byte_inside_the_rest)
{
    static const char source[] = "# one\na = 1  # two\n  # three\n\nb\n# four";
    scoped(lexical) *lexical = lexical_new(&language_python);
    const struct str *rest = leave_out(lexical, source, strlen(source));
    scoped(comments) comments = {0};
    size_t last = 0;
    assert_true(comments_find(&comments, lexical, source, strlen(source)));
    comments_plan(&comments, &language_python, source, strlen(source));
    for (size_t byte = 0; byte <= strlen(source); byte++) {
        size_t rest_byte = comments_rest_byte(&comments, byte);
        assert_true(last <= rest_byte && rest_byte <= rest->length);
        last = rest_byte;
    }
    assert_int_equal(last, rest->length);
}

struct visited {
    const struct lexical *lexical;
    size_t n, n_shorter, n_without_tokens;
};

static void visit(const struct corpus_source *source, void *context)
{
    struct visited *visited = context;
    const struct str *rest = leave_out(visited->lexical, source->text, source->length);
    visited->n++;
    visited->n_without_tokens += !rest;
    visited->n_shorter += rest && rest->length < source->length;
}

TEST(comments__are_left_out_of_real_programs)
{
    for (int i = 0; languages[i]; i++) {
        scoped(lexical) *lexical = lexical_new(languages[i]);
        struct visited visited = {.lexical = lexical};
        if (i == 0)
            corpus_visit(visit, &visited);
        else
            corpus_visit_language(languages[i], visit, &visited);
        printf("note: %s: %zu programs, %zu with comments, %zu without tokens\n",
               languages[i]->name, visited.n, visited.n_shorter, visited.n_without_tokens);
    }
}
