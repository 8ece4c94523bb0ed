/* The lexer makes the tokens.
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

/* ---- Digests ---- */

/* Returns the digest of the tokens from `first` to before `end`. */
static struct digest digest_of(const struct program *program, size_t first, size_t end,
                               struct str *scratch)
{
    const struct token *tokens = program->tokens.items;
    size_t n_bytes = first < end ? tokens[end - 1].end_byte - tokens[first].start_byte : 0;
    str_clear(scratch);
    char *start = str_reserve(scratch, n_bytes + (end - first) * (1 + sizeof(uint64_t)));
    char *at = start;
    for (size_t i = first; i < end; i++) {
        *at++ = (char)tokens[i].kind;
        if (token_is_layout(&tokens[i]))
            continue;
        struct token_text text = program_token_text(program, i);
        uint64_t length = token_text_fold(at, text);
        at += length;
        memcpy(at, &length, sizeof length);
        at += sizeof length;
    }
    return digest_bytes(start, (size_t)(at - start));
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
