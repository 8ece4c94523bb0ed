/* All pairs of some hundred literals have the same value exactly if CPython, gcc, g++ or javac say
 * so (tests/oracle/values.py). */
#include "tests/support/jsonl.h"
#include "tests/support/programs.h"
#include "tests/support/run.h"
#include "tests/support/test.h"
#include "tokenize/same_value.h"

/* Literals that are not compared with others, or that these compilers and ours see otherwise. */
static const struct {
    const char *language, *part, *why;
} left_out[] = {
    {"c", "\\400", "larger than a byte"},
    {"cpp", "\\400", "larger than a byte"},
};

struct literal {
    struct str code; /* a program that is only the literal */
    const char *value;
    struct program program;
};

static bool is_left_out(const char *language, const char *literal)
{
    for (size_t i = 0; i < N_ITEMS(left_out); i++)
        if (strcmp(left_out[i].language, language) == 0 && strstr(literal, left_out[i].part))
            return true;
    return false;
}

static void expect_agreement(const char *name, size_t n_least)
{
    const struct language *language = language_find(name);
    const char *dialect = strcmp(name, "python") == 0 ? "3" : NULL;
    scoped(lexical) *lexical = lexical_new(language);
    scoped(str) output = {0};
    scoped_array ARRAY(struct literal) list = {0};
    scoped_array ARRAY(struct json *) rows = {0};
    char *rest = NULL;
    run_valid(&output, "python3 tests/oracle/values.py %s", name);
    for (char *line = strtok_r(output.text, "\n", &rest); line;
         line = strtok_r(NULL, "\n", &rest)) {
        array_push(&rows, json_of(line));
        const struct json *row = rows.items[rows.n - 1];
        const char *text = jsonl_text(row, "literal");
        struct literal literal = {.value = jsonl_text(row, "value")};
        if (is_left_out(name, text))
            continue;
        str_add_text(&literal.code, text);
        if (!program_tokenize(&literal.program, lexical, literal.code.text, literal.code.length) ||
            literal.program.tokens.items[0].end_byte != literal.code.length)
            fail_msg("%s is not a token", text);
        array_push(&list, literal);
    }
    int n_wrong = 0;
    for (size_t i = 0; i < list.n; i++)
        for (size_t j = 0; j < i; j++) {
            const struct literal *a = &list.items[i], *b = &list.items[j];
            bool ours = tokens_have_same_value(&a->program, 0, &b->program, 0, dialect);
            if (ours != (strcmp(a->value, b->value) == 0) && n_wrong++ < 200)
                print_error("%s: %s and %s: %s, but %s and %s\n", name, a->code.text, b->code.text,
                            ours ? "the same" : "different", a->value, b->value);
        }
    assert_int_equal(n_wrong, 0);
    assert_true(list.n >= n_least);
    for (size_t i = 0; i < list.n; i++) {
        program_release(&list.items[i].program);
        str_release(&list.items[i].code);
    }
    for (size_t i = 0; i < rows.n; i++)
        json_free(rows.items[i]);
}

TEST(same_value__is_what_the_compilers_say)
{
    if (!has_python("values of literals in Python"))
        skip();
    expect_agreement("python", 900);
    if (has_program("gcc", "values of literals in C"))
        expect_agreement("c", 500);
    if (has_program("g++", "values of literals in C++"))
        expect_agreement("cpp", 700);
    if (has_program("javac", "values of literals in Java"))
        expect_agreement("java", 400);
}
