/* Places are looked for from a token on that chance gives. */
#include "tests/support/mutation.h"

#include "tests/support/programs.h"
#include "tests/support/run.h"
#include "tokenize/difference.h"

#include <string.h>

#define NO_TOKEN SIZE_MAX

static const char *const any_token[] = {"x",          "max",
                                        "not",        "and",
                                        "or",         "in",
                                        "is",         "not in",
                                        "is not",     "if",
                                        "else",       "for",
                                        "lambda",     "None",
                                        "True",       "print",
                                        "await",      "0",
                                        "1",          "10",
                                        "0x1f",       "1.5",
                                        "1.",         ".5",
                                        "1e9",        "1_0",
                                        "2j",         "''",
                                        "'a'",        "\"b\"",
                                        "'#'",        "'\"'",
                                        "\"'\"",      "'\\''",
                                        "r'\\'",      "b'x'",
                                        "f'{x}'",     "f'{x!r:>{w}}'",
                                        "f'{{'",      "f'{x[\"a\"]}'",
                                        "'''a\nb'''", "\"\"\"'\"\"\"",
                                        "`x`",        "(",
                                        ")",          "[",
                                        "]",          "{",
                                        "}",          ",",
                                        ":",          ";",
                                        ".",          "...",
                                        "=",          "==",
                                        "!=",         "<>",
                                        "<",          "<=",
                                        "<<",         "<<=",
                                        ">",          ">=",
                                        ">>",         ">>=",
                                        "->",         ":=",
                                        "+",          "+=",
                                        "-",          "-=",
                                        "*",          "**",
                                        "*=",         "**=",
                                        "/",          "//",
                                        "/=",         "//=",
                                        "%",          "%=",
                                        "@",          "@=",
                                        "&",          "&=",
                                        "|",          "|=",
                                        "^",          "^=",
                                        "~",          "りんご",
                                        "x #",        "\\\n",
                                        "$",          "?",
                                        "!"};

static const char *const string_parts[] = {
    "a",     " ",     "'",      "\"",    "'''",     "\"\"\"", "#",         "\\",  "\\n", "\\'",
    "\\\"",  "\\\\",  "\\\n",   "\n",    "\r\n",    "{",      "}",         "{{",  "}}",  "{x}",
    "{ x }", "{x!r}", "{x:>3}", "{'a'}", "{\"a\"}", "\\{",    "\\N{DASH}", "\\u", "%d",  "リ"};

static const char *const comments[] = {"#", "# it's", "# \"", "#'''", "#\\", "# x = (", "  # {リ"};

#define ONE_OF(array, chance) ((array)[dice_below(chance, sizeof(array) / sizeof *(array))])

const char *mutation_name(enum mutation mutation)
{
    static const char *const names[N_MUTATIONS] = {
        "token of the program",
        "token of its kind",
        "token at will",
        "not",
        "text in a string",
        "quotes",
        "swap tokens",
        "two tokens",
        "swap lines",
        "delete a line",
        "double a line",
        "indent a line",
        "comment",
        "blank line",
        "tail of a line",
        "space",
        "line ends",
        "break",
        "reindent",
        "spaces",
        "byte",
    };
    return names[mutation];
}

bool mutation_is_layout(enum mutation mutation)
{
    return mutation >= MUTATE_COMMENT && mutation <= MUTATE_SPACES;
}

/* Puts the program with other bytes from `start` to `end` into `out`. */
static bool splice(struct str *out, const struct program *program, size_t start, size_t end,
                   const char *text)
{
    str_clear(out);
    str_add(out, program->source, start);
    str_add_text(out, text);
    str_add(out, program->source + end, program->length - end);
    return true;
}

static const struct token *token_at(const struct program *program, size_t index)
{
    return &program->tokens.items[index];
}

typedef bool token_test(const struct program *program, size_t index);

