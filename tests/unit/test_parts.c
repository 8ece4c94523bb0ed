/* The parts of a program, and the part around a place. */
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/parts.h"

/* A program that has tokens and need not parse. */
static struct program cut(const char *text)
{
    struct program program;
    if (!cut_bytes(&program, text, strlen(text)))
        fail_msg("no tokens: %s", text);
    return program;
}

/* The parts, "kind: text|" each; in a static buffer. */
static const char *parts_of(const char *text)
{
    static struct str shown;
    scoped(program_parts) parts = {0};
    scoped(program) program = cut(text);
    parts_find(&parts, &program);
    str_clear(&shown);
    for (size_t i = 0; i < parts.list.n; i++) {
        const struct program_part *part = &parts.list.items[i];
        str_print(&shown, "%s: ", part_kind_names[part->kind]);
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
        /* a class is a part although all its code is in functions */
        {"class A:\n    def f(self): pass\n",
         "code: class A:\n    def f(self): pass\n|function:     def f(self): pass\n|"},
        /* a class is not a part below the top level */
        {"if a:\n    class B:\n        def f(self): pass\n",
         "code: if a:\n    class B:\n        def f(self): pass\n|"
         "function:         def f(self): pass\n|"},
        {"def f():\n    class B: pass\n", "function: def f():\n    class B: pass\n|"},
    };
    expect_texts(cases, N_ITEMS(cases), parts_of);
}

/* The lines around the part with `«`, which is cut out; in a static buffer. */
static const char *context_of(const char *name, const char *text, size_t n_lines)
{
    static struct str context;
    scoped(program_parts) parts = {0};
    scoped(program) program = {0};
    scoped(lexical) *lexical = lexical_new(language_find(name));
    scoped(str) source = {0};
    size_t place = strcspn(text, "«");
    str_add(&source, text, place);
    str_add_text(&source, text + place + strlen("«"));
    str_clear(&context);
    assert_true(program_tokenize(&program, lexical, str_text(&source), source.length));
    parts_find(&parts, &program);
    part_add_context(&context, &program, parts_enclosing(&parts, &program, place).bytes, n_lines);
    return str_text(&context);
}

TEST(parts__have_headers_and_imports_around_them)
{
    static const struct {
        const char *language, *text;
        size_t n_lines;
        const char *context;
    } cases[] = {
        {"python",
         "import a\nfrom b import (\n    c,\n)\nimport d as e\nfrom f import *\nx = 1\n"
         "def g():\n    import a\nclass H(a):\n    import c\n    y = 2\n"
         "    def i(self):\n        return «a + c\n",
         10, "import a\nfrom b import (\n    c,\n)\nfrom f import *\nclass H(a):\n    import c\n"},
        {"python", "import a\nclass B:\n    class C:\n        def f(self):\n            «a\n", 2,
         "class B:\n    class C:\n"},
        {"python", "import a\nclass B:\n    class C:\n        def f(self):\n            «a\n", 1,
         "    class C:\n"},
        {"python", "def f():\n    def g():\n        «a\n    import a\n", 9, "def f():\n"},
        {"python", "import a\n«a()\n", 9, ""},
        {"python", "«\n", 9, ""},
        {"java",
         "package p;\nimport a.B;\nimport a.C;\nimport static d.E.*;\n@F\npublic class G\n{\n"
         "  int x = 1;\n  void h() { int z; }\n  void i() {\n    «B.j();\n  }\n}\n",
         10, "package p;\nimport a.B;\nimport static d.E.*;\n@F\npublic class G\n{\n"},
        {"java", "class A { class B { void f() { «c(); } } }", 9, "class A { class B { \n"},
        {"cpp",
         "#include <a>\r\n#define B { (\r\nusing namespace c;\r\nusing d::E;\r\n"
         "namespace n {\r\nstatic void g() { h(); }\r\nclass I : J {\r\n public:\r\n"
         "  int k() {\r\n    return «1;\r\n  }\r\n};\r\n}\r\n",
         10, "#include <a>\nusing namespace c;\nnamespace n {\nclass I : J {\n"},
        {"cpp",
         "namespace n {\n#if A\n#include <a>\nvoid f() {\n#else\nvoid g() {\n#endif\n}\n"
         "#if B\nclass C {\n#else\nclass D {\n  void h() { «x; }\n",
         10, "namespace n {\n#include <a>\nclass D {\n"},
        {"c", "#include \"a.h\"\nint x[] = {1};\n}\nint f(void)\n{\n  return «x;\n}\n", 10,
         "#include \"a.h\"\n"},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++)
        assert_string_equal(context_of(cases[i].language, cases[i].text, cases[i].n_lines),
                            cases[i].context);
}

