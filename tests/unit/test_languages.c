/* The tables of languages say all that the engine reads, in the words of the grammars; and the
 * programs that run a language are chosen by dialect, judge and code. How programs of each language
 * are read is in tests/cases/python.case and its neighbours. */
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/languages/file_path.h"
#include "verify/command_words.h"

#include <unistd.h>

TEST(languages__say_all_that_the_engine_reads)
{
    assert_ptr_equal(languages[0], language_find(LANGUAGE_DEFAULT));
    assert_ptr_equal(language_of_nbf(), &language_python);
    for (size_t i = 0; languages[i]; i++) {
        const struct language *it = languages[i];
        unsigned n_names = 0;
        assert_ptr_equal(language_find(it->name), it);
        assert_ptr_equal(language_of_judge(~0u, it->codenet_name), it);
        assert_true(it->extension[0] && it->extension[0] != '.' && it->grammar_name[0]);
        assert_in_range(syntax_grammar_abi(it), 13, 15);
        assert_int_equal(strlen(it->tokens.opening), strlen(it->tokens.closing));
        if (!it->dialects->names)
            continue;
        while (it->dialects->names[n_names])
            n_names++;
        /* one name a set, or one a dialect if only the metadata says which it is */
        assert_int_equal(n_names, it->dialects->all - (it->dialects->rules ? 0 : 1));
    }
}

static bool has_kind(const struct language *language, const char *name)
{
    uint16_t kind = 0, n = syntax_kind_count(language);
    while (kind < n && strcmp(syntax_kind_name(language, kind), name) != 0)
        kind++;
    return kind < n;
}

static bool has_field(const struct language *language, const char *name)
{
    const char *known;
    uint16_t field = 1;
    while ((known = syntax_field_name(language, field)) && strcmp(known, name) != 0)
        field++;
    return known;
}

/* Rules that C, C++ and Java share name kinds that not each of their grammars has. */
static void expect_in_grammar(const struct language *language, const char *name,
                              bool (*has)(const struct language *language, const char *name))
{
    bool is_there = !name || has(language, name);
    for (int i = 1; language != &language_python && languages[i]; i++)
        is_there = is_there || has(languages[i], name);
    if (!is_there)
        fail_msg("%s: the grammar has no '%s'", language->name, name);
}

static void expect_kind(const struct language *language, const char *name)
{
    expect_in_grammar(language, name, has_kind);
}

static void expect_field(const struct language *language, const char *name)
{
    expect_in_grammar(language, name, has_field);
}

static void expect_kinds(const struct language *language, const char *const *names)
{
    for (; names && *names; names++)
        expect_kind(language, *names);
}

TEST(languages__name_only_kinds_and_fields_of_their_grammars)
{
    for (int i = 0; languages[i]; i++) {
        const struct language *it = languages[i];
        expect_kinds(it, it->skipped_kinds);
        expect_kind(it, it->roles.identifier_kind);
        expect_kind(it, it->roles.call_kind);
        expect_kind(it, it->roles.attribute_kind);
        expect_kind(it, it->roles.type_kind);
        expect_field(it, it->roles.call_function_field);
        expect_field(it, it->roles.attribute_object_field);
        expect_field(it, it->roles.attribute_name_field);
        for (const struct operator_rule *rule = it->categories.operators; rule->parent; rule++) {
            expect_kind(it, rule->parent);
            expect_kind(it, rule->kind);
        }
        for (const struct role_rule *rule = it->roles.rules; rule->parent; rule++) {
            expect_kind(it, rule->parent);
            expect_field(it, rule->field);
            expect_kind(it, rule->grandparent);
        }
        for (const struct literal_rule *rule = it->categories.literals; rule->kind; rule++)
            expect_kind(it, rule->kind);
        for (unsigned k = 0; it->dialects->rules && it->dialects->rules[k]; k++)
            for (const struct dialect_rule *rule = it->dialects->rules[k]; rule->kind; rule++) {
                expect_kind(it, rule->kind);
                expect_kind(it, rule->parent);
            }
    }
}

static bool is_listed(const char *const *texts, const char *text)
{
    while (*texts && strcmp(*texts, text) != 0)
        texts++;
    return *texts;
}