/* A token that passes the test, or NO_TOKEN. */
static size_t pick(const struct program *program, struct dice *chance, token_test *test)
{
    size_t first = dice_below(chance, program->tokens.n);
    for (size_t i = 0; i < program->tokens.n; i++)
        if (test(program, (first + i) % program->tokens.n))
            return (first + i) % program->tokens.n;
    return NO_TOKEN;
}

static bool has_text(const struct program *program, size_t index)
{
    return !token_is_layout(token_at(program, index));
}

static bool is_line_end(const struct program *program, size_t index)
{
    return token_at(program, index)->kind == TOKEN_LINE_END;
}

static bool is_string(const struct program *program, size_t index)
{
    enum token_kind kind = (enum token_kind)token_at(program, index)->kind;
    return kind == TOKEN_STRING || kind == TOKEN_QUOTE || kind == TOKEN_TEXT;
}

static bool is_first_of_line(const struct program *program, size_t index)
{
    return has_text(program, index) && (index == 0 || !has_text(program, index - 1));
}

static bool is_behind_a_token(const struct program *program, size_t index)
{
    return has_text(program, index) && index > 0 && has_text(program, index - 1);
}

/* Where the token before, which there is, ends. */
static size_t start_of_gap(const struct program *program, size_t index)
{
    return token_at(program, index - 1)->end_byte;
}

static size_t start_of_line(const struct program *program, size_t at)
{
    while (at && !strchr("\r\n", program->source[at - 1]))
        at--;
    return at;
}

static size_t end_of_line(const struct program *program, size_t at)
{
    const char *end = memchr(program->source + at, '\n', program->length - at);
    return end ? (size_t)(end - program->source) + 1 : program->length;
}

/* Puts a token in the place of another; a blank goes where it must, as a rule. */
static bool replace(struct str *out, const struct program *program, size_t index,
                    struct token_text text, struct dice *chance)
{
    const struct token *token = token_at(program, index);
    str_clear(out);
    if (dice_below(chance, 8)) {
        edit_apply(out, program->source, program->length, token->start_byte, token->end_byte,
                   text.bytes, text.length);
        return true;
    }
    str_add(out, program->source, token->start_byte);
    str_add(out, text.bytes, text.length);
    str_add(out, program->source + token->end_byte, program->length - token->end_byte);
    return true;
}

/* A token for the place of another, or a text of no bytes. */
static struct token_text other_token(const struct program *program, size_t index,
                                     enum mutation mutation, struct dice *chance)
{
    if (mutation == MUTATE_TOKEN_AT_WILL) {
        const char *text = ONE_OF(any_token, chance);
        return (struct token_text){text, strlen(text)};
    }
    const struct node *nodes = program->tree.nodes.items;
    for (int i = 0; i < 30; i++) {
        size_t other = pick(program, chance, has_text);
        if (other == NO_TOKEN || program_tokens_equal(program, index, program, other))
            continue;
        uint32_t a = token_at(program, index)->node, b = token_at(program, other)->node;
        bool is_of_kind = nodes[a].kind == nodes[b].kind ||
                          (nodes[a].next == a + 1 && nodes[b].next == b + 1 &&
                           nodes[nodes[a].parent].kind == nodes[nodes[b].parent].kind);
        if (mutation == MUTATE_TOKEN_OF_PROGRAM || is_of_kind)
            return program_token_text(program, other);
    }
    return (struct token_text){NULL, 0};
}

static bool mutate_token(struct str *out, const struct program *program, enum mutation mutation,
                         struct dice *chance)
{
    size_t index = pick(program, chance, has_text);
    if (index == NO_TOKEN)
        return false;
    struct token_text text = other_token(program, index, mutation, chance);
    return text.bytes && replace(out, program, index, text, chance);
}

