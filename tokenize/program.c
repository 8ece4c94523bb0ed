/* The lexer makes the tokens. The tree is asked only where a token is in it: one walk goes through
 * the tokens and the nodes together, because both are in the order of the source. The grammar is
 * handed the source without what means nothing to it.
 *
 * A digest is taken from the kinds and texts of the tokens, one after the other. Each text has its
 * length before it, so that no two sequences of tokens give the same bytes. */
#include "tokenize/program.h"

#include <string.h>

static bool fail(struct program *program, enum lexical_error error, uint32_t byte)
{
    array_clear(&program->tokens);
    program->error = error;
    program->error_byte = byte;
    return false;
}

/* Reads the next token. */
static enum lexer_result read_token(struct program *program, struct lexer *lexer)
{
    array_reserve_one(&program->tokens);
    enum lexer_result result = lexer_next(lexer, &program->tokens.items[program->tokens.n]);
    if (lexer->hidden.end) {
        array_push(&program->hidden, lexer->hidden);
        lexer->hidden.end = 0;
    }
    program->tokens.n += result == LEXER_TOKEN;
    return result;
}

bool program_tokenize(struct program *program, const struct lexical *lexical, const char *source,
                      size_t length)
{
    program->language = lexical->language;
    program->source = source;
    program->length = (uint32_t)length;
    program->error = LEXICAL_OK;
    program->error_byte = 0;
    program->is_too_large = program->has_mark = false;
    array_clear(&program->tree.nodes);
    array_clear(&program->tokens);
    array_clear(&program->hidden);
    if (length > LEXER_MAX_BYTES)
        return fail(program, LEXICAL_LENGTH, 0);
    /* CPython refuses a zero byte, in a comment or a string, too. */
    const char *zero = length ? memchr(source, '\0', length) : NULL;
    if (zero)
        return fail(program, LEXICAL_CHARACTER, (uint32_t)(zero - source));
    struct lexer lexer;
    enum lexer_result result;
    lexer_start(&lexer, lexical, source, (uint32_t)length);
    while ((result = read_token(program, &lexer)) == LEXER_TOKEN)
        continue;
    return result == LEXER_END || fail(program, lexer.error, lexer.error_byte);
}

void program_release(struct program *program)
{
    array_release(&program->tokens);
    array_release(&program->hidden);
    str_release(&program->grammatical);
    syntax_tree_release(&program->tree);
}

struct token_text program_token_text(const struct program *program, size_t index)
{
    return token_text_of(program->language, program->source, &program->tokens.items[index]);
}

bool program_tokens_equal(const struct program *a, size_t index_a, const struct program *b,
                          size_t index_b)
{
    return tokens_equal(a->language, a->source, &a->tokens.items[index_a], b->source,
                        &b->tokens.items[index_b]);
}

size_t program_token_from(const struct program *program, size_t byte)
{
    size_t at;
    bisect(at, program->tokens.n, program->tokens.items[at].start_byte < byte);
    return at;
}

char program_sign_at(const struct program *program, size_t index)
{
    const struct token *token = &program->tokens.items[index];
    if (token->kind != TOKEN_SIGN)
        return 0;
    struct token_text text = token_operator_of(program->language, program->source, token);
    return text.length == 1 ? *text.bytes : 0;
}

bool program_has_word(const struct program *program, size_t index, const char *const *words)
{
    return index < program->tokens.n && program->tokens.items[index].kind == TOKEN_WORD &&
           token_text_is_one_of(program_token_text(program, index), words);
}

size_t program_after_directive(const struct program *program, size_t token)
{
    char sign = program->language->tokens.directive;
    const struct token *tokens = program->tokens.items;
    if (!sign || tokens[token].kind != TOKEN_SIGN)
        return token;
    struct token_text text = token_operator_of(program->language, program->source, &tokens[token]);
    if (text.length != 1 || *text.bytes != sign)
        return token;
    while (token < program->tokens.n && tokens[token].kind != TOKEN_LINE_END)
        token++;
    return token + (token < program->tokens.n);
}

/* ---- The tree ---- */

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

/* Returns whether a number has a zero before other digits, as 08d and 0_7 in Java: grammars may
 * take it for an octal number and more. */
