/* The region of an edit, in shapes of real programs. */
#include "classify/region.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"

/* A program with the token that changes between marks. */
struct placed {
    const char *region, *path, *program;
};

static void expect_regions(const struct language *language, const struct placed *cases, size_t n)
{
    scoped(lexical) *lexical = lexical_new(language);
    for (size_t i = 0; i < n; i++) {
        scoped(marked) marked = marked_read(cases[i].program);
        scoped(program) program = {0};
        if (!program_tokenize(&program, lexical, str_text(&marked.code), marked.code.length))
            fail_msg("not tokens: %s", cases[i].program);
        struct token_edit edit = {.kind = EDIT_DELETE};
        edit.buggy_token = program_token_from(&program, marked.start_byte);
        const char *region =
            fix_region_name(fix_region_of(&program, &program, &edit, cases[i].path));
        if (strcmp(region, cases[i].region) != 0)
            fail_msg("%s: %s and not %s", cases[i].program, region, cases[i].region);
    }
}

TEST(fix_region_of__knows_the_places_of_python)
{
    static const struct placed cases[] = {
        {"docstring", "a.py", "def f():\n    «'''Text.'''»\n    return 1\n"},
        {"docstring", "a.py", "«\"\"\"Text.\"\"\"»\nimport os\n"},
        {"docstring", "a.py", "class A:\n    x = 1\n    «'of x'»\n"},
        {"docstring", "a.py", "_params_doc = «'''x : int'''»\n"},
        {"code", "a.py", "x = [\n    «'a, b'»,\n]\n"},
        {"import", "a.py", "from a import (b, «c» as d)\n"},
        {"annotation", "a.py", "def f(a: «int» = 1) -> str:\n    pass\n"},
        {"code", "a.py", "def f(a: int = «1») -> str:\n    pass\n"},
        {"annotation", "a.py", "def f(a: int = 1) -> Optional[«str»]:\n    pass\n"},
        {"annotation", "a.py", "self.a: List[«int»] = []\n"},
        {"code", "a.py", "self.a: List[int] = [«1»]\n"},
        {"version", "a.py", "__version__ = «'1.2.dev0'»\n"},
        {"version", "a.py", "__build__ = «0x020503»\n"},
        {"version", "setup.py", "setup(name='a',\n      install_requires=['b', «'c>=1.2'»])\n"},
        {"version", "a.py", "version_info = (1, «2», 0)\n"},
        {"version", "a.py", "FIX_VERSION = os.environ.get('X', «'1.2.0'»)\n"},
        {"version", "a.py", "add('--version', version=«'%(prog)s 1.2'»)\n"},
        {"version", "a.py", "if x:\n    __version__ += «'-dev'»\n"},
        {"version", "setup.py", "extras_require = {'test': [«'nose'», 'mock']}\n"},
        {"version", "setup.py", "x = {«'a:python_version<\"3.3\"'»: ['b']}\n"},
        {"message", "a.py", "raise ValueError(«'length of salt <= 0'»)\n"},
        {"code", "a.py", "if sys.version_info >= (3, «7»):\n    pass\n"},
        {"code", "a.py", "if version < «'1.2'»:\n    pass\n"},
        {"message", "a.py", "raise ValueError(«'bad %s'» % x)\n"},
        {"message", "a.py", "logger.warning('a '\n    «'b'», x)\n"},
        {"message", "a.py", "add('--x', help=_(«'x'»))\n"},
        {"message", "a.py", "print(«'x'», y)\n"},
        {"message", "a.py", "return «'The value is not known'»\n"},
        {"identifier_text", "a.py", "raise ValueError(x[«'key'»])\n"},
        {"code", "a.py", "raise «ValueError»('bad')\n"},
        {"test_expectation", "tests/a.py", "assert f(1) == «2»\n"},
        {"test_expectation", "tests/a.py", "assert f(1) «==» 2\n"},
        {"test_expectation", "tests/a.py", "assert «'a'» in f(1)\n"},
        {"test_expectation", "tests/a.py", "assert «not» f(1)\n"},
        {"code", "tests/a.py", "assert f(«1») == 2\n"},
        {"code", "a.py", "assert f(1) == «2»\n"},
        {"test_expectation", "a.py", "def test_a():\n    assert f(1) == «2»\n"},
        {"message", "tests/a.py", "assert f(1) == 2, «'bad'»\n"},
        {"test_expectation", "tests/a.py", "self.assertEqual(f(1), «2»)\n"},
        {"test_expectation", "tests/a.py", "self.assertEqual(«2», f(1))\n"},
        {"test_expectation", "tests/a.py", "self.«assertTrue»(f(1))\n"},
        {"test_expectation", "tests/a.py", "with pytest.raises(E, match=«'bad'»):\n    f()\n"},
        {"test_expectation", "tests/a.py", "m.assert_called_with(«1»)\n"},
        {"test_expectation", "tests/a.py", "expected = [1, «2»]\n"},
        {"test_expectation", "tests/a.py",
         "@pytest.mark.parametrize('a, expected', [(1, «2»)])\ndef test_a(a, expected): pass\n"},
        {"code", "tests/a.py",
         "@pytest.mark.parametrize('a, expected', [(«1», 2)])\ndef test_a(a, expected): pass\n"},
        {"version", "tests/setup.py", "setup(install_requires=[«'a==0.3.8'», 'b>=1'])\n"},
        {"version", "a.py", "DEV_VERSION = AVersion(«'1.2.0-SNAPSHOT'»)\n"},
        {"version", "a.py", "f('a', «'12dde8afdb0a7bb5576e2656692c3478c69d8cc3'»)\n"},
        {"message", "tests/conftest.py", "terminalreporter.write_line(«'Some may fail'»)\n"},
        {"version", "setup.py", "install_requires.append(«'a==1.2'»)\n"},
        {"message", "exceptions.py", "def __str__(self):\n    return «'Retry %s'» % self.a\n"},
        {"message", "a.py", "x = [_(«'on'»)]\n"},
        {"code", "a.py", "run(«'svn copy the files'»)\n"},
        {"test_expectation", "tests/docstring.py", "expected = «\"\"\"a\"\"\"»\n"},
        {"test_expectation", "tests/a.py", "expected_lines.extend([«'a'»])\n"},
        {"test_expectation", "tests/a.py", "verify_re('a', 'b',\n          «'c'»)\n"},
        {"code", "tests/a.py", "verify_re(«'a+b'», 'b',\n          'c')\n"},
        {"test_expectation", "tests/a.py", "with ExpectLog(a, «'Malformed %s'»):\n    f()\n"},
        {"test_expectation", "tests/a.py", "self.assertRaisesRegex(E, «r'a+'», f, 'b')\n"},
        {"test_expectation", "tests/a.py", "assert 0 < f(1) < «2»\n"},
        {"test_expectation", "tests/a.py", "assert «0» < f(1) < 2\n"},
        {"code", "tests/a.py", "assert 0 < f(«1») < 2\n"},
        {"code", "tests/a.py", "x = verify_re('a', «1»)\n"},
        {"code", "tests/a.py", "a.check_output('a', «1»)\n"},
        {"code", "tests/a.py", "check_output('a', mode=«1»)\n"},
        {"code", "tests/a.py", "class A:\n    def «assert_b»(self, x):\n        pass\n"},
        {"regex", "a.py", "x = re.compile(«r'a+'»)\n"},
        {"format", "a.py", "x = «'%d-%s'» % (a, b)\n"},
        {"path_or_url", "a.py", "x = «'http://a.b'»\n"},
        {"generated", "a.py", "# Generated by x. DO NOT EDIT!\nx = «1»\n"},
        {"generated", "a/_vendor/b.py", "x = «1»\n"},
        {"output", NULL, "print(a, «'No'»)\n"},
        {"output", NULL, "print(«1» if x == 2 else 3)\n"},
        {"code", NULL, "print(1 if x == «2» else 3)\n"},
        {"output", NULL, "ans = «'Yes'»\nprint(ans)\n"},
        {"code", NULL, "ans = «'Yes'»\nf(ans)\n"},
        {"code", NULL, "if s == «'CFG'»:\n    pass\n"},
    };
    expect_regions(&language_python, cases, N_ITEMS(cases));
}

