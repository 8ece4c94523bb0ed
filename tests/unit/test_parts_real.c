/* The parts that the tokens of real programs show are those of their trees. */
#include "tests/support/corpus.h"
#include "tests/support/test.h"
#include "tokenize/parts.h"

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

static void visit(const struct corpus_source *source, void *context)
{
    check_program(context, source->text, source->length);
}

TEST(parts__are_those_of_the_trees)
{
    struct oracle oracle = {.parser = syntax_parser_new(&language_python)};
    corpus_visit(visit, &oracle);
    for (size_t i = 0; dense_programs[i]; i++)
        check_program(&oracle, dense_programs[i], strlen(dense_programs[i]));
    assert_true(oracle.n_programs > 100 && oracle.n_functions > 1000);
    printf("note: the parts around %zu tokens of %zu programs are those of the trees; %zu of them "
           "are functions\n",
           oracle.n_tokens, oracle.n_programs, oracle.n_functions);
    syntax_parser_free(oracle.parser);
}
