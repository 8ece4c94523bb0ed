/* tokfix tokens: how a program is cut into tokens. */
#include "base/json.h"
#include "base/terminal.h"
#include "classify/dialect.h"
#include "cli/command_line.h"
#include "commands/commands.h"
#include "commands/values.h"
#include "miner/source.h"

#include <string.h>

struct arguments {
    const struct language *language;
    bool is_json;
};

static const struct command_option own_options[] = {
    {0, "language", "NAME", "language of the program", LANGUAGE_DEFAULT,
     TO_LANGUAGE(arguments, language)},
    {0, "json", NULL, "JSON lines: an object for each token, then one for the dialect",
     TO_FLAG(arguments, is_json)},
    {0},
};

static const char *const classes[] = {"code", "text", "line_end", "block_open", "block_close"};

static const char *kind_of(const struct program *program, const struct token *token)
{
    if (token_is_layout(token))
        return "";
    return syntax_kind_name(program->tree.language, program->tree.nodes.items[token->node].kind);
}

static void print_token(const struct program *program, size_t index, struct position position)
{
    const struct token *token = &program->tokens.items[index];
    struct token_text text = program_token_text(program, index);
    struct str safe = {0};
    terminal_add_safe(&safe, text.bytes, text.length, 0);
    printf("%zu\t%u\t%u\t%u\t%u\t%s\t%s\t%s\n", index, position.line, position.column,
           token->start_byte, token->end_byte, classes[token->class], kind_of(program, token),
           str_text(&safe));
    str_release(&safe);
}

static void print_token_json(const struct program *program, size_t index, struct position position)
{
    const struct token *token = &program->tokens.items[index];
    struct token_text text = program_token_text(program, index);
    struct json *line = json_object();
    struct str copy = {0};
    str_add(&copy, text.bytes, text.length);
    json_set_int(line, "index", (int64_t)index);
    json_set_int(line, "line", position.line);
    json_set_int(line, "column", position.column);
    json_set_int(line, "start_byte", token->start_byte);
    json_set_int(line, "end_byte", token->end_byte);
    json_set_text(line, "class", classes[token->class]);
    json_set_text(line, "kind", kind_of(program, token));
    json_set_text(line, "text", str_text(&copy));
    json_write_line(line, stdout);
    json_free(line);
    str_release(&copy);
}

static void print_dialect(const struct program *program, const struct arguments *arguments)
{
    struct dialect_finder *dialects = dialect_finder_new(arguments->language);
    const char *dialect = dialect_find(dialects, program, NULL);
    if (dialect)
        printf(arguments->is_json ? "{\"dialect\":\"%s\"}\n" : "dialect\t%s\n", dialect);
    dialect_finder_free(dialects);
}

static void print_program(const struct program *program, const struct arguments *arguments)
{
    struct position position = {.line = 1};
    size_t byte = 0;
    if (!arguments->is_json)
        puts("index\tline\tcolumn\tstart_byte\tend_byte\tclass\tkind\ttext");
    for (size_t i = 0; i < program->tokens.n; i++) {
        size_t next = program->tokens.items[i].start_byte;
        source_position_advance(&position, program->source, program->length, byte, next);
        (arguments->is_json ? print_token_json : print_token)(program, i, position);
        byte = next;
    }
    print_dialect(program, arguments);
}

static int print_tokens(const struct arguments *arguments, const char *path, struct source *source,
                        struct err *err)
{
    struct str why = {0};
    if (source_read_file(source, path, err) != 0)
        return ERR;
    struct syntax_parser *parser = syntax_parser_new(arguments->language);
    if (source->text_reason == REJECT_NONE)
        source_parse(source, parser, NULL);
    int status = 0;
    if (source_explain(&why, source, path))
        status = err_set(err, "%s", str_text(&why));
    else
        print_program(&source->program, arguments);
    str_release(&why);
    syntax_parser_free(parser);
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct arguments arguments = {0};
    int status;
    if (!command_line_read(command, argc, argv, &arguments, &status))
        return status;
    struct err err;
    struct source source = {0};
    status = print_tokens(&arguments, argv[optind], &source, &err);
    source_release(&source);
    return status == 0 ? EXIT_OK : command_fail(command, &err);
}

static const struct command_group groups[] = {{"Options", own_options, 0}, {0}};

const struct command command_tokens = {
    .name = "tokens",
    .summary = "how a program is cut into tokens",
    .synopsis = "FILE [OPTION]...",
    .text =
        "Prints the tokens of a program as tokfix compares them: a header, then a line for each "
        "token, separated by tabs: index, line (from 1), column (from 0, code points), start byte, "
        "end byte, class, kind and text; and the dialect of the program. If the program does not "
        "parse, the message begins with FILE:LINE:COLUMN. The place of line ends and blocks is the "
        "end of the token before them. FILE may be -, standard input.",
    .groups = groups,
    .exit_status = "0\tdone\n1\tfailed; also: the program does not parse\n2\twrong command line",
    .examples = "tokfix tokens s123456789.py\n"
                "diff <(tokfix tokens a.py | cut -f8) <(tokfix tokens b.py | cut -f8)",
    .operands = {"one file, or -", 1, 1, NULL},
    .run = run,
};