TEST(fix_region_of__knows_the_places_of_c)
{
    static const struct placed cases[] = {
        {"import", "a.c", "#include «<a.h>»\nint x;\n"},
        {"annotation", "a.c", "#pragma GCC diagnostic ignored «\"-Wx\"»\n"},
        {"annotation", "a.c", "__attribute__((«packed»)) int x;\n"},
        {"version", "a.h", "#define A_VERSION «\"1.2\"»\n"},
        {"version", "a.h", "#define A_MINOR «2»\n"},
        {"code", "a.h", "#if A_VERSION >= «2»\n#endif\n"},
        {"code", "a.h", "#define A_VERSION_TLS (1 << «2»)\n"},
        {"version", "version.h", "#define A_PORTABLE «\"p1\"»\n"},
        {"version", "a.c", "static char rcsid[] = «\"@(#) $Header: a.c,v 1.2 2001-02-15 b $\"»;\n"},
        {"version", "a.c", "RCSID(«\"$OpenBSD: a.c,v 1.2 2001/02/15 b Exp $\"»);\n"},
        {"version", "test/a.c", "__FBSDID(«\"$FreeBSD$\"»);\n"},
        {"code", "a.h", "#define A_SIZE «2»\n"},
        {"message", "a.c", "void f(void) { fprintf(stderr, «\"bad\"», x); }\n"},
        {"message", "a.c",
         "void f(void) { usage(\"a\\n\"\n#ifdef X\n\"b\\n\"\n#endif\n«\"c\\n\"»); }\n"},
        {"message", "a.c", "void f(void) { addReplyError(c, «\"unknown\"»); }\n"},
        {"message", "a.c", "struct o x[] = {{\"a\", .help = «\"b\"»}};\n"},
        {"version", "a.h", "#define A_VERSION_SUFFIX «\"\"»\n"},
        {"message", "a.c", "void f(void) { failf(data, «\"not open\"»); }\n"},
        {"message", "a.c", "void f(void) { my_mfprintf(stderr, «\"%d is bad\"», x); }\n"},
        {"message", "a.c", "#define A_USAGE \\\n    N_(«\"git refs --a=<b>\"»)\n"},
        {"message", "a.c", "void f(void) { snprintf(errmsg, n, «\"SSL error %d\"», x); }\n"},
        {"message", "a.c", "struct o x[] = {OPT_BOOL('p', \"p\", &y, «\"in steps\"»)};\n"},
        {"version", "a.h", "#define A_VER «\"a/0.4.7\"»\n"},
        {"annotation", "a.c", "_Pragma(«\"GCC diagnostic ignored\"») int x;\n"},
        {"code", "test/a.c", "void f(void) { CheckGet(db, o, «\"k+\"», \"v\"); }\n"},
        {"test_expectation", "test/a.c", "void f(void) { CheckGet(db, o, \"k\", «\"v\"»); }\n"},
        {"test_expectation", "test/a.c", "void f(void) { assert(x == «2» || y); }\n"},
        {"code", "a.c", "void f(void) { assert(x == «2» || y); }\n"},
        {"message", "tool_help.c", "char *x[] = {«\"    --a B  C\"»};\n"},
        {"format", "a.c", "void f(void) { my_buf_printf(&b, «\"refs/%s/\"», x); }\n"},
        {"test_expectation", "test/a.c", "void f(void) { CheckCondition(x == «12»); }\n"},
        {"docstring", "a.c", "PyDoc_STRVAR(x, «\"text\"»);\n"},
        {"format", "a.c", "void f(void) { snprintf(a, n, «\"%d\"», x); }\n"},
        {"identifier_text", "a.c", "void f(void) { fopen(a, «\"rb\"»); }\n"},
        {"test_expectation", "tests/a.c", "void f(void) { assert(f(1) == 2); «assert»(x); }\n"},
        {"test_expectation", "test/a.c", "void f(void) { ASSERT(f(1) == «2»); }\n"},
        {"output", NULL, "int main() { printf(«\"%d\\n\"», x); }\n"},
        {"format", NULL, "int main() { scanf(«\"%d\"», &x); }\n"},
        {"code", NULL, "int main() { printf(\"%d\", x + «1»); }\n"},
    };
    expect_regions(&language_c, cases, N_ITEMS(cases));
}

