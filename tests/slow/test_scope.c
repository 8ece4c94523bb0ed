/* Scopes and uses of names agree with CPython's parser and symbol tables. */
#include "tests/support/corpus.h"
#include "tests/support/programs.h"
#include "tests/support/test.h"
#include "tokenize/scope.h"

struct dump {
    FILE *file;
    struct scopes scopes;
    int n_programs;
};

/* The names that CPython's symbol tables have. */
static const char *kind_of(const struct program *program, const struct scope *scope)
{
    static const char *const names[] = {"module", "function", "lambda", "class"};
    if (!scope_is_comprehension(scope))
        return names[scope->kind];
    if (syntax_node_is(&program->tree, scope->node, "list_comprehension"))
        return "listcomp";
    if (syntax_node_is(&program->tree, scope->node, "generator_expression"))
        return "genexpr";
    return syntax_node_is(&program->tree, scope->node, "set_comprehension") ? "setcomp"
                                                                            : "dictcomp";
}

static bool is_in_text(const struct program *program, uint32_t node)
{
    for (; node != 0; node = program->tree.nodes.items[node].parent)
        if (syntax_node_is(&program->tree, node, "interpolation") ||
            syntax_node_is(&program->tree, node, "format_expression"))
            return true;
    return false;
}

/* Line from 1, column from 0 in bytes. */
static void place_of(const struct program *program, uint32_t byte, uint32_t *line, uint32_t *column)
{
    *line = text_position(program->source, program->length, byte).line;
    uint32_t start = byte;
    while (start > 0 && !strchr("\r\n", program->source[start - 1]))
        start--;
    *column = byte - start;
}

static void print_program(struct dump *dump, const char *path, const struct program *program)
{
    const struct scopes *scopes = &dump->scopes;
    uint32_t line, column;
    fprintf(dump->file, "P\t%s\n", path);
    for (size_t i = 0; i < scopes->scopes.n; i++) {
        const struct scope *scope = &scopes->scopes.items[i];
        place_of(program, program->tree.nodes.items[scope->node].start_byte, &line, &column);
        fprintf(dump->file, "S\t%s\t%u\t%u\t%u\t%d\n", kind_of(program, scope), line, column,
                scope->parent, is_in_text(program, scope->node));
    }
    for (size_t i = 0; i < scopes->uses.n; i++) {
        const struct name_use *use = &scopes->uses.items[i];
        const struct variable *variable = &scopes->variables.items[use->variable];
        const struct token *token = &program->tokens.items[use->token];
        place_of(program, token->start_byte, &line, &column);
        fprintf(dump->file, "U\t%u\t%u\t%.*s\t%d\t%u\t%d\t%d\n", line, column,
                (int)variable->name.length, variable->name.bytes, use->kind, use->scope,
                variable->bindings ? (int)variable->scope : -1, is_in_text(program, token->node));
    }
}

static void dump_source(const struct corpus_source *source, void *context)
{
    struct dump *dump = context;
    scoped(program) program = {0};
    if (tokenize_bytes(&program, source->text, source->length)) {
        scopes_find(&dump->scopes, &program);
        print_program(dump, source->path, &program);
        dump->n_programs++;
    }
}

TEST(scopes__are_those_of_pythons_compiler)
{
    if (!has_python("names by Python's compiler"))
        skip();
    struct str output = {0};
    struct dump dump = {.file = fopen(scratch_path("scopes.tsv"), "w")};
    corpus_visit(dump_source, &dump);
    assert_int_equal(fclose(dump.file), 0);
    assert_true(dump.n_programs > 50);
    run_valid(&output, "python3 \"$SAMPLE/../oracle/scopes.py\" \"$SCRATCH/scopes.tsv\"");
    printf("note: %s", str_text(&output));
    str_release(&output);
    scopes_release(&dump.scopes);
}