static bool has_leading_zero(const struct program *program, const struct token *token)
{
    const char *text = program->source + token->start_byte;
    return token->kind == TOKEN_NUMBER && token->end_byte > token->start_byte + 1 &&
           text[0] == '0' && (is_digit(text[1]) || text[1] == '_');
}

/* Returns whether the tokens from `at` on are those of a form. Blanks those that the grammar is not
 * handed, in a text that is not NULL. */
static bool has_form(const struct program *program, size_t at, const char *form, struct str *text)
{
    for (; *form; at++) {
        bool is_unread = *form == '~';
        const struct token *token = &program->tokens.items[at];
        form += is_unread;
        size_t n = strcspn(form, " ");
        if (at == program->tokens.n ||
            !(token_text_equal(program_token_text(program, at), (struct token_text){form, n}) ||
              (*form == '$' && token->kind == TOKEN_WORD)))
            return false;
        if (text && is_unread)
            blank(text, token->start_byte, token->end_byte);
        form += n + (form[n] == ' ');
    }
    return true;
}

/* Returns the form that the tokens from `at` on have; NULL if there is none. */
static const char *find_form(const struct program *program, size_t at)
{
    const char *const *form = program->language->tokens.unread;
    const struct token *token = &program->tokens.items[at];
    if (!form || token_is_layout(token))
        return NULL;
    char first = program->source[token->start_byte];
    while (*form && ((*form)[**form == '~'] != first || !has_form(program, at, *form, NULL)))
        form++;
    return *form;
}

static bool is_written_otherwise(const struct program *program)
{
    if (program->hidden.n)
        return true;
    for (size_t i = 0; i < program->tokens.n; i++) {
        const struct token *token = &program->tokens.items[i];
        if (token->spelling || may_have_splice(program, token) || is_soft_name(program, token) ||
            has_leading_zero(program, token) || find_form(program, i))
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
    } else if (has_leading_zero(program, token)) {
        text->text[token->start_byte] = '1';
    }
}

/* Returns the source as the grammar reads it: without what means nothing to it, and without what is
 * new in forms that it does not know; with one spelling for each operator, splices after the tokens
 * that they were in, underscores for keywords that are names, and numbers without zeros before
 * them. All other offsets are the same. */
static const char *source_for_grammar(struct program *program)
{
    struct str *text = &program->grammatical;
    if (!is_written_otherwise(program))
        return program->source;
    str_clear(text);
    str_add(text, program->source, program->length);
    for (size_t i = 0; i < program->hidden.n; i++)
        blank(text, program->hidden.items[i].start, program->hidden.items[i].end);
    for (size_t i = 0; i < program->tokens.n; i++) {
        const char *form = find_form(program, i);
        write_token(program, &program->tokens.items[i], text);
        if (form)
            has_form(program, i, form, text);
    }
    return str_text(text);
}

bool program_parse(struct program *program, struct syntax_parser *parser)
{
    return program_parse_part(program, parser, &(struct lone_part){.bytes = {0, program->length}});
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

/* ---- Digests ---- */

/* Returns the digest of the tokens from `first` to before `end`. */
static struct digest digest_of(const struct program *program, size_t first, size_t end,
                               struct str *scratch)
{
    const struct token *tokens = program->tokens.items;
    str_clear(scratch);
    for (size_t i = first; i < end; i++) {
        str_add(scratch, (const char *)&tokens[i].kind, 1);
        if (token_is_layout(&tokens[i]))
            continue;
        size_t start = scratch->length;
        token_text_add_known(scratch, program->language, (enum token_kind)tokens[i].kind,
                             program_token_text(program, i));
        uint64_t length = scratch->length - start;
        str_add(scratch, (const char *)&length, sizeof length);
    }
    return digest_bytes(str_text(scratch), scratch->length);
}

struct digest program_digest(const struct program *program, struct str *scratch)
{
    return digest_of(program, 0, program->tokens.n, scratch);
}

struct digest program_piece_digest(const struct program *program, size_t start_byte,
                                   size_t end_byte, struct str *scratch)
{
    const struct token *tokens = program->tokens.items;
    size_t first = program_token_from(program, start_byte);
    size_t end = program_token_from(program, end_byte);
    while (first < end && token_is_layout(&tokens[first]))
        first++;
    while (end > first &&
           (token_is_layout(&tokens[end - 1]) || tokens[end - 1].end_byte > end_byte))
        end--;
    return digest_of(program, first, end, scratch);
}
