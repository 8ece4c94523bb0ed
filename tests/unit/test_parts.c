/* The parts that the tokens of real programs show are those of their trees. What they are in small
 * programs is in tests/cases/python.case and its neighbours. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/parts.h"

/* ---- Python: the part around each token ---- */

static const char *const functions[] = {"function_definition", NULL};
static const char *const wrappers[] = {"decorated_definition", NULL};
static const char *const definitions[] = {"function_definition", "decorated_definition",
                                          "class_definition", NULL};

struct oracle {
    struct syntax_parser *parser;
    const struct program *program;
    const struct syntax_tree *tree;
    size_t n_programs, n_tokens, n_functions;
};

/* Returns the child that contains a byte, or the node itself if no child does. */
static uint32_t child_at(const struct oracle *oracle, uint32_t index, size_t byte)
{
    const struct node *nodes = oracle->tree->nodes.items;
    for (uint32_t child = index + 1; child < nodes[index].next; child = nodes[child].next)
        if (nodes[child].start_byte <= byte && byte < nodes[child].end_byte)
            return child;
    return index;
}

static bool is(const struct oracle *oracle, uint32_t node, const char *const *kinds)
{
    return syntax_node_is_one_of(oracle->tree, node, kinds);
}

static bool wraps_function(const struct oracle *oracle, uint32_t index)
{
    const struct node *nodes = oracle->tree->nodes.items;
    if (!is(oracle, index, wrappers))
        return false;
    for (uint32_t child = index + 1; child < nodes[index].next; child = nodes[child].next)
        if (is(oracle, child, functions))
            return true;
    return false;
}

/* Returns the innermost function that contains a byte, or the root. */
static uint32_t function_at(const struct oracle *oracle, size_t byte)
{
    uint32_t function = 0;
    for (uint32_t at = 0, child; (child = child_at(oracle, at, byte)) != at; at = child)
        if (wraps_function(oracle, child) ||
            (is(oracle, child, functions) && !wraps_function(oracle, at)))
            function = child;
    return function;
}

/* Returns the class that contains a byte, or the run of other statements around it. */
static struct byte_range run_at(const struct oracle *oracle, size_t byte)
{
    const struct node *nodes = oracle->tree->nodes.items;
    struct byte_range run = {0, 0};
    bool is_empty = true;
    for (uint32_t child = 1; child < nodes[0].next; child = nodes[child].next) {
        bool is_definition = is(oracle, child, definitions);
        struct byte_range bytes = {nodes[child].start_byte, nodes[child].end_byte};
        if (is_definition && bytes.start <= byte && byte < bytes.end)
            return bytes;
        if (is_definition && !is_empty && run.end > byte)
            break;
        if (is_definition) {
            is_empty = true;
        } else if (!is(oracle, child, language_python.skipped_kinds)) {
            run = (struct byte_range){is_empty ? bytes.start : run.start, bytes.end};
            is_empty = false;
        }
    }
    return run;
}

static size_t without_blanks(const struct program *program, struct byte_range bytes)
{
    while (bytes.end > bytes.start && strchr(" \t\f\r\n", program->source[bytes.end - 1]))
        bytes.end--;
    return bytes.end;
}

/* The code of a part begins with that of the tree, and ends with it, except for comments. */
static bool is_same(const struct program *program, struct byte_range part, struct byte_range node)
{
    while (part.start < part.end && strchr(" \t\f", program->source[part.start]))
        part.start++;
    size_t part_end = without_blanks(program, part), node_end = without_blanks(program, node);
    size_t from = part_end < node_end ? part_end : node_end;
    size_t to = part_end < node_end ? node_end : part_end;
    size_t token = program_token_from(program, from);
    while (token < program->tokens.n && token_is_layout(&program->tokens.items[token]))
        token++;
    return part.start == node.start &&
           (token == program->tokens.n || program->tokens.items[token].start_byte >= to);
}

