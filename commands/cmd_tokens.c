/* tokfix tokens: prints the tokens of a program. */
#include "base/json.h"
#include "base/terminal.h"
#include "classify/dialect.h"
#include "commands/commands.h"
#include "commands/one_language.h"
#include "commands/values.h"
#include "miner/source.h"

struct arguments {
    const char *path;
    const struct language *language;
    bool is_json;
};

static const struct command_option own_options[] = {
    {0, "language", "NAME", "language of the program", .otherwise = "that of its extension",
     TO_LANGUAGE(arguments, language)},
    {0, "json", NULL, "print JSON lines: one object for each token, then one for the dialect",
     TO_FLAG(arguments, is_json)},
    {0},
};

static const char *node_of(const struct program *program, const struct token *token)
{
    if (token_is_layout(token))
        return "";
    return syntax_kind_name(program->language, program->tree.nodes.items[token->node].kind);
}

static void print_token(const struct program *program, size_t index, struct position position)
{
    const struct token *token = &program->tokens.items[index];
    struct token_text text = program_token_text(program, index);
    scoped(str) safe = {0};
    terminal_add_safe(&safe, text.bytes, text.length, 0);
    printf("%zu\t%u\t%u\t%u\t%u\t%s\t%s\t%s\n", index, position.line, position.column,
           token->start_byte, token->end_byte, token_kind_names[token->kind],
           node_of(program, token), str_text(&safe));
}

static void print_token_json(const struct program *program, size_t index, struct position position)
{
    const struct token *token = &program->tokens.items[index];
    struct token_text text = program_token_text(program, index);
    scoped(json) *line = json_object();
    scoped(str) copy = {0};
    str_add(&copy, text.bytes, text.length);
    json_add(line, J_INT("index", (int64_t)index), J_INT("line", position.line),
             J_INT("column", position.column), J_INT("start_byte", token->start_byte),
             J_INT("end_byte", token->end_byte), J_TEXT("kind", token_kind_names[token->kind]),
             J_TEXT("node", node_of(program, token)), J_TEXT("text", str_text(&copy)));
    json_write_line(line, stdout);
}

static void print_dialect(const struct program *program, struct syntax_parser *parser,
                          const struct arguments *arguments)
{
    struct dialect_finder *dialects = dialect_finder_new(arguments->language);
    const char *dialect = dialect_find(dialects, parser, program, NULL, NULL);
    if (dialect)
        printf(arguments->is_json ? "{\"dialect\":\"%s\"}\n" : "dialect\t%s\n", dialect);
    dialect_finder_free(dialects);
}

static void print_program(const struct program *program, struct syntax_parser *parser,
                          const struct arguments *arguments)
{
    struct position position = {.line = 1};
    size_t byte = 0;
    if (!arguments->is_json)
        puts("index\tline\tcolumn\tstart_byte\tend_byte\tkind\tnode\ttext");
    for (size_t i = 0; i < program->tokens.n; i++) {
        size_t next = program->tokens.items[i].start_byte;
        source_position_advance(&position, program->source, program->length, byte, next);
        (arguments->is_json ? print_token_json : print_token)(program, i, position);
        byte = next;
    }
    print_dialect(program, parser, arguments);
}

static int run(const struct command *command, void *variables, struct err *err)
{
    struct arguments *arguments = variables;
    scoped(source) source = {0};
    scoped(str) why = {0};
    (void)command;
    if (one_language_of_files(&arguments->language, &arguments->path, 1, err) != 0 ||
        source_read_file(&source, arguments->language, arguments->path, err) != 0)
        return ERR;
    scoped(syntax_parser) *parser = syntax_parser_new(arguments->language);
    if (source.text_reason == REJECT_NONE)
        source_parse(&source, parser);
    bool is_refused = source_explain(&why, &source, arguments->path);
    if (source.program.tree.nodes.n)
        print_program(&source.program, parser, arguments);
    return is_refused ? err_set(err, "%s", str_text(&why)) : EXIT_OK;
}

const struct command command_tokens = {
    .name = "tokens",
    .manual =
        (const char[]){
#include "commands/help/tokens.txt.inc"
        },
    .groups = OPTION_GROUP(own_options),
    .operands = {"one file, or -", 1, 1, .first = OPTION_AT(const char *, arguments, path)},
    ARGUMENTS(arguments, 0),
    .run = run,
};
