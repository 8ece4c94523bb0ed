/* One pass from left to right. Between two tokens the lexer skips blanks, comments and escaped line
 * ends; if a line end is among them, it decides the layout. A stack of open texts says whether the
 * lexer is in code or in the text of a string with interpolations. */
#include "tokenize/lexing.h"

void lexer_start(struct lexer *lexer, const struct lexical *lexical, const char *text,
                 uint32_t length)
{
    lexer->lexical = lexical;
    lexer->text = text;
    lexer->length = length;
    lexer->seen = 0;
    lexer->place = (struct lexer_place){0};
    lexer->error = LEXICAL_OK;
    lexer->error_byte = 0;
    lexer->hidden = (struct byte_range){0};
    lexer->comments = NULL;
}

/* ---- Layout ---- */

static enum lexer_result take_layout(struct lexer *lexer, struct token *token, enum token_kind kind)
{
    uint32_t byte = lexer->place.previous;
    *token = (struct token){.start_byte = byte, .end_byte = byte, .kind = (uint8_t)kind};
    lexer->seen = lexer->place.at + LOOK_AHEAD;
    return LEXER_TOKEN;
}

static enum lexer_result take_block(struct lexer *lexer, struct token *token)
{
    if (lexer->place.n_closing) {
        lexer->place.n_closing--;
        return take_layout(lexer, token, TOKEN_BLOCK_CLOSE);
    }
    lexer->place.is_opening = false;
    return take_layout(lexer, token, TOKEN_BLOCK_OPEN);
}

static uint32_t innermost(const struct lexer *lexer)
{
    return lexer->place.n_blocks ? lexer->columns[lexer->place.n_blocks - 1] : 0;
}

/* Compares the column of a line's first token, at the current place, with those of the open blocks.
 */
static enum lexical_error start_line(struct lexer *lexer, uint32_t line_start)
{
    struct lexer_place *place = &lexer->place;
    uint32_t column = (uint32_t)code_indentation(lexer->text, line_start, place->at);
    place->is_started = true;
    place->has_line = false;
    if (column > innermost(lexer)) {
        if (place->n_blocks == LEXER_MAX_BLOCKS)
            return LEXICAL_NESTING;
        lexer->columns[place->n_blocks++] = column;
        place->is_opening = true;
        return LEXICAL_OK;
    }
    for (; column < innermost(lexer); place->n_blocks--)
        place->n_closing++;
    return column == innermost(lexer) ? LEXICAL_OK : LEXICAL_INDENTATION;
}

/* Ends the last line, and closes all blocks. */
static enum lexer_result end_program(struct lexer *lexer, struct token *token)
{
    struct lexer_place *place = &lexer->place;
    if (place->n_brackets)
        return fail(lexer, LEXICAL_BRACKET, lexer->brackets[place->n_brackets - 1]);
    if (!lexer->lexical->has_layout || !place->has_line)
        return LEXER_END;
    place->has_line = false;
    place->n_closing = place->n_blocks;
    place->n_blocks = 0;
    return take_layout(lexer, token, TOKEN_LINE_END);
}

/* ---- From token to token ---- */

enum lexer_result lexer_next(struct lexer *lexer, struct token *token)
{
    struct lexer_place *place = &lexer->place;
    lexer->seen = 0;
    if (place->n_closing || place->is_opening)
        return take_block(lexer, token);
    if (place->n_texts && place->n_brackets == innermost_text(lexer)->n_brackets)
        return lexing_text(lexer, token);
    if (place->is_dead && !place->directive && lexing_dead_group(lexer) != LEXER_TOKEN)
        return LEXER_ERROR;
    uint32_t line_start = 0;
    uint32_t at = place->at;
    if (at < lexer->length && class_at(lexer, at) == BYTE_BLANK)
        at++; /* there is often just one */
    if (at < lexer->length && class_at(lexer, at) >= BYTE_BLANK)
        at = lexing_skip_gap(lexer, at, &line_start);
    if (place->directive && (line_start || at == lexer->length)) {
        lexing_end_directive(place);
        take_layout(lexer, token, TOKEN_LINE_END);
        lexer->seen = at + LOOK_AHEAD;
        return LEXER_TOKEN;
    }
    place->at = at;
    if (at == lexer->length)
        return end_program(lexer, token);
    if (lexer->lexical->has_layout && !place->n_brackets && !place->is_started &&
        (line_start || !place->has_line)) {
        bool ends_line = place->has_line;
        enum lexical_error error = start_line(lexer, line_start);
        if (error != LEXICAL_OK)
            return fail(lexer, error, place->at);
        if (ends_line)
            return take_layout(lexer, token, TOKEN_LINE_END);
        if (place->is_opening)
            return take_block(lexer, token);
    }
    bool starts_line = line_start || place->previous == 0;
    place->has_line = true;
    place->is_started = false;
    return lexing_token(lexer, token, starts_line);
}