/* Replaces two tokens, each by the other or by any of the program. */
static bool mutate_two(struct str *out, const struct program *program, enum mutation mutation,
                       struct dice *chance)
{
    size_t a = pick(program, chance, has_text), b = pick(program, chance, has_text);
    if (a == NO_TOKEN || b == NO_TOKEN || program_tokens_equal(program, a, program, b))
        return false;
    size_t first = a < b ? a : b, second = a < b ? b : a;
    struct token_text for_first = program_token_text(program, second);
    struct token_text for_second = program_token_text(program, first);
    if (mutation == MUTATE_TWO_TOKENS) {
        for_first = other_token(program, first, MUTATE_TOKEN_OF_KIND, chance);
        for_second = other_token(program, second, MUTATE_TOKEN_OF_KIND, chance);
    }
    if (!for_first.bytes || !for_second.bytes)
        return false;
    scoped(str) behind = {0};
    replace(&behind, program, second, for_second, chance);
    const struct token *token = token_at(program, first);
    str_clear(out);
    edit_apply(out, str_text(&behind), behind.length, token->start_byte, token->end_byte,
               for_first.bytes, for_first.length);
    return true;
}

static bool is_negatable(const struct program *program, size_t index)
{
    static const char *const texts[] = {"not", "in", "is", "not in", "is not"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (token_is(program, index, texts[i]))
            return true;
    return false;
}

static bool mutate_not(struct str *out, const struct program *program, struct dice *chance)
{
    static const char *const others[][2] = {
        {"not", ""}, {"in", "not in"}, {"is", "is not"}, {"not in", "in"}, {"is not", "is"}};
    size_t index = dice_below(chance, 2) ? pick(program, chance, is_negatable) : NO_TOKEN;
    for (size_t i = 0; index != NO_TOKEN && i < sizeof others / sizeof *others; i++)
        if (token_is(program, index, others[i][0]))
            return replace(out, program, index,
                           (struct token_text){others[i][1], strlen(others[i][1])}, chance);
    index = pick(program, chance, has_text);
    if (index == NO_TOKEN)
        return false;
    const struct token *token = token_at(program, index);
    str_clear(out);
    edit_apply(out, program->source, program->length, token->start_byte, token->start_byte, "not",
               3);
    return true;
}

static bool mutate_string(struct str *out, const struct program *program, struct dice *chance)
{
    size_t index = pick(program, chance, is_string);
    if (index == NO_TOKEN)
        return false;
    const struct token *token = token_at(program, index);
    size_t at = token->start_byte + dice_below(chance, token->end_byte - token->start_byte);
    while (at < token->end_byte && ((unsigned char)program->source[at] & 0xc0) == 0x80)
        at++; /* not inside a character */
    bool deletes = dice_below(chance, 4) == 0 && at < token->end_byte &&
                   (unsigned char)program->source[at] < 0x80;
    return splice(out, program, at, at + deletes, deletes ? "" : ONE_OF(string_parts, chance));
}

static bool mutate_quotes(struct str *out, const struct program *program, struct dice *chance)
{
    size_t index = pick(program, chance, is_string);
    if (index == NO_TOKEN)
        return false;
    const struct token *token = token_at(program, index);
    splice(out, program, 0, 0, "");
    for (size_t i = token->start_byte; i < token->end_byte; i++)
        if (strchr("'\"", out->text[i]))
            out->text[i] = out->text[i] == '"' ? '\'' : '"';
    return true;
}

static bool mutate_line(struct str *out, const struct program *program, enum mutation mutation,
                        struct dice *chance)
{
    size_t start = start_of_line(program, dice_below(chance, program->length));
    size_t end = end_of_line(program, start);
    scoped(str) line = {0};
    str_add(&line, program->source + start, end - start);
    if (mutation == MUTATE_SWAP_LINES) {
        size_t next_end = end_of_line(program, end);
        scoped(str) lines = {0};
        str_add(&lines, program->source + end, next_end - end);
        str_add_text(&lines, str_text(&line));
        splice(out, program, start, next_end, str_text(&lines));
    } else if (mutation == MUTATE_DUPLICATE_LINE) {
        splice(out, program, start, start, str_text(&line));
    } else {
        splice(out, program, start, end, "");
    }
    return true;
}

static bool mutate_indentation(struct str *out, const struct program *program, struct dice *chance)
{
    static const char *const indentations[] = {" ", "  ", "    ", "\t"};
    size_t index = pick(program, chance, is_first_of_line);
    if (index == NO_TOKEN)
        return false;
    size_t start = start_of_line(program, token_at(program, index)->start_byte), end = start;
    if (dice_below(chance, 2))
        return splice(out, program, start, start, ONE_OF(indentations, chance));
    while (end < program->length && end < start + 4 && program->source[end] == ' ')
        end++;
    return splice(out, program, start, end, "");
}

static bool mutate_comment(struct str *out, const struct program *program, struct dice *chance)
{
    size_t index = pick(program, chance, is_line_end);
    if (index == NO_TOKEN)
        return false;
    size_t at = token_at(program, index)->end_byte, end = end_of_line(program, at);
    bool is_comment = false;
    for (size_t i = at; i < end && !is_comment; i++)
        is_comment = program->source[i] == '#';
    while (is_comment && end > at && strchr("\r\n", program->source[end - 1]))
        end--;
    if (is_comment)
        return splice(out, program, at, end, dice_below(chance, 2) ? "" : ONE_OF(comments, chance));
    if (dice_below(chance, 2))
        return splice(out, program, at, at, ONE_OF(comments, chance));
    scoped(str) line = str_of("%*s%s\n", (int)dice_below(chance, 6), "", ONE_OF(comments, chance));
    at = start_of_line(program, at);
    if (index == 0 || token_at(program, index - 1)->start_byte < at)
        at = end; /* the line may start inside a token */
    splice(out, program, at, at, str_text(&line));
    return true;
}

/* At or after the end of a logical line. */
static bool mutate_line_end(struct str *out, const struct program *program, enum mutation mutation,
                            struct dice *chance)
{
    static const char *const lines[] = {"\n", "\n\n", " \n", "\t\f\n", "\r\n"};
    static const char *const tails[] = {" ", "\t", "   ", "\f", " \\\n"};
    size_t index = pick(program, chance, is_line_end);
    if (index == NO_TOKEN)
        return false;
    size_t at = token_at(program, index)->end_byte;
    if (mutation == MUTATE_LINE_TAIL)
        return splice(out, program, at, at, ONE_OF(tails, chance));
    at = end_of_line(program, at);
    if (dice_below(chance, 2))
        return splice(out, program, at, at, ONE_OF(lines, chance));
    size_t end = at;
    while (end < program->length && program->source[end] == '\n')
        end++;
    return splice(out, program, at, end, "");
}

static bool mutate_gap(struct str *out, const struct program *program, enum mutation mutation,
                       struct dice *chance)
{
    static const char *const blanks[] = {"", " ", "  ", "\t", "\f", " \t "};
    static const char *const breaks[] = {"\\\n", " \\\r\n ", "\n", "\n    ", "\r", " # c\n", " "};
    size_t index = pick(program, chance, is_behind_a_token);
    if (index == NO_TOKEN)
        return false;
    return splice(out, program, start_of_gap(program, index), token_at(program, index)->start_byte,
                  mutation == MUTATE_SPACE ? ONE_OF(blanks, chance) : ONE_OF(breaks, chance));
}

static bool is_no_sign(char c)
{
    return !strchr("'\"", c) && !strchr(language_python.tokens.signs, c);
}

/* A blank in all gaps, or in those only that need one. */
static bool mutate_all_gaps(struct str *out, const struct program *program, struct dice *chance)
{
    bool is_dense = dice_below(chance, 2);
    size_t copied = 0;
    str_clear(out);
    for (size_t i = 1; i < program->tokens.n; i++) {
        if (!is_behind_a_token(program, i))
            continue;
        size_t start = start_of_gap(program, i), end = token_at(program, i)->start_byte;
        str_add(out, program->source + copied, start - copied);
        if (!is_dense ||
            (is_no_sign(program->source[start - 1]) && is_no_sign(program->source[end])))
            str_add_text(out, " ");
        copied = end;
    }
    str_add(out, program->source + copied, program->length - copied);
    return true;
}

static bool mutate_line_ends(struct str *out, const struct program *program, struct dice *chance)
{
    static const char *const line_ends[] = {"\r\n", "\r", "\n"};
    const char *line_end = ONE_OF(line_ends, chance);
    bool is_mixed = dice_below(chance, 4) == 0;
    str_clear(out);
    for (size_t i = 0; i < program->length; i++) {
        bool is_crlf =
            program->source[i] == '\r' && i + 1 < program->length && program->source[i + 1] == '\n';
        if (is_mixed)
            line_end = ONE_OF(line_ends, chance);
        if (strchr("\r\n", program->source[i]))
            str_add_text(out, line_end);
        else
            str_add(out, program->source + i, 1);
        i += is_crlf;
    }
    return true;
}

/* Lines in brackets stay where they are. */
static bool mutate_all_indentation(struct str *out, const struct program *program,
                                   struct dice *chance)
{
    static const char *const units[] = {" ", "  ", "   ", "        ", "\t"};
    const char *unit = ONE_OF(units, chance);
    size_t depth = 0, copied = 0;
    str_clear(out);
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = token_at(program, i);
        depth += token->kind == TOKEN_BLOCK_OPEN;
        depth -= token->kind == TOKEN_BLOCK_CLOSE;
        if (!is_first_of_line(program, i))
            continue;
        size_t start = start_of_line(program, token->start_byte);
        if (start < copied)
            continue; /* after a line continuation */
        str_add(out, program->source + copied, start - copied);
        for (size_t level = 0; level < depth; level++)
            str_add_text(out, unit);
        copied = token->start_byte;
    }
    str_add(out, program->source + copied, program->length - copied);
    return true;
}