TEST(parts__start_with_their_decorators_and_modifiers)
{
    static const struct text_case cases[] = {
        {"a\n@p\n@q(1,\n 2)\ndef f(): pass\n",
         "code: a\n|function: @p\n@q(1,\n 2)\ndef f(): pass\n|"},
        {"@p # c\n\n# d\ndef f(): pass\n", "function: @p # c\n\n# d\ndef f(): pass\n|"},
        {"@p\nasync def f(): pass\n", "function: @p\nasync def f(): pass\n|"},
        {"async def f():\n    await a\n", "function: async def f():\n    await a\n|"},
        {"async with a: pass\n", "code: async with a: pass\n|"},
        {"@p\nclass A: pass\n", "code: @p\nclass A: pass\n|"},
        {"class A:\n    @p\n    def f(self): pass\n",
         "code: class A:\n    @p\n    def f(self): pass\n|"
         "function:     @p\n    def f(self): pass\n|"},
        /* words and signs in other places */
        {"x = a @ b\ndefined = classes\n", "code: x = a @ b\ndefined = classes\n|"},
        {"x = (\ndef_\n)\n", "code: x = (\ndef_\n)\n|"},
        {"'def f(): pass'\n# class A: pass\n", "code: 'def f(): pass'\n|"},
    };
    expect_texts(cases, N_ITEMS(cases), parts_of);
}

TEST(parts__have_whole_lines_unless_other_code_is_in_them)
{
    static const struct text_case cases[] = {
        {"def f(): pass # c\nx = 1 # d\n", "function: def f(): pass # c\n|code: x = 1 # d\n|"},
        {"x = 1\r\ny = 2\r\nclass A: pass\r\nz = 3",
         "code: x = 1\r\ny = 2\r\n|code: class A: pass\r\n|code: z = 3|"},
        {"x\rdef f(): pass\ry", "code: x\r|function: def f(): pass\r|code: y|"},
        {"if a: b; c\n", "code: if a: b; c\n|"},
        {"x = 1; y = 2;\n", "code: x = 1; y = 2;\n|"},
        {"# a\n\nx = 1 # def\ny = 'class' # b\n# c\n", "code: x = 1 # def\ny = 'class' # b\n|"},
        {"x = '''\n''' \ny\n", "code: x = '''\n''' \ny\n|"},
    };
    expect_texts(cases, N_ITEMS(cases), parts_of);
}

TEST(parts__end_with_the_comments_of_their_body)
{
    static const struct text_case cases[] = {
        {"def f():\n    a\n    # b\n\nc\n", "function: def f():\n    a\n    # b\n|code: c\n|"},
        {"def f():\n    a\n\n    # b\n        # c\n# d\nc\n",
         "function: def f():\n    a\n\n    # b\n        # c\n|code: c\n|"},
        {"def f():\n    a\n  # b\nc\n", "function: def f():\n    a\n|code: c\n|"},
        {"def f():\n\ta\n        # b\nc\n", "function: def f():\n\ta\n        # b\n|code: c\n|"},
        {"def f(): a\n    # b\nc\n", "function: def f(): a\n|code: c\n|"},
        {"class A:\n    def f(self):\n        a\n        # b\n    # c\n# d\n",
         "code: class A:\n    def f(self):\n        a\n        # b\n    # c\n|"
         "function:     def f(self):\n        a\n        # b\n|"},
        {"def f():\n    a\n    # b", "function: def f():\n    a\n    # b|"},
        {"if a:\n    b\n    # c\n", "code: if a:\n    b\n|"},
    };
    expect_texts(cases, N_ITEMS(cases), parts_of);
}

/* Only tokens count. */
TEST(parts__are_found_in_a_program_that_does_not_parse)
{
    static const struct text_case cases[] = {
        {"def f(:)\n    a b\nc d\n", "function: def f(:)\n    a b\n|code: c d\n|"},
        {"def\n", "function: def\n|"},
        {"@p\n", "code: @p\n|"},
        {"@p\nx\n", "code: @p\nx\n|"},
        {"async\n", "code: async\n|"},
        {"def f()\n  a\n", "function: def f()\n  a\n|"},
        {"  def f(): pass\n", "function:   def f(): pass\n|"},
    };
    expect_texts(cases, N_ITEMS(cases), parts_of);
    assert_string_equal(parsed_tokens_of("def f(:)\n    a b\nc d\n"), "SYNTAX ERROR");
}