static void check_token(struct oracle *oracle, const struct program_parts *parts, size_t byte)
{
    const struct node *nodes = oracle->tree->nodes.items;
    uint32_t function = function_at(oracle, byte);
    struct byte_range node =
        function ? (struct byte_range){nodes[function].start_byte, nodes[function].end_byte}
                 : run_at(oracle, byte);
    struct program_part part = parts_enclosing(parts, oracle->program, byte);
    if (!is_same(oracle->program, part.bytes, node) ||
        (part.kind == PART_FUNCTION) != (function != 0))
        fail_msg("byte %zu is in %zu to %zu of the tree, but the part is %zu to %zu of:\n%.*s",
                 byte, node.start, node.end, part.bytes.start, part.bytes.end,
                 (int)oracle->program->length, oracle->program->source);
    oracle->n_tokens++;
    oracle->n_functions += function != 0;
}

static void check_program(struct oracle *oracle, const char *text, size_t length)
{
    scoped(program) program = {0};
    scoped(program_parts) parts = {0};
    if (!program_read(&program, oracle->parser, text, length))
        return;
    oracle->program = &program;
    oracle->tree = &program.tree;
    oracle->n_programs++;
    parts_find(&parts, &program);
    for (size_t i = 0; i < program.tokens.n; i++)
        if (!token_is_layout(&program.tokens.items[i]))
            check_token(oracle, &parts, program.tokens.items[i].start_byte);
}

static void visit_python(const struct corpus_source *source, void *context)
{
    check_program(context, source->text, source->length);
}

TEST(parts__are_those_of_the_trees)
{
    struct oracle oracle = {.parser = syntax_parser_new(&language_python)};
    corpus_visit(visit_python, &oracle);
    for (size_t i = 0; dense_programs[i]; i++)
        check_program(&oracle, dense_programs[i], strlen(dense_programs[i]));
    assert_true(oracle.n_programs > 100 && oracle.n_functions > 1000);
    printf("note: the parts around %zu tokens of %zu programs are those of the trees; %zu of them "
           "are functions\n",
           oracle.n_tokens, oracle.n_programs, oracle.n_functions);
    syntax_parser_free(oracle.parser);
}

/* ---- C, C++ and Java: the functions ---- */

struct counts {
    struct syntax_parser *parser;
    const char *const *kinds; /* of nodes that are functions with a body */
    unsigned n_programs, n_functions, n_different;
};

/* Returns the last byte of a node's text, without what is after it on its line. */
static bool ends_at(const struct program *program, const struct program_part *part, uint32_t byte)
{
    return part->bytes.end >= byte && part->bytes.start < byte &&
           memchr(program->source + byte, '}', part->bytes.end - byte) == NULL;
}

/* Returns whether it is a statement: `rep(i, n) { }` is a function to the grammar. */
static bool is_macro(const struct syntax_tree *tree, uint32_t node)
{
    return syntax_node_is(tree, tree->nodes.items[node].parent, "compound_statement");
}

static void visit_braces(const struct corpus_source *source, void *context)
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
        if (!syntax_node_is_one_of(&program.tree, node, counts->kinds) ||
            program.source[program.tree.nodes.items[node].end_byte - 1] != '}' ||
            is_macro(&program.tree, node))
            continue;
        n_nodes++;
        bool is_found = false;
        for (size_t i = 0; i < parts.list.n && !is_found; i++)
            is_found =
                parts.list.items[i].kind == PART_FUNCTION &&
                ends_at(&program, &parts.list.items[i], program.tree.nodes.items[node].end_byte);
        n_found += is_found;
    }
    counts->n_functions += (unsigned)n_nodes;
    if (n_parts != n_nodes || n_found != n_nodes) {
        counts->n_different++;
        printf("%s: %zu functions, the tree has %zu, %zu of them are found\n", source->path,
               n_parts, n_nodes, n_found);
    }
}

TEST(parts_braces__of_real_programs_are_those_of_their_trees)
{
    static const char *const methods[] = {"method_declaration", "constructor_declaration",
                                          "compact_constructor_declaration", NULL};
    for (int i = 1; languages[i]; i++) {
        scoped(syntax_parser) *parser = syntax_parser_new(languages[i]);
        struct counts counts = {.parser = parser,
                                .kinds = languages[i] == &language_java ? methods : functions};
        corpus_visit_language(languages[i], visit_braces, &counts);
        printf("note: %s: %u functions of %u programs that parse; %u programs differ\n",
               languages[i]->name, counts.n_functions, counts.n_programs, counts.n_different);
        assert_true(counts.n_different * 100 <= counts.n_programs);
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
