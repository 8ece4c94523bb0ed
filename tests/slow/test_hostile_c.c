/* Hostile programs in C, C++ and Java: deep, long, cut off, or not text. Each is mined as a pair
 * that differs only in its last line, with little memory and time, and with a known outcome. A
 * program that does not parse is a fix all the same, except in Java. */
#include "tests/support/codenet.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

enum { MILLION = 1000000 };

/* A program: `n` times `before`, the middle, `n` times `after`. */
static const struct hostile {
    const char *name, *start, *before, *middle, *after;
    size_t n;
    const char *outcome, *in_java; /* `fix`, or the reason of the reject */
} programs[] = {
    {"nested braces", "void f() ", "{", "", "}", MILLION, "fix", "too_many_tokens"},
    {"open braces", "void f() ", "{", "", "", MILLION, "fix", "too_many_tokens"},
    {"closing braces", "", "}", "", "", MILLION, "fix", "too_many_tokens"},
    {"parentheses", "int x = ", "(", "1", ")", MILLION, "fix", "too_many_tokens"},
    {"templates", "", "a<", "b", ">", MILLION / 4, "fix", "too_many_tokens"},
    {"types", "", "long ", "x;", "", MILLION, "fix", "too_many_tokens"},
    {"a run over lines", "", "long\n", "x;", "", MILLION, "fix", "too_many_tokens"},
    {"an open comment", "/*", "a", "", "", MILLION, "unclosed_string", "unclosed_string"},
    {"open comments", "", "/*", "", "", MILLION, "unclosed_string", "unclosed_string"},
    {"comments", "", "/**/", "", "", MILLION, "fix", "too_many_tokens"},
    {"an open string", "x = \"", "a", "", "", MILLION, "unclosed_string", "unclosed_string"},
    {"an open character", "x = '", "a", "", "", MILLION, "unclosed_string", "unclosed_string"},
    {"a long line", "x = \"", "a", "\";", "", 50 * MILLION, "fix", "fix"},
    {"splices", "int x = 1", "\\\n", ";", "", MILLION, "fix", "stray_character"},
    {"splices in a word", "int ", "x\\\n", "x;", "", MILLION, "fix", "stray_character"},
    {"splices in a comment", "//", "a\\\n", "\n", "", MILLION, "fix", "stray_character"},
    {"directives", "", "#define A {\n", "", "", MILLION / 4, "fix", "stray_character"},
    {"conditions", "", "#if A\n", "", "#endif\n", MILLION / 4, "fix", "stray_character"},
    {"tests of headers", "#if ", "__has_include(<", "\n", "", MILLION / 10, "fix",
     "stray_character"},
    {"an open header", "#include <", "a", "\n", "", MILLION, "fix", "stray_character"},
    {"numbers", "x = ", "1'", "1;", "", MILLION, "fix", "too_many_tokens"},
    {"Latin-1 in comments", "//", "\xe9", "\n", "", MILLION, "fix", "fix"},
    {"Latin-1 in words", "int ", "\xe9", ";", "", MILLION, "encoding", "encoding"},
    {"not of any encoding", "x = \"", "\xff\xfe\x80", "\";", "", MILLION, "fix", "fix"},
    {"carriage returns", "", "\r", "", "", MILLION, "fix", "fix"},
    {"operators", "x = 1", "+", "1;", "", MILLION, "fix", "too_many_tokens"},
    {"backslashes", "x = \"", "\\\\", "\";", "", MILLION, "fix", "fix"},
};

static void write_program(const struct hostile *program, const char *path, int last)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(program->start, file);
    bounded_repeat(file, program->before, program->n);
    fputs(program->middle, file);
    bounded_repeat(file, program->after, program->n);
    fprintf(file, "\nint y = %d;\n", last);
    bounded_close(file);
}

/* A problem for each program, with its pair. */
static void make_tree(const char *tree, const struct language *language)
{
    for (size_t i = 0; i < N_ITEMS(programs); i++) {
        scoped(str) rows = {0};
        const char *id = printed("p%05zu", i);
        str_add_text(&rows, CODENET_HEADER);
        str_print(&rows, "s1,%s,u,1,%s,,%s,Wrong Answer,0,0,0,\n", id, language->codenet_name,
                  language->extension);
        str_print(&rows, "s2,%s,u,2,%s,,%s,Accepted,0,0,0,\n", id, language->codenet_name,
                  language->extension);
        codenet_add_text(tree, printed("metadata/%s.csv", id), str_text(&rows));
        for (int side = 1; side <= 2; side++) {
            scoped(str) path = str_of("data/p%05zu/%s/s%d.%s", i, language->codenet_name, side,
                                      language->extension);
            codenet_add_text(tree, str_text(&path), "");
            write_program(&programs[i], printed("%s/%s", tree, str_text(&path)), side);
        }
    }
}

static void check_language(const struct language *language)
{
    scoped(str) output = {0}, expected = {0};
    const char *tree = codenet_make(language->name);
    make_tree(tree, language);
    int status = run_bounded(&output, language->name, 900,
                             "\"$TOKFIX\" mine \"$SCRATCH/%s\" --language %s -j 2 --force -o "
                             "\"$SCRATCH/%s.db\" --max-bytes 100000000",
                             language->name, language->name, language->name);
    if (status != 0)
        fail_msg("%s: exit status %d: %.500s", language->name, status, str_text(&output));
    for (size_t i = 0; i < N_ITEMS(programs); i++)
        str_print(&expected, "%s|%s\n", programs[i].name,
                  language == &language_java ? programs[i].in_java : programs[i].outcome);
    str_clear(&output);
    for (size_t i = 0; i < N_ITEMS(programs); i++) {
        scoped(str) one = {0};
        run_valid(&one,
                  "sqlite3 \"$SCRATCH/%s.db\" \"select coalesce((select reason from "
                  "problem_rejects where problem_id = 'p%05zu'), 'fix')\"",
                  language->name, i);
        str_print(&output, "%s|%s", programs[i].name, str_text(&one));
    }
    assert_string_equal(str_text(&output), str_text(&expected));
}

TEST(hostile_cpp__is_mined)
{
    check_language(&language_cpp);
}

TEST(hostile_java__is_mined)
{
    check_language(&language_java);
}
