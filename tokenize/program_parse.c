/* The tree is asked only where a token is in it: one walk goes through the tokens and the nodes
 * together, because both are in the order of the source.
 *
 * The grammar is handed the source without what means nothing to it. */
#include "tokenize/program.h"

#include <string.h>

static bool has_byte(const struct program *program, const struct token *token, char byte)
{
    return memchr(program->source + token->start_byte, byte, token->end_byte - token->start_byte);
}

static bool may_have_splice(const struct program *program, const struct token *token)
{
    return program->language->tokens.has_splices && token->kind <= TOKEN_SIGN &&
           token->kind != TOKEN_STRING &&
           has_byte(program, token, program->language->tokens.continuation);
}

/* Returns the end of a token in what the grammar reads. */
static uint32_t end_for_grammar(const struct program *program, const struct token *token)
{
    struct token_text text = {program->source + token->start_byte,
                              token->end_byte - token->start_byte};
    size_t n = text.length;
    if (token->spelling)
        n = token_operator_of(program->language, program->source, token).length;
    else if (may_have_splice(program, token))
        n = token_join(program->language, text, NULL);
    return token->start_byte + (uint32_t)n;
}

/* Moves on to the range that a token may be in. Returns whether the token is in it. */
static bool is_left_out(const struct lone_part *part, const struct token *token, size_t *range)
{
    while (*range < part->n_left_out && part->left_out[*range].end < token->end_byte)
        ++*range;
    return *range < part->n_left_out && part->left_out[*range].start <= token->start_byte;
}

static void find_nodes(struct program *program, const struct lone_part *part)
{
    const struct node *nodes = program->tree.nodes.items;
    uint32_t at = 0, child = 1; /* the children of `at` before `child` end before the token */
    size_t range = 0;
    for (size_t i = 0; i < program->tokens.n; i++) {
        struct token *token = &program->tokens.items[i];
        uint32_t end_byte = end_for_grammar(program, token);
        token->node = 0;
        if (token_is_layout(token) || is_left_out(part, token, &range))
            continue;
        for (; at != 0 && nodes[at].end_byte < end_byte; at = nodes[at].parent)
            child = nodes[at].next;
        while (child < nodes[at].next) {
            bool is_around =
                nodes[child].start_byte <= token->start_byte && end_byte <= nodes[child].end_byte;
            bool is_before = nodes[child].end_byte <= token->start_byte;
            if (!is_around && !is_before)
                break;
            at = is_around ? child : at;
            child = is_around ? child + 1 : nodes[child].next;
        }
        token->node = at;
    }
}

static void blank(struct str *text, size_t start, size_t end)
{
    for (size_t i = start; i < end; i++)
        if (!ends_line(text->text[i]))
            text->text[i] = ' ';
}

/* Returns whether it is a keyword before words, and not before one. */
static bool is_soft_name(const struct program *program, const struct token *token)
{
    const char *const *soft = program->language->tokens.soft;
    bool is_before_word =
        token + 1 < program->tokens.items + program->tokens.n && token[1].kind == TOKEN_WORD;
    return soft && token->kind == TOKEN_WORD && !token->joined && !is_before_word &&
           token_text_is_one_of(token_text_of(program->language, program->source, token), soft);
}

static bool is_written_otherwise(const struct program *program)
{
    if (program->hidden.n)
        return true;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        if (token->spelling || may_have_splice(program, token) || is_soft_name(program, token))
            return true;
    }
    return false;
}

static void write_token(const struct program *program, const struct token *token, struct str *text)
{
    const struct language *language = program->language;
    struct token_text source = {program->source + token->start_byte,
                                token->end_byte - token->start_byte};
    if (token->spelling) {
        struct token_text means = token_operator_of(language, program->source, token);
        blank(text, token->start_byte, token->end_byte);
        memcpy(text->text + token->start_byte, means.bytes, means.length);
    } else if (may_have_splice(program, token)) {
        token_join(language, source, text->text + token->start_byte);
    } else if (is_soft_name(program, token)) {
        memset(text->text + token->start_byte, '_', token->end_byte - token->start_byte);
    }
}

/* Returns the source as the grammar reads it: without what means nothing to it, with one spelling
 * for each operator, splices after the tokens that they were in, and underscores for keywords that
 * are names. All other offsets are the same. */
static const char *source_for_grammar(struct program *program)
{
    struct str *text = &program->grammatical;
    if (!is_written_otherwise(program))
        return program->source;
    str_clear(text);
    str_add(text, program->source, program->length);
    for (size_t i = 0; i < program->hidden.n; i++)
        blank(text, program->hidden.items[i].start, program->hidden.items[i].end);
    for (size_t i = 0; i < program->tokens.n; i++)
        write_token(program, &program->tokens.items[i], text);
    return str_text(text);
}

bool program_parse(struct program *program, struct syntax_parser *parser)
{
    return program_parse_part(program, parser, &(struct lone_part){.bytes = {0, program->length}});
}

bool lone_parts_equal(const struct lone_part *a, const struct lone_part *b)
{
    return !a->n_left_out && !b->n_left_out && a->bytes.start == b->bytes.start &&
           a->bytes.end == b->bytes.end && a->before == b->before && a->after == b->after;
}

static bool parse(struct program *program, struct syntax_parser *parser,
                  const struct lone_part *part)
{
    const char *source = source_for_grammar(program);
    const struct byte_range bytes = part->bytes;
    struct syntax_tree *tree = &program->tree;
    program->is_too_large =
        program->tokens.n > PROGRAM_MAX_TOKENS ||
        syntax_is_too_slow(parser, source + bytes.start, bytes.end - bytes.start);
    if (program->is_too_large) {
        array_clear(&tree->nodes);
        return false;
    }
    syntax_parse(parser, tree, source, part);
    program->error_byte = tree->error_byte;
    program->is_too_large = tree->is_given_up;
    if (tree->nodes.n)
        find_nodes(program, part);
    return !tree->has_error;
}

bool program_parse_part(struct program *program, struct syntax_parser *parser,
                        const struct lone_part *part)
{
    bool parses = parse(program, parser, part);
    bool decides =
        parses || !part->n_left_out || program->is_too_large || program->language->may_have_errors;
    return decides ? parses : parse(program, parser, &(struct lone_part){.bytes = part->bytes});
}

bool program_read(struct program *program, struct syntax_parser *parser, const char *source,
                  size_t length)
{
    return program_tokenize(program, syntax_parser_lexical(parser), source, length) &&
           program_parse(program, parser);
}
