/* Hostile programs: deep, long, cut off, or not text. Each is mined as a pair that differs only in
 * its last line, with little memory and time, and with a known outcome; those in Python are cut
 * into tokens, too. Those in C++ and Java that do not parse are fixes all the same, except in
 * Java. */
#include "tests/support/codenet.h"
#include "tests/support/test.h"
#include "tokenize/languages/language.h"

enum { MILLION = 1000000 };

/* A program: `n` times `before`, the middle, `n` times `after`. */
static const struct hostile {
    const char *name, *start, *before, *middle, *after;
    size_t n;
    const char *problem; /* what `diff --tokens` says, or NULL */
    /* Of a pair whose last line, which differs, is parsed: more than 1,024 tokens, or fewer. */
    enum { REFUSED, LONG, SHORT } kind;
} in_python[] = {
    {"brackets", "x = ", "[", "1", "]", MILLION, "too many brackets", REFUSED},
    {"brackets at their limit", "x = ", "[", "1", "]", 200, NULL, SHORT},
    {"brackets beyond it", "x = ", "[", "1", "]", 201, "too many brackets", REFUSED},
    {"parentheses", "x = ", "(", "1", ")", MILLION, "too many brackets", REFUSED},
    {"parentheses at their limit", "x = ", "(", "1", ")", 200, NULL, SHORT},
    {"indices at their limit", "x = a", "[a", "", "]", 200, NULL, SHORT},
    {"indices that parse", "x = a", "[a]", "", "", 9000, NULL, LONG},
    {"calls that parse", "x = a", "()", "", "", 14000, NULL, LONG},
    {"f-strings", "x = ", "f'{", "1", "}'", MILLION, "too many brackets", REFUSED},
    {"f-strings at their limit", "x = ", "f'{", "1", "}'", 149, NULL, SHORT},
    {"f-strings beyond it", "x = ", "f'{", "1", "}'", 150, "too many brackets", REFUSED},
    {"not", "x = ", "not ", "1", "", MILLION, "more than 500000 tokens", REFUSED},
    {"not that parses", "x = ", "not ", "1", "", 29000, NULL, LONG},
    {"lambda", "x = ", "lambda: ", "1", "", MILLION, "more than 500000 tokens", REFUSED},
    {"lambda that parses", "x = ", "lambda: ", "1", "", 14000, NULL, LONG},
    {"minus", "x = ", "-", "1", "", MILLION, "more than 500000 tokens", REFUSED},
    {"minus that parses", "x = ", "-", "1", "", 29000, NULL, LONG},
    {"if and else", "x = ", "1 if 1 else ", "1", "", MILLION, "more than 500000 tokens", REFUSED},
    {"if and else that parse", "x = ", "1 if 1 else ", "1", "", 7000, NULL, LONG},
    {"elif that parses", "if 1: pass", "\nelif 1: pass", "", "", 7000, NULL, LONG},
    {"a million tokens", "", "x = 1\n", "", "", MILLION / 4, "more than 500000 tokens", REFUSED},
    {"open brackets", "", "([{", "", "", 9000, "too many brackets", REFUSED},
    {"closing brackets", "", ") ", "", "", 29000, "that closes none", REFUSED},
    {"open strings", "", "f'{\"", "", "", 7000, "too many brackets", REFUSED},
    {"words without sense", "", "if lambda ", "", "", 14000, "does not parse", LONG},
    {"a line with many meanings", "", "_ as case := ", "1", "", 60000, "minutes to parse", LONG},
    {"lines with many meanings", "", "_ as case := _ as case := _ as case := _ as case := 1\n", "",
     "", 5000, NULL, LONG},
    {"definitions without a colon", "", "def f(\n x\n)\n", "", "", 60000, "minutes to parse", LONG},
    {"a million digits", "x = ", "9", "", "", MILLION, NULL, SHORT},
    {"a string", "x = '", "a", "'", "", MILLION, NULL, SHORT},
    {"a comment", "#", "a", "", "", MILLION, NULL, SHORT},
    {"blank lines", "", "\n", "", "", MILLION, NULL, SHORT},
    {"carriage returns", "", "\r", "", "", MILLION, NULL, SHORT},
    {"line continuations", "x = 1", " \\\n", "", "", 4000, NULL, SHORT},
    {"line continuations without end", "x = 1", "                              \\\n", "", "", 29000,
     "minutes to parse", SHORT},
    {"comments that end a block", "if 1:\n  x\n", "#\n", "", "", 4000, NULL, SHORT},
    {"blanks", "if 1:\n", " ", "pass", "", MILLION, NULL, SHORT},
    {"comments in a block", "if 1:\n  x\n", "  #aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\n", "", "",
     14000, "minutes to parse", SHORT},
    {"a lone surrogate", "x = '\xed\xa0\x80'", "", "", "", 1, "is not UTF-8", REFUSED},
    {"CESU-8", "x = '\xed\xa0\xbd\xed\xb8\x80'", "", "", "", 1, "is not UTF-8", REFUSED},
    {"an overlong slash", "x = '\xc0\xaf'", "", "", "", 1, "is not UTF-8", REFUSED},
    {"beyond Unicode", "x = '\xf4\x90\x80\x80'", "", "", "", 1, "is not UTF-8", REFUSED},
};