static bool mutate_byte(struct str *out, const struct program *program, struct dice *chance)
{
    static const char bytes[] = "ab_0 1.xeE\t\n\r\f\\'\"\"#{}()[]:;,=<>!+-*/%@&|^~$?`\v\x7f";
    size_t at = dice_below(chance, program->length);
    char byte[2] = {bytes[dice_below(chance, sizeof bytes - 1)]};
    if ((unsigned char)program->source[at] >= 0x80)
        return false; /* what is left must be UTF-8 */
    bool replaces = dice_below(chance, 2);
    return splice(out, program, at, at + replaces, dice_below(chance, 4) ? byte : "");
}

bool mutate(struct str *out, const struct program *program, enum mutation mutation,
            struct dice *chance)
{
    switch (mutation) {
    case MUTATE_TOKEN_OF_PROGRAM:
    case MUTATE_TOKEN_OF_KIND:
    case MUTATE_TOKEN_AT_WILL:
        return mutate_token(out, program, mutation, chance);
    case MUTATE_NOT:
        return mutate_not(out, program, chance);
    case MUTATE_STRING:
        return mutate_string(out, program, chance);
    case MUTATE_QUOTES:
        return mutate_quotes(out, program, chance);
    case MUTATE_SWAP_TOKENS:
    case MUTATE_TWO_TOKENS:
        return mutate_two(out, program, mutation, chance);
    case MUTATE_SWAP_LINES:
    case MUTATE_DELETE_LINE:
    case MUTATE_DUPLICATE_LINE:
        return mutate_line(out, program, mutation, chance);
    case MUTATE_INDENT_LINE:
        return mutate_indentation(out, program, chance);
    case MUTATE_COMMENT:
        return mutate_comment(out, program, chance);
    case MUTATE_BLANK_LINE:
    case MUTATE_LINE_TAIL:
        return mutate_line_end(out, program, mutation, chance);
    case MUTATE_SPACE:
    case MUTATE_BREAK:
        return mutate_gap(out, program, mutation, chance);
    case MUTATE_SPACES:
        return mutate_all_gaps(out, program, chance);
    case MUTATE_LINE_ENDS:
        return mutate_line_ends(out, program, chance);
    case MUTATE_REINDENT:
        return mutate_all_indentation(out, program, chance);
    default:
        return mutate_byte(out, program, chance);
    }
}