/* Of the kinds without a name, those that begin with a letter are words, and the others signs. */
TEST(python__has_the_signs_and_the_words_of_its_grammar)
{
    static const char *const soft[] = {"print", "exec", "match",      "case",
                                       "type",  "_",    "__future__", NULL};
    const struct language *python = &language_python;
    for (uint16_t kind = 1; kind < syntax_kind_count(python); kind++) {
        const char *name = syntax_kind_name(python, kind);
        bool is_word = name[0] == '_' || ((name[0] | 32) >= 'a' && (name[0] | 32) <= 'z');
        bool is_joined = is_word && strpbrk(name, " *");
        bool is_known = is_word
                            ? is_listed(python->tokens.keywords, name) || is_listed(soft, name) ||
                                  is_listed(python->tokens.joined, name)
                            : (strlen(name) == 1 && strchr(python->tokens.signs, *name)) ||
                                  is_listed(python->tokens.compounds, name);
        if (!syntax_kind_is_named(python, kind) && name[0] != python->tokens.escape && !is_known &&
            !is_joined && syntax_is_keyword(python, name, strlen(name)))
            fail_msg("the tables lack '%s'", name);
    }
}

TEST(languages__have_the_longest_signs_and_quotes_first)
{
    for (int i = 0; languages[i]; i++) {
        const struct language *it = languages[i];
        for (const char *const *sign = it->tokens.compounds; *sign; sign++)
            for (const char *const *later = sign + 1; *later; later++)
                if (strncmp(*sign, *later, strlen(*sign)) == 0)
                    fail_msg("%s: '%s' hides '%s'", it->name, *sign, *later);
        for (const struct string_form *form = it->tokens.strings; form->quote; form++)
            for (const struct string_form *later = form + 1; later->quote; later++)
                assert_true(strncmp(form->quote, later->quote, strlen(form->quote)) != 0);
    }
}

TEST(languages__compile_with_the_standard_of_the_dialect)
{
    static const struct {
        const struct language *language;
        const char *dialect, *option;
    } cases[] = {{&language_cpp, "98", "-std=gnu++98"}, {&language_cpp, "20", "-std=gnu++20"},
                 {&language_cpp, "", "-std=gnu++17"},   {&language_c, "23", "-std=gnu2x"},
                 {&language_c, NULL, "-std=gnu11"},     {&language_java, "11", ""}};
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(runtime_standard(cases[i].language->runtimes, cases[i].dialect)->option,
                            cases[i].option);
}

/* A zygote with numpy would make each run of all other programs slower. */
TEST(python__loads_numpy_only_for_programs_that_name_it)
{
    static const char *const codes[] = {"import math\nprint(math.pi)\n", "import numpy as np\n", "",
                                        "from scipy.sparse import csr_matrix\n"};
    const struct runtime *python = runtime_choose(&language_python, "3", NULL);
    assert_null(runtime_zygote(&language_c.runtimes[0], "", 0));
    for (size_t i = 0; i < N_ITEMS(codes); i++) {
        const char *const *words = runtime_zygote(python, codes[i], strlen(codes[i]))->start;
        assert_int_equal(is_listed(words, "numpy"), i % 2);
    }
}

TEST(python__runs_programs_of_pypy_with_it_where_it_is)
{
    static const struct {
        const char *dialect, *judge_name;
        bool is_pypy;
    } cases[] = {{"3", "Python (PyPy 3.10-v7.3.12)", true},
                 {"both", "PYPY3", true},
                 {"", "PyPy 3-64", true},
                 {"2", "PyPy2 (7.3.0)", false},
                 {"3", "Python (CPython 3.11.4)", false},
                 {NULL, NULL, false}};
    bool is_installed = access("/usr/bin/pypy3", X_OK) == 0;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *dialect = cases[i].dialect, *judge_name = cases[i].judge_name;
        const char *name = runtime_choose(&language_python, dialect, judge_name)->name;
        const char *replaced = runtime_replaced(&language_python, dialect, judge_name);
        assert_int_equal(strcmp(name, "PyPy 3") == 0, cases[i].is_pypy && is_installed);
        assert_int_equal(replaced != NULL, cases[i].is_pypy && !is_installed);
    }
}

TEST(names__have_words_at_signs_and_capitals)
{
    static const struct {
        const char *name, *words[3];
        bool has;
    } cases[] = {
        {"printf", {"print"}, true},         {"sprintf", {"print"}, false},
        {"HTTPError_2", {"error"}, true},    {"HTTPError_2", {"http."}, true},
        {"serverLog", {"a", "log."}, true},  {"serverLogger", {"log."}, false},
        {"LOG_INFO", {"info.", "x"}, true},  {"\"my log\"", {"log."}, true},
        {"catalog", {"log", "cats"}, false}, {"", {"a"}, false},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *name = cases[i].name;
        if (name_has_word(name, name + strlen(name), cases[i].words) != cases[i].has)
            fail_msg("%s", name);
    }
}