static const struct hostile_c {
    const char *name, *start, *before, *middle, *after;
    size_t n;
    const char *outcome, *in_java; /* `fix`, or the reason of the reject */
} in_c[] = {
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

static void write_program(const char *path, const char *const texts[4], size_t n,
                          const char *last_line, int last)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fputs(texts[0], file);
    bounded_repeat(file, texts[1], n);
    fputs(texts[2], file);
    bounded_repeat(file, texts[3], n);
    fprintf(file, last_line, last);
    bounded_close(file);
}

#define TEXTS(program)                                                             \
    ((const char *const[]){(program)->start, (program)->before, (program)->middle, \
                           (program)->after})

/* Adds a problem with a pair of programs. */
static void add_pair(const char *tree, size_t number, const struct language *language,
                     const char *const texts[4], size_t n, const char *last_line)
{
    scoped(str) rows = {0};
    const char *id = printed("p%05zu", number);
    str_add_text(&rows, CODENET_HEADER);
    str_print(&rows, "s1,%s,u,1,%s,,%s,Wrong Answer,0,0,0,\ns2,%s,u,2,%s,,%s,Accepted,0,0,0,\n", id,
              language->codenet_name, language->extension, id, language->codenet_name,
              language->extension);
    codenet_add_text(tree, printed("metadata/%s.csv", id), str_text(&rows));
    for (int side = 1; side <= 2; side++) {
        scoped(str) path = str_of("data/p%05zu/%s/s%d.%s", number, language->codenet_name, side,
                                  language->extension);
        codenet_add_text(tree, str_text(&path), "");
        write_program(printed("%s/%s", tree, str_text(&path)), texts, n, last_line, side);
    }
}

TEST(hostile_programs__are_cut_or_refused)
{
    scoped(str) output = {0};
    for (size_t i = 0; i < N_ITEMS(in_python); i++) {
        const struct hostile *program = &in_python[i];
        write_program(scratch_path("program.py"), TEXTS(program), program->n, "\ny = %d\n", 1);
        int status = run_bounded(&output, program->name, 100,
                                 "\"$TOKFIX\" diff --tokens \"$SCRATCH/program.py\"");
        if (status != (program->problem ? 1 : 0) ||
            (program->problem && !strstr(str_text(&output), program->problem)))
            fail_msg("%s: exit status %d: %.300s", program->name, status, str_text(&output));
    }
}

