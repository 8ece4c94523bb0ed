/* tokfix tokens: how a program is cut into tokens. */
#include "base/file.h"
#include "base/terminal.h"
#include "base/utf8.h"
#include "classify/dialect.h"
#include "miner/command.h"

#include <getopt.h>
#include <string.h>

static const char help[] =
    "Usage: tokfix tokens FILE [OPTION]...\n\n"
    "Prints the tokens of a program as tokfix compares them, one a line, separated by tabs:\n"
    "index, line, column (from 0, code points), start byte, end byte, class, kind and text; and\n"
    "the dialect of the program. Line ends and blocks stand where the token before them ends.\n"
    "FILE may be -, standard input.\n\n"
    "Options:\n"
    "      --language NAME    language of the program (default: python)\n"
    "  -h, --help             this text\n\n"
    "Exit status: 0 done, 1 failed (also: the program does not parse), 2 wrong command line.\n\n"
    "Examples:\n"
    "  tokfix tokens s123456789.py\n"
    "  diff <(tokfix tokens a.py | cut -f8) <(tokfix tokens b.py | cut -f8)\n";

enum { OPTION_LANGUAGE = 256 };

static const struct option long_options[] = {
    {"language", required_argument, NULL, OPTION_LANGUAGE},
    {"help", no_argument, NULL, 'h'},
    {NULL, 0, NULL, 0},
};

static void print_token(const struct program *program, size_t index, struct position position)
{
    static const char *const classes[] = {"code", "text", "line_end", "block_open", "block_close"};
    const struct token *token = &program->tokens.items[index];
    struct token_text text = program_token_text(program, index);
    struct str safe = {0};
    terminal_add_safe(&safe, text.bytes, text.length, 0);
    const char *kind = "";
    if (!token_is_layout(token))
        kind =
            syntax_kind_name(program->tree.language, program->tree.nodes.items[token->node].kind);
    printf("%zu\t%u\t%u\t%u\t%u\t%s\t%s\t%s\n", index, position.line, position.column,
           token->start_byte, token->end_byte, classes[token->class], kind, str_text(&safe));
    str_release(&safe);
}

static int print_tokens(const struct language *language, const char *path,
                        const struct str *content, struct err *err)
{
    struct syntax_parser *parser;
    struct program program = {0};
    size_t mark = utf8_byte_order_mark(str_text(content), content->length);
    const char *code = str_text(content) + mark;
    size_t length = content->length - mark;
    if (!utf8_is_valid(code, length))
        return err_set(err, "'%s' is not UTF-8", path);
    if (syntax_parser_new(&parser, language, err) != 0)
        return ERR;
    int status = 0;
    enum tokenize_result result = program_tokenize(&program, parser, code, length, NULL);
    if (result == TOKENIZE_OK) {
        struct position position = {.line = 1};
        size_t byte = 0;
        for (size_t i = 0; i < program.tokens.n; i++) {
            size_t next = program.tokens.items[i].start_byte;
            source_position_advance(&position, code, length, byte, next);
            print_token(&program, i, position);
            byte = next;
        }
        struct dialect_finder *dialects = dialect_finder_new(language);
        const char *dialect = dialect_find(dialects, &program, NULL);
        if (dialect)
            printf("dialect\t%s\n", dialect);
        dialect_finder_free(dialects);
    } else if (result == TOKENIZE_TOO_MANY_SYMBOLS) {
        status = err_set(err, "'%s' has too many words and signs to be parsed safely", path);
    } else {
        struct position place = source_position(code, length, program.tree.error_byte);
        status = program.tree.has_error
                     ? err_set(err, "'%s' does not parse as %s: line %u, column %u", path,
                               language->name, place.line, place.column)
                     : err_set(err,
                               "'%s' does not parse as %s: a zero byte, a character that is "
                               "no blank between tokens, or an indentation that fits no block",
                               path, language->name);
    }
    program_release(&program);
    syntax_parser_free(parser);
    return status;
}

static int run(const struct command *command, int argc, char **argv)
{
    const struct language *language = languages[0];
    int code;
    while ((code = getopt_long(argc, argv, ":h", long_options, NULL)) != -1) {
        if (code == 'h')
            return command_help(command);
        if (code != OPTION_LANGUAGE)
            return command_bad_option(command, code, argv);
        language = command_language(command, optarg);
        if (!language)
            return EXIT_USAGE;
    }
    if (argc - optind != 1)
        return command_usage(command, "name one file, or -");
    struct err err;
    struct str content = {0};
    int status = file_read(&content, argv[optind], &err);
    if (status == 0)
        status = print_tokens(language, argv[optind], &content, &err);
    str_release(&content);
    return status == 0 ? EXIT_OK : command_fail(command, &err);
}

const struct command command_tokens = {
    .name = "tokens",
    .summary = "how a program is cut into tokens",
    .help = help,
    .run = run,
};
