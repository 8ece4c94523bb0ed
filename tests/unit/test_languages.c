/* Languages are found by the name of the command line. */
#include "tests/support/test.h"
#include "tokenize/languages/language.h"
#include "verify/command_words.h"

#include <unistd.h>

TEST(languages__finds_each_by_its_name)
{
    size_t n = 0;
    for (; languages[n]; n++)
        assert_ptr_equal(language_find(languages[n]->name), languages[n]);
    assert_true(n > 0);
}

TEST(languages__finds_nothing_by_another_name)
{
    static const char *const names[] = {"", "Python", "pytho", "python ", "python3", "py", "c++"};
    for (size_t i = 0; i < N_ITEMS(names); i++)
        assert_null(language_find(names[i]));
}

TEST(languages__starts_with_python)
{
    assert_ptr_equal(languages[0], &language_python);
    assert_string_equal(language_python.name, "python");
    assert_string_equal(languages[0]->name, LANGUAGE_DEFAULT);
    assert_string_equal(language_python.codenet_name, "Python");
    assert_string_equal(language_python.extension, "py");
}

TEST(languages__say_all_that_the_engine_reads)
{
    for (size_t i = 0; languages[i]; i++) {
        const struct language *it = languages[i];
        assert_true(strlen(it->name) > 0 && strlen(it->codenet_name) > 0);
        assert_true(strlen(it->extension) > 0 && it->extension[0] != '.');
        assert_true(strlen(it->grammar_name) > 0 && strlen(it->grammar_version) > 0);
        assert_non_null(it->grammar());
        assert_int_equal(strlen(it->tokens.opening), strlen(it->tokens.closing));
        assert_true(it->tokens.strings && it->tokens.prefixes && it->tokens.signs);
        assert_true(it->tokens.compounds && it->tokens.joined);
        assert_true(it->tokens.numbers.is_preprocessing ||
                    (it->tokens.numbers.bases && it->tokens.numbers.suffixes &&
                     it->tokens.numbers.integer_suffixes));
        assert_non_null(it->categories.operators);
        assert_non_null(it->roles.rules);
        assert_non_null(it->categories.literals);
        unsigned n_names = 0;
        while (it->dialects->names && it->dialects->names[n_names])
            n_names++;
        /* one name a set, or one a dialect if only the metadata says which it is */
        assert_int_equal(n_names, it->dialects->all - (it->dialects->rules ? 0 : 1));
    }
}