TEST(fix_region_of__knows_the_places_of_cpp)
{
    static const struct placed cases[] = {
        {"import", "a.cc", "using std::«cout»;\n"},
        {"code", "a.cc", "using A = «B»;\n"},
        {"annotation", "a.cc", "[[«nodiscard»]] int f();\n"},
        {"code", "a.cc", "int x = a[b[«0»]];\n"},
        {"message", "a.cc", "void f() { throw a::my_ex(«\"bad\"»); }\n"},
        {"message", "a.cc", "void f() { msg << \" See \" «\"http://a.b\"»; }\n"},
        {"message", "a.cc", "Status f() { return Status::NotFound(«\"[a] bad\"»); }\n"},
        {"code", "a.cc", "void f() { printer->Print(«\"int x = 1;\\n\"»); }\n"},
        {"test_expectation", "a_test.cc",
         "TEST(A, B) { ASSERT_TRUE(s.find(«\"a b\"») != string::npos); }\n"},
        {"message", "a.cc", "void f() { LOG(INFO) << \"a\" << x << «\"b\"»; }\n"},
        {"message", "a.cc", "static_assert(sizeof(int) == 4, «\"int\"»);\n"},
        {"test_expectation", "a_test.cc", "TEST(A, B) { EXPECT_EQ(«2», f(1)); }\n"},
        {"test_expectation", "a_test.cc", "TEST(A, B) { EXPECT_EQ(f(1), «2»); }\n"},
        {"code", "a_test.cc", "TEST(A, B) { EXPECT_EQ(f(«1»), 2); }\n"},
        {"code", "a_test.cc", "TEST(A, B) { EXPECT_FALSE(to<bool>(Src(«1»))); }\n"},
        {"test_expectation", "a_test.cc", "TEST(A, B) { EXPECT_TRUE(f(a) < «2»); }\n"},
        {"test_expectation", "a_test.cc", "TEST(A, B) { ExpectOutput(«\"a: b\"»); }\n"},
        {"output", NULL, "int main() { cout << (x ? «\"Yes\"» : \"No\") << endl; }\n"},
        {"output", NULL, "int main() { std::cout << «0» << \"\\n\"; }\n"},
        {"code", NULL, "int main() { std::cout << x + «1» << \"\\n\"; }\n"},
    };
    expect_regions(&language_cpp, cases, N_ITEMS(cases));
}