/* Returns whether a byte may be in a number or a word, and not at its start. */
static bool may_be_in_number(const struct lexer *lexer, uint32_t at)
{
    char c = lexer->text[at];
    bool is_sign_of_exponent =
        (c == '+' || c == '-') && at > 0 && strchr("eEpP", lexer->text[at - 1]);
    return has_trait_at(lexer, at, TRAIT_PART_OF_WORD) || c == '.' || is_sign_of_exponent;
}

/* Returns the end of the number at `at`, if it is only digits and certainly not malformed; `at` if
 * it may be. */
static uint32_t end_of_plain_number(const struct lexer *lexer, uint32_t at, uint32_t end)
{
    uint32_t n = at;
    while (n < end && is_digit(lexer->text[n]))
        n++;
    bool may_go_on =
        n == end || has_trait_at(lexer, n, TRAIT_PART_OF_WORD) || lexer->text[n] == '.';
    return may_go_on || (lexer->text[at] == '0' && n > at + 1) ? at : n;
}

/* Moves over a bracket at `at`. Returns false if it must be read as a token. */
static bool skip_bracket(struct lexer *lexer, uint32_t at)
{
    struct lexer_place *place = &lexer->place;
    char c = lexer->text[at];
    if (!has_trait_at(lexer, at, TRAIT_OPENS | TRAIT_CLOSES))
        return false;
    if (!lexer->lexical->has_layout)
        return true;
    if (has_trait_at(lexer, at, TRAIT_OPENS)) {
        if (place->n_brackets == LEXER_MAX_BRACKETS)
            return false;
        lexer->brackets[place->n_brackets++] = at;
        return true;
    }
    if (!place->n_brackets || lexer->text[lexer->brackets[place->n_brackets - 1]] !=
                                  lexer->lexical->partner[(unsigned char)c])
        return false;
    place->n_brackets--;
    return true;
}

/* Returns where the word or number before a byte begins, after the current place. */
static uint32_t start_of_number(const struct lexer *lexer, uint32_t at)
{
    while (at > lexer->place.at && may_be_in_number(lexer, at - 1))
        at--; /* it may be a number, and the prefix of a string */
    return at;
}

/* Moves over what cannot change the state of the lexer, and over brackets. A number that may be
 * malformed is read as a token; if numbers may be passed, only one that is directly before a byte
 * that can change the state. `safe` becomes a later place before a token, if the caller may stop
 * there. Returns the byte up to which all tokens must be read. */
static uint32_t skip_in_line(struct lexer *lexer, uint32_t end, bool passes_numbers,
                             struct lexer_place *safe)
{
    const unsigned char *traits = lexer->lexical->traits;
    struct lexer_place *place = &lexer->place;
    uint32_t at = place->at, odd = 0; /* the last number that may be malformed */
    for (uint32_t n; at < end; at = n) {
        n = at + 1;
        if (traits[(unsigned char)lexer->text[at]] & TRAIT_PLAIN)
            continue;
        if (class_at(lexer, at) == BYTE_DIGIT) {
            bool is_in_word = at > place->at && has_trait_at(lexer, at - 1, TRAIT_PART_OF_WORD);
            n = is_in_word ? n : end_of_plain_number(lexer, at, end);
            if (n > at)
                continue;
            if (!passes_numbers)
                break;
            odd = at;
            n = at + 1;
            continue;
        }
        if (n + LOOK_AHEAD > end || start_of_number(lexer, at) <= odd || !skip_bracket(lexer, at))
            break;
        place->at = place->previous = n;
        if (!passes_numbers || !lexer->lexical->has_layout)
            *safe = *place;
    }
    uint32_t seen = at;
    if (at < end && class_at(lexer, at) == BYTE_CONTINUATION)
        return seen; /* the sign before a splice may go on after it */
    place->at = at = start_of_number(lexer, at);
    while (at > place->previous && class_at(lexer, at - 1) == BYTE_BLANK)
        at--;
    place->previous = at;
    return seen; /* from the start of a long `a.b.c` it would be seen again and again */
}

bool lexer_skip(struct lexer *lexer, uint32_t end, bool passes_numbers)
{
    struct lexer_place *place = &lexer->place, safe = *place;
    struct token token;
    uint32_t start = 0; /* of the next skip */
    bool has_moved = false;
    while (lexer_next(lexer, &token) == LEXER_TOKEN && lexer->seen <= end) {
        if (!passes_numbers || token.kind == TOKEN_LINE_END ||
            (!lexer->lexical->has_layout && !place->n_brackets && !place->n_texts)) {
            safe = *place;
            has_moved = true;
        }
        if (place->n_texts || place->n_closing || place->is_opening || place->is_started ||
            place->directive || place->is_dead || place->at < start)
            continue;
        start = skip_in_line(lexer, end, passes_numbers, &safe);
    }
    *place = safe;
    return has_moved;
}

