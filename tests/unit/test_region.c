/* The region of an edit, in shapes of real programs. */
#include "classify/classify.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* A program with the token that changes between marks. */
struct placed {
    const char *region, *path, *program;
};

static void expect_regions(const struct language *language, const struct placed *cases, size_t n)
{
    scoped(lexical) *lexical = lexical_new(language);
    size_t n_wrong = 0;
    for (size_t i = 0; i < n; i++) {
        scoped(marked) marked = marked_read(cases[i].program);
        scoped(program) program = {0};
        if (!program_tokenize(&program, lexical, str_text(&marked.code), marked.code.length))
            fail_msg("not tokens: %s", cases[i].program);
        struct token_edit edit = {.kind = EDIT_DELETE};
        edit.buggy_token = program_token_from(&program, marked.start_byte);
        const char *region =
            fix_region_names[fix_region_of(&program, &program, &edit, cases[i].path)];
        if (strcmp(region, cases[i].region) != 0) {
            print_error("%s and not %s: %s\n", region, cases[i].region, cases[i].program);
            n_wrong++;
        }
    }
    assert_int_equal(n_wrong, 0);
}

TEST(fix_region_of__knows_files_and_documentation)
{
    static const struct placed cases[] = {
        {"generated", "a.py", "# This file was generated. Do not edit.\nx = «1»\n"},
        {"generated", "a/_vendor/b.py", "x = «1»\n"},
        {"code", "a.py", "x = «1»\n# do not edit\n"},
        {"code", NULL, "# do not edit\nx = «1»\n"},
        {"docstring", "a.py", "def f():\n    «'''Text.'''»\n    return 1\n"},
        {"docstring", "a.py", "«\"\"\"Text.\"\"\"»\nimport os\n"},
        {"docstring", NULL, "class A:\n    x = 1\n    «'of x'»\n"},
        {"code", "a.py", "x = [\n    «'a'»,\n]\n"},
        {"code", "a.py", "from a import (b, «c» as d)\n"},
        {"code", "a.py", "def f(a: «int» = 1) -> str:\n    pass\n"},
    };
    expect_regions(&language_python, cases, N_ITEMS(cases));
}

TEST(fix_region_of__knows_versions)
{
    static const struct placed python[] = {
        {"version", "a.py", "__version__ = «'1.2.dev0'»\n"},
        {"version", "a.py", "version_info = (1, «2», 0)\n"},
        {"version", "tests/a.py", "A_VERSION = «'v2.2.0'»\n"},
        {"version", "a.py", "def f():\n    return {'a': 1, 'env_version': «2»}\n"},
        {"version", "a.py", "FIX_VERSION = os.environ.get('X', «'1.2.0'»)\n"},
        {"version", "a.py", "f(['pip', 'a', «'b==1.2'»])\n"},
        {"version", "setup.py", "setup(name='a', install_requires=['b', «'c >= 1.2'»])\n"},
        {"version", "setup.py", "REQUIRES = ['a', «'b'»]\n"},
        {"code", "a.py", "if version < «'1.2'»:\n    pass\n"},
        {"code", "a.py", "minor_version = f(x[:«3»])\n"},
        {"code", NULL, "version = «'1.2.0'»\n"},
        {"code", "a.py", "connect(«'127.0.0.1'», 80)\n"},
        {"code", "tests/a.py", "f(«'1.2.0'»)\n"},
    };
    static const struct placed c[] = {
        {"version", "a.h", "#define A_VERSION «\"1.2\"»\n"},
        {"version", "a.h", "#define A_MINOR «2»\n"},
        {"version", "a.c", "static char version[] = «\"a\"»;\n"},
        {"version", "a.c", "int f(void) { return 1; }\nconst char *x = «\"1.2-rc1\"»;\n"},
        {"code", "a.h", "#if A_VERSION >= «2»\n#endif\n"},
        {"code", "a.h", "#define A_VERSION 1\n#define A_SIZE «2»\n"},
    };
    expect_regions(&language_python, python, N_ITEMS(python));
    expect_regions(&language_c, c, N_ITEMS(c));
}