TEST(fix_region_of__knows_the_places_of_java)
{
    static const struct placed cases[] = {
        {"import", "A.java", "import a.«b».C;\n"},
        {"annotation", "A.java", "@SuppressWarnings({«\"x\"»})\nclass A {}\n"},
        {"annotation", "A.java", "@«Override»\nvoid f() {}\n"},
        {"version", "A.java", "class A { static final String VERSION = «\"1.2\"»; }\n"},
        {"version", "Version.java", "class A { String id() { return «\"@version@\"»; } }\n"},
        {"message", "A.java", "class A { void f() { throw new AException(«\"bad \"» + x); } }\n"},
        {"message", "A.java", "class A { void f() { Objects.requireNonNull(x, «\"x\"»); } }\n"},
        {"regex", "A.java", "class A { Pattern p = Pattern.compile(«\"a+\"»); }\n"},
        {"test_expectation", "ATest.java", "class A { void t() { assertEquals(«2», f(1)); } }\n"},
        {"code", "ATest.java", "class A { void t() { assertEquals(2, f(«1»)); } }\n"},
        {"message", "ATest.java", "class A { void t() { assertEquals(«\"m\"», 2, f(1)); } }\n"},
        {"test_expectation", "ATest.java",
         "class A { void t() { assertThat(f(1)).isEqualTo(«2»); } }\n"},
        {"message", "A.java",
         "class A { void f() { msg.append(\"a\").append(b).append(«\" \"»); } }\n"},
        {"code", "ATest.java", "class A { void t() { assertAll(a.and(«b»), new C(), false); } }\n"},
        {"test_expectation", "ATest.java",
         "class A { void t() { verifyException(e, «\"a b\"»); } }\n"},
        {"test_expectation", "ATest.java",
         "class A { void t() { assertInstanceOf(«B».class, f(1)); } }\n"},
        {"code", "ATest.java", "class A { void t() { assertInstanceOf(B.class, f(«1»)); } }\n"},
        {"test_expectation", "ATest.java", "class A { void t() { assert f(1) == «2»; } }\n"},
        {"version", "ATest.java", "class A { static final int MINOR_VERSION = «1»; }\n"},
        {"code", "ATest.java", "class A { int version = «1»; }\n"},
        {"code", "ATest.java", "class A { public void «assertX»() { } }\n"},
        {"test_expectation", "ATest.java",
         "class A { void t() { verify(a, times(«2»)).f(any()); } }\n"},
        {"test_expectation", "ATest.java", "class A { void t() { assertTrue(f(1) «<» 2); } }\n"},
        {"output", NULL, "class A { void f() { System.out.println(x ? «\"Yes\"» : y); } }\n"},
    };
    expect_regions(&language_java, cases, N_ITEMS(cases));
}