void lexers_skip(struct lexer *a, struct lexer *b, uint32_t n, bool passes_numbers)
{
    uint32_t start = a->place.at, shift = b->place.at - start;
    if (!lexer_skip(a, start + n, passes_numbers))
        return;
    b->place = a->place;
    b->place.at += shift;
    b->place.previous += shift;
    memcpy(b->columns, a->columns, a->place.n_blocks * sizeof *a->columns);
    for (uint32_t i = 0; i < a->place.n_brackets; i++)
        if (a->brackets[i] >= start)
            b->brackets[i] = a->brackets[i] + shift;
    for (uint16_t i = 0; i < a->place.n_texts; i++) {
        struct open_text text = a->texts[i];
        if (text.is_format) /* it has the start of the text around it */
            text.start_byte = b->texts[i - 1].start_byte;
        else
            text.start_byte =
                text.start_byte < start ? b->texts[i].start_byte : text.start_byte + shift;
        b->texts[i] = text;
    }
}

static bool texts_agree(const struct open_text *a, const struct open_text *b)
{
    return a->n_brackets == b->n_brackets && a->form == b->form && a->is_raw == b->is_raw &&
           a->is_format == b->is_format;
}

bool lexers_agree(const struct lexer *a, const struct lexer *b)
{
    const struct lexer_place *at_a = &a->place, *at_b = &b->place;
    if (at_a->n_brackets != at_b->n_brackets || at_a->n_blocks != at_b->n_blocks ||
        at_a->n_texts != at_b->n_texts || at_a->n_closing != at_b->n_closing ||
        at_a->is_opening != at_b->is_opening || at_a->has_line != at_b->has_line ||
        at_a->is_started != at_b->is_started || at_a->n_groups != at_b->n_groups ||
        at_a->taken != at_b->taken || at_a->directive != at_b->directive ||
        at_a->kind != at_b->kind || at_a->condition != at_b->condition ||
        at_a->is_dead != at_b->is_dead || at_a->has_spellings != at_b->has_spellings ||
        memcmp(a->columns, b->columns, at_a->n_blocks * sizeof *a->columns) != 0)
        return false;
    for (uint32_t i = 0; i < at_a->n_brackets; i++)
        if (a->text[a->brackets[i]] != b->text[b->brackets[i]])
            return false;
    for (uint16_t i = 0; i < at_a->n_texts; i++)
        if (!texts_agree(&a->texts[i], &b->texts[i]))
            return false;
    return true;
}

bool tokens_equal(const struct language *language, const char *source_a, const struct token *a,
                  const char *source_b, const struct token *b)
{
    if (a->kind != b->kind || a->joined != b->joined)
        return false;
    if (token_is_layout(a) || a->joined)
        return true;
    size_t length = a->end_byte - a->start_byte;
    if (length == b->end_byte - b->start_byte &&
        memcmp(source_a + a->start_byte, source_b + b->start_byte, length) == 0)
        return true; /* most tokens */
    return token_texts_agree(language, token_text_of(language, source_a, a),
                             token_text_of(language, source_b, b));
}

const char *const token_kind_names[] = {
    [TOKEN_WORD] = "word",
    [TOKEN_NUMBER] = "number",
    [TOKEN_STRING] = "string",
    [TOKEN_SIGN] = "sign",
    [TOKEN_QUOTE] = "quote",
    [TOKEN_TEXT] = "text",
    [TOKEN_LINE_END] = "line_end",
    [TOKEN_BLOCK_OPEN] = "block_open",
    [TOKEN_BLOCK_CLOSE] = "block_close",
};

const char token_kind_letters[] = {
    [TOKEN_WORD] = 'w',     [TOKEN_NUMBER] = 'n',     [TOKEN_STRING] = 's',
    [TOKEN_SIGN] = 'o',     [TOKEN_QUOTE] = 'q',      [TOKEN_TEXT] = 't',
    [TOKEN_LINE_END] = 'l', [TOKEN_BLOCK_OPEN] = 'b', [TOKEN_BLOCK_CLOSE] = 'e',
};

const char *const lexical_error_texts[] = {
    [LEXICAL_OK] = "",
    [LEXICAL_UNCLOSED] = "a string or comment that is not closed",
    [LEXICAL_BRACKET] = "a bracket that is not closed, or that closes none",
    [LEXICAL_INDENTATION] = "an indentation that matches no open block",
    [LEXICAL_CHARACTER] = "a character that starts no token",
    [LEXICAL_NUMBER] = "a malformed number",
    [LEXICAL_NESTING] = "too many brackets, blocks or strings in one another",
    [LEXICAL_LENGTH] = "more than 4 GiB",
};