TEST(parts__are_sorted_with_the_larger_one_first)
{
    scoped(program) program = cut("if a:\n  def f():\n    def g(): pass\n  g()\nb\n");
    scoped(program_parts) parts = {0};
    parts_find(&parts, &program);
    assert_int_equal(parts.list.n, 3);
    assert_int_equal(parts.list.items[0].kind, PART_CODE);
    for (size_t i = 1; i < parts.list.n; i++)
        assert_true(parts.list.items[i - 1].bytes.start < parts.list.items[i].bytes.start);
    scoped(program) same = cut("def f():\n  pass");
    parts_find(&parts, &same); /* its memory is reused */
    assert_int_equal(parts.list.n, 1);
}

/* The part around the mark, to be freed. */
static char *part_around(const char *text, enum part_kind *kind)
{
    scoped(marked) marked = marked_read(text);
    scoped(program) program = cut(str_text(&marked.code));
    scoped(program_parts) parts = {0};
    parts_find(&parts, &program);
    struct program_part part = parts_enclosing(&parts, &program, marked.start_byte);
    *kind = part.kind;
    return mem_copy_text(str_text(&marked.code) + part.bytes.start,
                         part.bytes.end - part.bytes.start);
}

TEST(parts_enclosing__is_the_function_or_the_run_of_statements)
{
    static const struct {
        const char *text, *part;
        enum part_kind kind;
    } cases[] = {
        {"def f(a):\n    return «a»\n", "def f(a):\n    return a\n", PART_FUNCTION},
        {"x = 1\ndef f(a=«x»): # c\n    return a # d\ny = 2\n",
         "def f(a=x): # c\n    return a # d\n", PART_FUNCTION},
        {"def f():\n    def g():\n        return «1»\n    return g\n",
         "    def g():\n        return 1\n", PART_FUNCTION},
        {"def f():\n    def g():\n        return 1\n    return «g»\n",
         "def f():\n    def g():\n        return 1\n    return g\n", PART_FUNCTION},
        {"class A:\n    b = 1\n    @p\n    def f(self):\n        return «self»\n\n    c = 2\n",
         "    @p\n    def f(self):\n        return self\n", PART_FUNCTION},
        {"@«p»\ndef f():\n    pass\n", "@p\ndef f():\n    pass\n", PART_FUNCTION},
        {"class A:\n    b = «1»\n    def f(self):\n        pass\nx = 1\n",
         "class A:\n    b = 1\n    def f(self):\n        pass\n", PART_CODE},
        {"@«p»\nclass A:\n    b = 1\n", "@p\nclass A:\n    b = 1\n", PART_CODE},
        {"import a\n\ndef f():\n    pass\n\n# first\nx = 1\n# then\ny = «x» # last\n\ndef g():\n"
         "    pass\n",
         "x = 1\n# then\ny = x # last\n", PART_CODE},
        {"«x» = 1\r\ny = 2\r\nclass A: pass\r\nz = 3", "x = 1\r\ny = 2\r\n", PART_CODE},
        {"class A: pass\nz = «3»", "z = 3", PART_CODE},
        {"if a:\n    def f():\n        pass\n    f(«1»)\nb = 1\n",
         "if a:\n    def f():\n        pass\n    f(1)\nb = 1\n", PART_CODE},
        {"x = lambda a: «a»\n", "x = lambda a: a\n", PART_CODE},
        {"async def f():\n    await «g»()\n", "async def f():\n    await g()\n", PART_FUNCTION},
        {"x = 1; y = «2»; z = 3\n", "x = 1; y = 2; z = 3\n", PART_CODE},
        {"x = defined; y = «2»;", "x = defined; y = 2;", PART_CODE},
        {"x = 1\rclassy = «2»\r", "x = 1\rclassy = 2\r", PART_CODE},
        {"«a»", "a", PART_CODE},
        /* outside all parts */
        {"# «c»\na\n", "# c\na\n", PART_PROGRAM},
        {"«»", "", PART_PROGRAM},
        {"def f(): pass\n\n# «c»\n\ndef g(): pass\n", "def f(): pass\n\n# c\n\ndef g(): pass\n",
         PART_PROGRAM},
    };
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        enum part_kind kind;
        scoped_memory char *part = part_around(cases[i].text, &kind);
        assert_string_equal(part, cases[i].part);
        assert_int_equal(kind, cases[i].kind);
    }
}

TEST(part_kinds__have_names)
{
    assert_string_equal(part_kind_names[PART_PROGRAM], "program");
    assert_string_equal(part_kind_names[PART_FUNCTION], "function");
    assert_string_equal(part_kind_names[PART_CODE], "code");
}