TEST(languages__give_the_category_of_an_operator)
{
    static const struct {
        const char *text;
        enum bug_category category;
    } cases[] = {
        {"+", CATEGORY_BINARY_OPERATOR},
        {"@", CATEGORY_BINARY_OPERATOR},
        {"<>", CATEGORY_COMPARISON_OPERATOR},
        {"not in", CATEGORY_COMPARISON_OPERATOR},
        {"not", CATEGORY_LOGICAL_OPERATOR},
        {"or", CATEGORY_LOGICAL_OPERATOR},
        {":=", CATEGORY_ASSIGNMENT_OPERATOR},
        {">>=", CATEGORY_ASSIGNMENT_OPERATOR},
        {"", CATEGORY_OTHER},
        {"a", CATEGORY_OTHER},
        {"~", CATEGORY_OTHER},
        {"not  in", CATEGORY_OTHER},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_int_equal(
            language_operator_category(&language_python, cases[i].text, strlen(cases[i].text)),
            cases[i].category);
}

/* A zero at the start makes an integer octal, but not a float. */
TEST(languages__read_numbers)
{
    static const struct {
        const struct language *language;
        const char *text;
        double value;
    } cases[] = {
        {&language_c, "010", 8},         {&language_c, "0x1f", 31},   {&language_c, "010.5", 10.5},
        {&language_c, "010e1", 100},     {&language_cpp, "0b11", 3},  {&language_cpp, "1'0.f", 10},
        {&language_java, "010", 8},      {&language_java, "010L", 8}, {&language_java, "010f", 10},
        {&language_java, "0_1_0D", 10},  {&language_java, "08d", 8},  {&language_java, "0x10", 16},
        {&language_java, "0x1.8p1f", 3}, {&language_java, "0f", 0},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        double value;
        const char *text = cases[i].text;
        if (!cases[i].language->categories.number(&value, text, strlen(text)) ||
            value < cases[i].value || value > cases[i].value)
            fail_msg("%s: %s", cases[i].language->name, text);
    }
}

TEST(languages__have_one_of_the_format_nbf)
{
    assert_ptr_equal(language_of_nbf(), &language_python);
}

TEST(languages__are_found_by_the_names_of_judges)
{
    static const struct {
        const char *judge_name, *name;
    } cases[] = {
        {"GNU C++17", "cpp"},
        {"GNU C++17 7.3.0", "cpp"},
        {"GNU C++20 (64)", "cpp"},
        {"GNU G++20 11.2.0 (64 bit, winlibs)", "cpp"},
        {"Clang++17 Diagnostics", "cpp"},
        {"MS C++ 2017", "cpp"},
        {"G++ 11", "cpp"},
        {"cpp17", "cpp"},
        {"CPP20", "cpp"},
        {"C++ (GCC 9.2.1)", "cpp"},
        {"GNU C++0x 4", "cpp"},
        {"C++2a", "cpp"},
        {"C++", "cpp"},
        {"g++ -O2 -std=c++17", "cpp"},
        {"C++ 20 (gcc 12.2)", "cpp"},
        {"C++23 (GCC 15.2.0)", "cpp"},
        {"C++20 (Clang)", "cpp"},
        {"C++ IOI-Style(GNU++20) (GCC 14.2.0)", "cpp"},
        {"GNU G++23 14.2 (64 bit, msys2)", "cpp"},
        {"C23 (GCC 14.2.0)", "c"},
        {"C (gcc 12.2.0)", "c"},
        {"GNU C11", "c"},
        {"GNU GCC C11 5.1.0", "c"},
        {"C (GCC 9.2.1)", "c"},
        {"C99", "c"},
        {"C", "c"},
        {"gcc", "c"},
        {"PyPy 3-64", "python"},
        {"PyPy2 (7.3.0)", "python"},
        {"PyPy 3.10 (7.3.15)", "python"},
        {"Python 3 (3.11)", "python"},
        {"Python (CPython 3.11.4)", "python"},
        {"python3.11", "python"},
        {"py3", "python"},
        {"PYPY3", "python"},
        {"CPython", "python"},
        {".py", "python"},
        {".cc", "cpp"},
        {"cxx", "cpp"},
        {"Java 11", "java"},
        {"Java 21 64bit", "java"},
        {"Java 8 32bit", "java"},
        {"Java8 (OpenJDK 1.8.0)", "java"},
        {"JAVA17", "java"},
        {"openjdk 17", "java"},
        {"Java 1.8.0_241", "java"},
        {"C#", NULL},
        {"C# 8", NULL},
        {"C# (Mono)", NULL},
        {"CSharp", NULL},
        {"Mono C#", NULL},
        {"C Sharp", NULL},
        {"JavaScript", NULL},
        {"JavaScript V8 4.8.0", NULL},
        {"Java Script", NULL},
        {"Objective-C", NULL},
        {"Objective C", NULL},
        {"Cython (0.29.16)", NULL},
        {"Python (Cython 0.29.34)", NULL},
        {"C/C++", NULL},
        {"Kotlin 1.7", NULL},
        {"GNU", NULL},
        {"64", NULL},
        {"", NULL},
        {"()", NULL},
        {"(Python)", NULL},
        {"C (", "c"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct language *found = language_of_judge(~0u, cases[i].judge_name);
        if (found != (cases[i].name ? language_find(cases[i].name) : NULL))
            fail_msg("'%s' is %s", cases[i].judge_name, found ? found->name : "nothing");
    }
    for (size_t i = 0; languages[i]; i++)
        assert_ptr_equal(language_of_judge(~0u, languages[i]->codenet_name), languages[i]);
    assert_null(language_of_judge(1, "C++"));
}

TEST(languages__of_values_are_those_of_a_list)
{
    static const char map[] = "71=python,54=c++,50=C (GCC 9.2.0),a=b=java,=\t=py3";
    static const struct {
        const char *value, *name;
    } cases[] = {
        {"71", "python"}, {"54", "cpp"}, {"50", "c"}, {"a=b", "java"},     {"7", NULL},
        {"710", NULL},    {"a", NULL},   {"", NULL},  {"71=python", NULL},
    };
    static const char *const wrong[][2] = {
        {"", "'' is not VALUE=LANGUAGE"},
        {"71", "'71' is not VALUE=LANGUAGE"},
        {"=python", "'=python' is not VALUE=LANGUAGE"},
        {"71=python,", "'' is not VALUE=LANGUAGE"},
        {"71=python,,54=cpp", "'' is not VALUE=LANGUAGE"},
        {"71=", "in ''"},
        {"71=cobol", "in 'cobol'"},
        {"71=python,54=cpp,71=cpp", "'71' is named twice"},
    };
    assert_done(language_map_check(map, &err));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct language *found = language_of_map(map, cases[i].value);
        if (found != (cases[i].name ? language_find(cases[i].name) : NULL))
            fail_msg("'%s' is %s", cases[i].value, found ? found->name : "nothing");
    }
    for (size_t i = 0; i < N_ITEMS(wrong); i++)
        assert_error_with(language_map_check(wrong[i][0], &err), wrong[i][1]);
}

TEST(languages__know_the_standard_that_a_judge_names)
{
    static const struct {
        const char *language, *judge_name, *dialect;
    } cases[] = {
        {"cpp", "C++20 (gcc 12.2)", "20"},
        {"cpp", "C++ 20 (gcc 12.2)", "20"},
        {"cpp", "C++20 (Clang 16.0.6)", "20"},
        {"cpp", "C++ 20 (Clang)", "20"},
        {"cpp", "GNU C++20 (64)", "20"},
        {"cpp", "GNU G++20 13.2 (64 bit, winlibs)", "20"},
        {"cpp", "Clang++20 Diagnostics", "20"},
        {"cpp", "C++ IOI-Style(GNU++20) (GCC 14.2.0)", "20"},
        {"cpp", "g++ -O2 -std=c++20", "20"},
        {"cpp", "CPP20", "20"},
        {"cpp", "cpp-20", "20"},
        {"cpp", "C++2a", "20"},
        {"cpp", "C++ 23 (gcc 12.2)", "23"},
        {"cpp", "C++23 (GCC 15.2.0)", "23"},
        {"cpp", "GNU G++23 14.2 (64 bit, msys2)", "23"},
        {"cpp", "c++2b", "23"},
        {"cpp", "C++26", "26"},
        {"cpp", "GNU C++17 (64)", "17"},
        {"cpp", "GNU C++17 7.3.0", "17"},
        {"cpp", "C++ 17 (gcc 12.2)", "17"},
        {"cpp", "C++1z", "17"},
        {"cpp", "C++ (GCC 9.2.1)", "17"},
        {"cpp", "GNU C++14", "14"},
        {"cpp", "C++14 (GCC 5.4.1)", "14"},
        {"cpp", "GNU C++11 5.1.0", "11"},
        {"cpp", "GNU C++0x 4", "11"},
        {"cpp", "C++03 (gcc 8)", "98"},
        {"cpp", "C++ (GCC 5.4.1)", "98"},
        {"cpp", "GNU G++ 11.2.0", NULL},
        {"cpp", "G++ 11", NULL},
        {"cpp", "MS C++ 2017", NULL},
        {"cpp", "C++", NULL},
        {"cpp", "", NULL},
        {"cpp", NULL, NULL},
        {"c", "C23 (GCC 14.2.0)", "23"},
        {"c", "C2x", "23"},
        {"c", "C (gcc 12.2.0)", "17"},
        {"c", "GNU GCC C17 9.2", "17"},
        {"c", "GNU C11", "11"},
        {"c", "C (GCC 9.2.1)", "11"},
        {"c", "C99", NULL},
        {"c", "C", NULL},
        {"java", "Java 11.0.6", "11"},
        {"java", "Java 1.7.0", "7"},
        {"java", "Java8 (OpenJDK 1.8.0)", "8"},
        {"java", "Java (OpenJDK 1.8.0)", "8"},
        {"java", "Java (OpenJDK 17)", "17"},
        {"java", "JAVA17", "17"},
        {"java", "Java 21 64bit", "21"},
        {"java", "openjdk 21", "21"},
        {"java", "Java24 (OpenJDK 24.0.2)", "24"},
        {"java", "Java 25", "25"},
        {"java", "Java", NULL},
        {"python", "Python 3", NULL},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const struct language *language = language_find(cases[i].language);
        const char *found = language_dialect_of_judge(language, cases[i].judge_name);
        if (found != cases[i].dialect &&
            strcmp(found ? found : "", cases[i].dialect ? cases[i].dialect : "") != 0)
            fail_msg("'%s' is %s", cases[i].judge_name, found);
    }
}

TEST(languages__compile_with_the_standard_of_the_dialect)
{
    static const struct {
        const struct language *language;
        const char *dialect, *option;
    } cases[] = {
        {&language_cpp, "98", "-std=gnu++98"},
        {&language_cpp, "17", "-std=gnu++17"},
        {&language_cpp, "20", "-std=gnu++20"},
        {&language_cpp, "23", "-std=gnu++23"},
        {&language_cpp, "", "-std=gnu++17"},
        {&language_cpp, NULL, "-std=gnu++17"},
        {&language_c, "23", "-std=gnu2x"},
        {&language_c, NULL, "-std=gnu11"},
        {&language_java, "11", ""},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(runtime_standard(cases[i].language->runtimes, cases[i].dialect)->option,
                            cases[i].option);
}

TEST(languages__need_no_runtimes)
{
    struct language language = language_python;
    language.runtimes = NULL;
    assert_null(runtime_executable(runtime_choose(&language, "3", "PyPy 3")));
    assert_null(runtime_replaced(&language, "3", "PyPy 3"));
}

/* A zygote with numpy would make each run of all other programs slower. */
TEST(languages__load_numpy_only_for_programs_that_name_it)
{
    static const struct {
        const char *code;
        bool has_numpy;
    } cases[] = {{"import numpy as np\n", true},
                 {"from scipy.sparse import csr_matrix\n", true},
                 {"import math\nprint(math.pi)\n", false},
                 {"", false}};
    const struct runtime *python = runtime_choose(&language_python, "3", NULL);
    assert_null(runtime_zygote(&language_c.runtimes[0], "", 0));
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *const *word =
            runtime_zygote(python, cases[i].code, strlen(cases[i].code))->start;
        while (*word && strcmp(*word, "numpy") != 0)
            word++;
        assert_int_equal(*word != NULL, cases[i].has_numpy);
    }
}

TEST(languages__run_programs_of_pypy_with_it_where_it_is)
{
    static const struct {
        const char *dialect, *judge_name;
        bool is_pypy;
    } cases[] = {
        {"3", "Python (PyPy 3.10-v7.3.12)", true},
        {"both", "PYPY3", true},
        {"", "PyPy 3-64", true},
        {"2", "PyPy2 (7.3.0)", false},
        {"3", "Python (CPython 3.11.4)", false},
        {"3", "", false},
        {NULL, NULL, false},
    };
    bool is_installed = access("/usr/bin/pypy3", X_OK) == 0;
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        const char *dialect = cases[i].dialect, *judge_name = cases[i].judge_name;
        const char *name = runtime_choose(&language_python, dialect, judge_name)->name;
        const char *replaced = runtime_replaced(&language_python, dialect, judge_name);
        assert_int_equal(strcmp(name, "PyPy 3") == 0, cases[i].is_pypy && is_installed);
        assert_int_equal(replaced != NULL, cases[i].is_pypy && !is_installed);
    }
}
