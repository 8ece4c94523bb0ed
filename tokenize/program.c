/* The lexer makes the tokens: of the text that the language decodes, with places in the source.
 *
 * If a model is given, both texts are read only between the bytes that they have in common: from
 * the last line that both have until the two lexers agree.
 *
 * A digest is taken from the kinds and texts of the tokens, one after the other. Each text has its
 * length before it, so that no two sequences of tokens give the same bytes. */
#include "tokenize/program.h"

#include "tokenize/decoded.h"

#include <string.h>

static bool fail(struct program *program, enum lexical_error error, uint32_t byte)
{
    array_clear(&program->tokens);
    program->n_first = program->n_last = 0;
    program->error = error;
    program->error_byte = byte;
    return false;
}

/* Gives the tokens of a decoded text their places in the file. */
static void move_to_file(struct program *program, const struct decoded *decoded)
{
    for (size_t i = 0; decoded->places.n && i < program->tokens.n; i++) {
        struct token *token = &program->tokens.items[i];
        token->start_byte = decoded_file_byte(decoded, token->start_byte);
        token->end_byte = decoded_file_byte(decoded, token->end_byte);
    }
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

static enum lexer_result read_rest(struct program *program, struct lexer *lexer)
{
    enum lexer_result result;
    while ((result = read_token(program, lexer)) == LEXER_TOKEN)
        continue;
    return result;
}

/* ---- What a program has in common with a model ---- */

struct common {
    struct token_text text;  /* the model's */
    uint32_t n_start, n_end; /* bytes at the start and at the end that are the same */
};

/* Sets `common`. Returns false if following the model does not pay, or is not possible. */
static bool resembles(struct common *common, const struct program *program,
                      const struct program *model, struct token_text text)
{
    scoped(decoded) decoded = {0};
    uint32_t ignored;
    if (!model || !model->tokens.n || model->language != program->language)
        return false;
    common->text = (struct token_text){model->source, model->length};
    if (!decoded_program(&decoded, model->language, &common->text, &ignored) || decoded.places.n)
        return false;
    common->text.bytes = model->source; /* the same, if there is nothing to decode */
    bool is_longer = text.length > common->text.length;
    size_t most = is_longer ? text.length : common->text.length;
    size_t limit = is_longer ? common->text.length : text.length;
    common->n_start = (uint32_t)token_text_common_start(text.bytes, common->text.bytes, limit);
    common->n_end = (uint32_t)token_text_common_end(text.bytes + text.length,
                                                    common->text.bytes + common->text.length,
                                                    limit - common->n_start);
    return common->n_start + common->n_end > most / 2;
}

/* Takes over the model's tokens from `first` to before `end`, and the bytes hidden in a range. All
 * are `shift` bytes later here. */
static void take_over(struct program *program, const struct program *model, size_t first,
                      size_t end, struct byte_range range, size_t shift)
{
    for (size_t i = first; i < end; i++) {
        struct token token = model->tokens.items[i];
        token.start_byte += (uint32_t)shift;
        token.end_byte += (uint32_t)shift;
        token.node = 0;
        array_push(&program->tokens, token);
    }
    for (size_t i = 0; i < model->hidden.n; i++) {
        struct byte_range hidden = model->hidden.items[i];
        if (hidden.start >= range.start && hidden.end <= range.end)
            array_push(&program->hidden,
                       (struct byte_range){hidden.start + shift, hidden.end + shift});
    }
}

/* Returns the number of tokens before a place at which lexer_skip() stopped. Layout tokens start
 * where the token before them ends; only a line end among them may be before the place. */
static size_t tokens_before(const struct program *model, const struct lexer_place *place)
{
    size_t n = program_token_from(model, place->previous);
    return n + (place->directive == DIRECTIVE_NONE && n < model->tokens.n &&
                model->tokens.items[n].kind == TOKEN_LINE_END);
}

/* Counts tokens that were read as the model's, because only those after them differ. */
static void extend_first(struct program *program, const struct program *model, uint32_t n_start,
                         size_t end_there)
{
    size_t end = program->tokens.n < end_there ? program->tokens.n : end_there;
    for (; program->n_first < end; program->n_first++) {
        const struct token *own = &program->tokens.items[program->n_first];
        const struct token *other = &model->tokens.items[program->n_first];
        if (own->end_byte > n_start || own->end_byte != other->end_byte ||
            own->start_byte != other->start_byte || own->kind != other->kind ||
            own->joined != other->joined || own->spelling != other->spelling)
            break;
    }
}

/* Reads both texts from where they begin to differ: the lexer that has more left goes on, until the
 * rest is the same, with the same tokens at the same places. */
static enum lexer_result follow(struct program *program, struct lexer *lexer,
                                const struct program *model, const struct common *common)
{
    struct token token;
    lexer_skip(lexer, common->n_start, true);
    lexer->hidden.end = 0;
    struct lexer other = *lexer;
    other.text = common->text.bytes;
    other.length = (uint32_t)common->text.length;
    size_t n = program->n_first = tokens_before(model, &lexer->place);
    take_over(program, model, 0, n, (struct byte_range){0, lexer->place.at}, 0);
    for (;;) {
        uint32_t left = lexer->length - lexer->place.at, other_left = other.length - other.place.at;
        size_t shift = (size_t)lexer->length - other.length;
        if (left < other_left) {
            if (lexer_next(&other, &token) != LEXER_TOKEN)
                return read_rest(program, lexer);
            n++;
        } else if (left == other_left && left <= common->n_end &&
                   lexer->place.previous == (uint32_t)(other.place.previous + shift) &&
                   lexers_agree(lexer, &other)) {
            program->n_last = model->tokens.n - n;
            extend_first(program, model, common->n_start, n);
            take_over(program, model, n, model->tokens.n,
                      (struct byte_range){other.place.at, other.length}, shift);
            return LEXER_END;
        } else {
            enum lexer_result result = read_token(program, lexer);
            if (result != LEXER_TOKEN)
                return result;
        }
    }
}

bool program_tokenize_like(struct program *program, const struct program *model,
                           const struct lexical *lexical, const char *source, size_t length)
{
    program->language = lexical->language;
    program->source = source;
    program->length = (uint32_t)length;
    program->error = LEXICAL_OK;
    program->error_byte = 0;
    program->is_too_large = program->has_mark = false;
    program->n_first = program->n_last = 0;
    array_clear(&program->tree.nodes);
    array_clear(&program->tokens);
    array_clear(&program->hidden);
    if (length > LEXER_MAX_BYTES)
        return fail(program, LEXICAL_LENGTH, 0);
    /* CPython refuses a zero byte, in a comment or a string, too. */
    const char *zero = length ? memchr(source, '\0', length) : NULL;
    if (zero)
        return fail(program, LEXICAL_CHARACTER, (uint32_t)(zero - source));
    scoped(decoded) decoded = {0};
    struct token_text text = {source, length};
    uint32_t error_byte;
    if (!decoded_program(&decoded, lexical->language, &text, &error_byte))
        return fail(program, LEXICAL_CHARACTER, error_byte);
    struct lexer lexer;
    struct common common;
    lexer_start(&lexer, lexical, text.bytes, (uint32_t)text.length);
    bool is_like = !decoded.places.n && resembles(&common, program, model, text);
    enum lexer_result result =
        is_like ? follow(program, &lexer, model, &common) : read_rest(program, &lexer);
    move_to_file(program, &decoded);
    return result == LEXER_END ||
           fail(program, lexer.error, decoded_file_byte(&decoded, lexer.error_byte));
}

bool program_tokenize(struct program *program, const struct lexical *lexical, const char *source,
                      size_t length)
{
    return program_tokenize_like(program, NULL, lexical, source, length);
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
    scoped(decoded) decoded = {0};
    size_t n_bytes = first < end ? tokens[end - 1].end_byte - tokens[first].start_byte : 0;
    str_clear(scratch);
    char *start = str_reserve(scratch, n_bytes + (end - first) * (1 + sizeof(uint64_t)));
    char *at = start;
    for (size_t i = first; i < end; i++) {
        *at++ = (char)tokens[i].kind;
        if (token_is_layout(&tokens[i]))
            continue;
        struct token_text text = program_token_text(program, i);
        decoded_token(&decoded, program->language, &text);
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