TEST(fix_region_of__knows_messages)
{
    static const struct placed python[] = {
        {"message", "a.py", "raise ValueError(«'bad %s'» % x)\n"},
        {"message", "a.py", "raise «'Bad %s'» % x\n"},
        {"message", "a.py", "logger.warning('a '\n    «'b'», x)\n"},
        {"message", "a.py", "add('--x', help=_(«'the x'»))\n"},
        {"message", "a.py", "x_titles = {'a': «'Cover Page'»}\n"},
        {"message", "conf.py", "copyright = «'2014, A'»\n"},
        {"message", "a.py", "return «'The value is not known'»\n"},
        {"message", "tests/a.py", "assert f(1) == 2, «'bad luck'»\n"},
        {"code", "tests/a.py", "return «'The value is not known'»\n"},
        {"code", "a.py", "query = «'all values that are known'»\n"},
        {"code", "a.py", "q = «'SELECT max_a FROM b'»\n"},
        {"code", "a.py", "raise ValueError(x[«'key'»])\n"},
        {"code", "a.py", "raise KeyError(«'max_size'»)\n"},
        {"code", "a.py", "raise «ValueError»('bad')\n"},
        {"code", "a.py", "if message == «'not found'»:\n    pass\n"},
    };
    static const struct placed cpp[] = {
        {"message", "a.cc", "void f() { LOG(INFO) << x << «\"done:\"»; }\n"},
        {"message", "a.cc", "void f() { throw Error(tr(«\"not open\"»)); }\n"},
        {"message", "a.cc", "void f() { fprintf(o, «\"%d!\\n\"», x); }\n"},
        {"message", "a.cc", "struct o x[] = {{\"a\", .help = «\"b\"»}};\n"},
        {"code", "a.cc", "void f() { out << x << «\"done:\"»; }\n"},
        {"code", "a.cc", "#include «<a.h>»\nint x;\n"},
    };
    expect_regions(&language_python, python, N_ITEMS(python));
    expect_regions(&language_cpp, cpp, N_ITEMS(cpp));
}

TEST(fix_region_of__knows_what_tests_of_python_expect)
{
    static const struct placed cases[] = {
        {"test_expectation", "tests/a.py", "assert f(1) == «2»\n"},
        {"test_expectation", "tests/a.py", "assert «2» == f(1)\n"},
        {"test_expectation", "tests/a.py", "assert f(1) «==» 2\n"},
        {"test_expectation", "tests/a.py", "assert «not» f(1)\n"},
        {"test_expectation", "tests/a.py", "assert «'a-{}'».format(x) in f(1)\n"},
        {"test_expectation", "tests/a.py", "assert (f(1) == A.«B»)\n"},
        {"test_expectation", "tests/a.py", "self.assertEqual(f(1), [1, «2»])\n"},
        {"test_expectation", "tests/a.py", "self.assertEqual(«2», f(1))\n"},
        {"test_expectation", "tests/a.py", "self.«assertTrue»(f(1))\n"},
        {"test_expectation", "tests/a.py", "with pytest.raises(E, match=«'bad'»):\n    f()\n"},
        {"test_expectation", "tests/a.py", "self.assertRaises(«A», f, 1)\n"},
        {"test_expectation", "tests/a.py", "m.assert_called_with(x, «1»)\n"},
        {"test_expectation", "tests/a.py", "assert_that(f(1)).is_equal_to(«2»)\n"},
        {"test_expectation", "tests/a.py", "with self.assertNumQueries(«2»):\n    pass\n"},
        {"test_expectation", "tests/a.py", "expected = {'a': [«1»]}\n"},
        {"code", "tests/a.py", "assert f(«1») == 2\n"},
        {"code", "tests/a.py", "assert f(a «<» b) == 2\n"},
        {"code", "tests/a.py", "assert_that(f(«1»)).is_equal_to(2)\n"},
        {"code", "tests/a.py", "self.assertRaises(A, f, «1»)\n"},
        {"code", "tests/a.py", "self.assertEqual(f(«1»), 2)\n"},
        {"code", "tests/a.py", "x.check(a, «1»)\n"},
        {"code", "tests/a.py", "def «assert_b»(x):\n    pass\n"},
        {"code", "a.py", "assert f(1) == «2»\n"},
    };
    expect_regions(&language_python, cases, N_ITEMS(cases));
}