static void check_mining(const char *options, int shortest)
{
    scoped(str) output = {0}, expected = {0};
    assert_int_equal(
        run_bounded(&output, options, 300,
                    "\"$TOKFIX\" mine \"$SCRATCH/tree\" -j 2 --force -o \"$SCRATCH/db\" "
                    "--max-bytes 20000000 %s",
                    options),
        0);
    for (size_t i = 0; i < N_ITEMS(in_python); i++)
        if ((int)in_python[i].kind >= shortest)
            str_print(&expected, "p%05zu\n", i);
    run_valid(&output,
              "sqlite3 \"$SCRATCH/db\" 'select problem_id from problem_languages where n_fixes = 1 "
              "order by 1'");
    assert_string_equal(str_text(&output), str_text(&expected));
    run_valid(&output,
              "sqlite3 \"$SCRATCH/db\" 'select (select count(*) from fixes) + sum(n_pairs) "
              "from rejects'");
    assert_int_equal(atoi(str_text(&output)), N_ITEMS(in_python)); /* the others have a reason */
}

TEST(hostile_programs__are_mined)
{
    const char *tree = codenet_make("tree");
    for (size_t i = 0; i < N_ITEMS(in_python); i++)
        add_pair(tree, i, &language_python, TEXTS(&in_python[i]), in_python[i].n, "\ny = %d\n");
    check_mining("--max-tokens 1024", SHORT);
    check_mining("-j 2", LONG);
}

/* The time grows with the length of an expression, not with its square. */
TEST(hostile_programs__are_changed)
{
    static const char *const before[] = {"a + ", "a < 3 and ", "a."};
    static const char *const commands[] = {"dedup", "mutate", "rewrite -o \"$SCRATCH/new.db\""};
    scoped(str) output = {0};
    const char *tree = codenet_make("deep");
    for (size_t i = 0; i < N_ITEMS(before); i++)
        add_pair(tree, i, &language_python,
                 (const char *const[]){"a = 1\nif ", before[i], "a < 3: pass", ""}, 40000,
                 "\ny = %d\n");
    run_valid(&output, "\"$TOKFIX\" mine \"$SCRATCH/deep\" -q -o \"$SCRATCH/deep.db\"");
    for (size_t i = 0; i < N_ITEMS(commands); i++)
        assert_int_equal(run_bounded(&output, commands[i], 400,
                                     "timeout 60 \"$TOKFIX\" %s \"$SCRATCH/deep.db\"", commands[i]),
                         0);
    run_valid(&output, "sqlite3 \"$SCRATCH/new.db\" 'select count(*) from fixes'");
    assert_true(atoi(str_text(&output)) > 0);
}

static void check_language(const struct language *language)
{
    scoped(str) output = {0}, expected = {0};
    const char *tree = codenet_make(language->name);
    for (size_t i = 0; i < N_ITEMS(in_c); i++)
        add_pair(tree, i, language, TEXTS(&in_c[i]), in_c[i].n, "\nint y = %d;\n");
    int status = run_bounded(&output, language->name, 900,
                             "\"$TOKFIX\" mine \"$SCRATCH/%s\" --language %s -j 2 --force -o "
                             "\"$SCRATCH/%s.db\" --max-bytes 100000000",
                             language->name, language->name, language->name);
    if (status != 0)
        fail_msg("%s: exit status %d: %.500s", language->name, status, str_text(&output));
    for (size_t i = 0; i < N_ITEMS(in_c); i++)
        str_print(&expected, "%s|%s\n", in_c[i].name,
                  language == &language_java ? in_c[i].in_java : in_c[i].outcome);
    str_clear(&output);
    for (size_t i = 0; i < N_ITEMS(in_c); i++) {
        scoped(str) one = {0};
        run_valid(&one,
                  "sqlite3 \"$SCRATCH/%s.db\" \"select coalesce((select reason from "
                  "problem_rejects where problem_id = 'p%05zu'), 'fix')\"",
                  language->name, i);
        str_print(&output, "%s|%s", in_c[i].name, str_text(&one));
    }
    assert_string_equal(str_text(&output), str_text(&expected));
}

TEST(hostile_programs__in_cpp_and_java_are_mined)
{
    check_language(&language_cpp);
    check_language(&language_java);
}
