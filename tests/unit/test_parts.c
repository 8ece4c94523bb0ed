/* The parts that the tokens of real programs show are those of their trees. What they are in small
 * programs is in tests/cases/python.case and its neighbours. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/parts.h"

/* ---- Real programs: the functions ---- */

struct counts {
    struct syntax_parser *parser;
    const char *const *kinds; /* of nodes that are functions */
    unsigned n_programs, n_functions, n_different;
};

/* Returns whether it is a statement: `rep(i, n) { }` is a function to the grammar. */
static bool is_macro(const struct syntax_tree *tree, uint32_t node)
{
    return syntax_node_is(tree, tree->nodes.items[node].parent, "compound_statement");
}

/* Returns whether a part is the lines of a function and the comments of its body, for each of its
 * tokens that is in no inner function. A function of Python begins with its decorators. */
static bool is_function(const struct program *program, const struct program_parts *parts,
                        const struct program_part *part, uint32_t node)
{
    const struct syntax_tree *tree = &program->tree;
    uint32_t parent = tree->nodes.items[node].parent;
    bool is_decorated = syntax_node_is(tree, parent, "decorated_definition");
    size_t start = tree->nodes.items[is_decorated ? parent : node].start_byte;
    size_t end = tree->nodes.items[node].end_byte, first = part->bytes.start;
    size_t last = program_token_from(program, end), around = program_token_from(program, start);
    while (last < program->tokens.n && token_is_layout(&program->tokens.items[last]))
        last++;
    while (first < start && strchr(" \t\f", program->source[first]))
        first++;
    if (part->kind != PART_FUNCTION || part->bytes.end < end ||
        (last < program->tokens.n && part->bytes.end > program->tokens.items[last].start_byte))
        return false;
    if (program->language != &language_python)
        return part->bytes.start <= start || first <= start;
    struct program_part found =
        parts_enclosing(parts, program, program->tokens.items[around].start_byte);
    return first == start && found.bytes.start == part->bytes.start &&
           found.bytes.end == part->bytes.end;
}

static void visit(const struct corpus_source *source, void *context)
{
    struct counts *counts = context;
    scoped(program) program = {0};
    scoped(program_parts) parts = {0};
    if (!program_read(&program, counts->parser, source->text, source->length))
        return;
    parts_find(&parts, &program);
    counts->n_programs++;
    size_t n_parts = 0, n_nodes = 0, n_found = 0;
    for (size_t i = 0; i < parts.list.n; i++)
        n_parts += parts.list.items[i].kind == PART_FUNCTION;
    for (uint32_t node = 0; node < program.tree.nodes.n; node++) {
        bool has_braces = program.language != &language_python;
        if (!syntax_node_is_one_of(&program.tree, node, counts->kinds) ||
            (has_braces && (program.source[program.tree.nodes.items[node].end_byte - 1] != '}' ||
                            is_macro(&program.tree, node))))
            continue;
        bool is_found = false;
        for (size_t i = 0; i < parts.list.n && !is_found; i++)
            is_found = is_function(&program, &parts, &parts.list.items[i], node);
        n_found += is_found;
        n_nodes++;
    }
    counts->n_functions += (unsigned)n_nodes;
    if (n_parts != n_nodes || n_found != n_nodes) {
        counts->n_different++;
        printf("%s: %zu functions, the tree has %zu, %zu of them are found\n", source->path,
               n_parts, n_nodes, n_found);
    }
}

TEST(parts__of_real_programs_are_the_functions_of_their_trees)
{
    static const char *const functions[] = {"function_definition", NULL};
    static const char *const methods[] = {"method_declaration", "constructor_declaration",
                                          "compact_constructor_declaration", NULL};
    for (int i = 0; languages[i]; i++) {
        scoped(syntax_parser) *parser = syntax_parser_new(languages[i]);
        struct counts counts = {.parser = parser,
                                .kinds = languages[i] == &language_java ? methods : functions};
        if (i == 0)
            corpus_visit(visit, &counts);
        else
            corpus_visit_language(languages[i], visit, &counts);
        for (size_t k = 0; i == 0 && dense_programs[k]; k++)
            visit(&(struct corpus_source){dense_programs[k], dense_programs[k],
                                          strlen(dense_programs[k]), false},
                  &counts);
        printf("note: %s: %u functions of %u programs that parse; %u programs differ\n",
               languages[i]->name, counts.n_functions, counts.n_programs, counts.n_different);
        assert_true(counts.n_different * 100 <= (i ? counts.n_programs : 0));
    }
}

/* ---- Small programs ---- */

/* Parts are sorted, the larger one first; a class is one although all its code is in functions. */
TEST(parts__are_sorted_with_the_larger_one_first)
{
    static const struct text_case cases[] = {
        {"if a:\n  def f():\n    def g(): pass\n  g()\nb\n",
         "code if a:|function   def f():|function     def g(): pass|"},
        {"class A:\n    def f(self): pass\n", "code class A:|function     def f(self): pass|"},
        {"if a:\n  class B:\n    def f(): pass\n", "code if a:|function     def f(): pass|"},
        {"def f():\n    class B: pass\n", "function def f():|"},
        {"# only a comment\n", ""},
        {"def\n", "function def|"},
        {"@p\n", "code @p|"},
    };
    scoped(program_parts) parts = {0}; /* its memory is reused */
    for (size_t i = 0; i < N_ITEMS(cases); i++) {
        scoped(program) program = {0};
        scoped(str) shown = {0};
        assert_true(cut_bytes(&program, cases[i].given, strlen(cases[i].given)));
        parts_find(&parts, &program);
        for (size_t k = 0; k < parts.list.n; k++) {
            const char *line = cases[i].given + parts.list.items[k].bytes.start;
            str_print(&shown, "%s %.*s|", part_kind_names[parts.list.items[k].kind],
                      (int)strcspn(line, "\n"), line);
        }
        assert_string_equal(str_text(&shown), cases[i].expected);
    }
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

/* The head is that of a function of curl (tests/libtest/lib3207.c). */
TEST(parts_braces__are_named_outside_of_directives)
{
    static const char text[] =
        "static\n#if defined(USE_THREADS_POSIX) || defined(USE_THREADS_WIN32)\n"
        "#if defined(CURL_WINDOWS_UWP) || defined(UNDER_CE)\nDWORD\n#else\nunsigned int\n#endif\n"
        "CURL_STDCALL\n#else\nunsigned int\n#endif\ntest_thread(void *ptr)\n{\n}\n";
    scoped(program_parts) parts = {0};
    scoped(program) program = {0};
    scoped(lexical) *lexical = lexical_new(&language_c);
    assert_true(program_tokenize(&program, lexical, text, strlen(text)));
    parts_find(&parts, &program);
    struct program_part part = parts_enclosing(&parts, &program, strlen(text) - 3);
    assert_int_equal(part.bytes.start, 0);
    struct token_text name = part_function_name(&part, &program);
    assert_true(token_text_is(name, "test_thread"));
}