TEST(fix_region_of__knows_what_tests_of_java_and_cpp_expect)
{
    static const struct placed java[] = {
        {"test_expectation", "ATest.java", "class A { void f() { assertEquals(«1», f(2)); } }\n"},
        {"test_expectation", "ATest.java", "class A { void f() { assertEquals(«x», y); } }\n"},
        {"test_expectation", "ATest.java",
         "class A { void f() { assertEquals(\"a\", «1», f(2)); } }\n"},
        {"test_expectation", "ATest.java",
         "class A { void f() { assertThat(x).isEqualTo(«1»); } }\n"},
        {"test_expectation", "ATest.java", "class A { void f() { assertThat(x).«isNull»(); } }\n"},
        {"code", "ATest.java", "class A { void f() { assertEquals(x, «y»); } }\n"},
        {"code", "ATest.java", "class A { void f() { assertThat(f(«1»)).isEqualTo(x); } }\n"},
        {"code", "ATest.java", "class A { void f() { throw new «AssertionError»(e); } }\n"},
    };
    static const struct placed cpp[] = {
        {"test_expectation", "tests/a.cc", "void f() { EXPECT_EQ(f(1), «2»); }\n"},
        {"test_expectation", "tests/a.cc", "void f() { CHECK(f(1) «<» 2); }\n"},
        {"test_expectation", "tests/a.cc", "void f() { ASSERT_THROW(f(1), «A»); }\n"},
        {"code", "tests/a.cc", "void f() { EXPECT_EQ(f(«1»), 2); }\n"},
    };
    expect_regions(&language_java, java, N_ITEMS(java));
    expect_regions(&language_cpp, cpp, N_ITEMS(cpp));
}

TEST(fix_region_of__knows_what_submissions_print)
{
    static const struct placed python[] = {
        {"output", NULL, "print(a, «'No'»)\n"},          {"output", NULL, "print «'No'»\n"},
        {"code", NULL, "print(1 if x == «2» else 3)\n"}, {"code", NULL, "print(f(«2»))\n"},
        {"code", NULL, "if s == «'CFG'»:\n    pass\n"},
    };
    static const struct placed cpp[] = {
        {"output", NULL, "int main() { std::cout << x << «\"NO\"»; }\n"},
        {"output", NULL, "int main() { printf(«\"%d\"», x); }\n"},
        {"code", NULL, "int main() { scanf(«\"%d\"», &x); }\n"},
    };
    static const struct placed java[] = {
        {"output", NULL, "class A { void f() { System.out.println(«1»); } }\n"},
        {"code", NULL, "class A { void f() { map.put(«\"a\"», 1); } }\n"},
    };
    expect_regions(&language_python, python, N_ITEMS(python));
    expect_regions(&language_cpp, cpp, N_ITEMS(cpp));
    expect_regions(&language_java, java, N_ITEMS(java));
}

/* More brackets than are kept. */
TEST(fix_region_of__knows_the_statement_around_many_brackets)
{
    static const struct placed cases[] = {
        {"message", "a.py", "raise A([[[[[[[[[[«'no luck'»]]]]]]]]]])\n"},
        {"code", "a.py", "x = A([[[[[[[[[[«'no'»]]]]]]]]]])\n"},
    };
    expect_regions(&language_python, cases, N_ITEMS(cases));
}

TEST(fix_region_of__needs_no_rules)
{
    static const struct placed cases[] = {{"code", NULL, "print(«'a'»)\n"}};
    struct language language = language_python;
    language.regions = NULL;
    expect_regions(&language, cases, N_ITEMS(cases));
}
