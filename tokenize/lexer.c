/* One pass from left to right. Between two tokens the lexer skips blanks, comments and escaped line
 * ends; if a line end is among them, it decides the layout. The first byte of a token and the table
 * decide what the token is. A stack of open texts says whether the lexer is in code or in the text
 * of a string with interpolations. */
#include "tokenize/lexer.h"

#include "base/utf8.h"
#include "tokenize/code_lines.h"

#include <string.h>

/* The longest look at bytes after a token, except after the first word of a joined token. */
enum { LOOK_AHEAD = 6 };

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
}

static enum lexer_result fail(struct lexer *lexer, enum lexical_error error, uint32_t byte)
{
    lexer->error = error;
    lexer->error_byte = byte;
    return LEXER_ERROR;
}

/* Returns the byte at `at`; after the end of the text, zero. */
static inline char byte_at(const struct lexer *lexer, uint32_t at)
{
    return at < lexer->length ? lexer->text[at] : '\0';
}

static inline unsigned char class_at(const struct lexer *lexer, uint32_t at)
{
    return lexer->lexical->classes[(unsigned char)lexer->text[at]];
}

static inline bool has_trait_at(const struct lexer *lexer, uint32_t at, unsigned traits)
{
    return at < lexer->length &&
           (lexer->lexical->traits[(unsigned char)lexer->text[at]] & traits) != 0;
}

static inline bool has_text_at(const struct lexer *lexer, uint32_t at, const char *text, size_t n)
{
    return lexer->length - at >= n && memcmp(lexer->text + at, text, n) == 0;
}

static inline bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns the length of the splice at the start of a text: an escaped line end that is nothing,
 * even in a token. Blanks may be before the line end. Returns 0 if there is none. */
static size_t splice_length(const struct language *language, const char *text, size_t length)
{
    if (!language->tokens.has_splices || text[0] != language->tokens.continuation)
        return 0;
    size_t n = 1;
    while (n < length && is_code_blank(text[n]))
        n++;
    if (n == length || !ends_line(text[n]))
        return 0;
    return n + (text[n] == '\r' && n + 1 < length && text[n + 1] == '\n' ? 2 : 1);
}

/* Returns the byte after the splices at `at`. */
static uint32_t after_splices(const struct lexer *lexer, uint32_t at)
{
    size_t n;
    while (at < lexer->length &&
           (n = splice_length(lexer->lexical->language, lexer->text + at, lexer->length - at)))
        at += (uint32_t)n;
    return at;
}

/* Returns the end of a look at LOOK_AHEAD bytes that are not in splices. */
static uint32_t end_of_look(const struct lexer *lexer, uint32_t at)
{
    uint32_t end = at + LOOK_AHEAD;
    if (!lexer->lexical->language->tokens.has_splices || end > lexer->length ||
        !memchr(lexer->text + at, lexer->lexical->language->tokens.continuation, LOOK_AHEAD))
        return end;
    for (int i = 0; i < LOOK_AHEAD; i++)
        at = after_splices(lexer, at) + 1;
    return at > end ? at : end;
}

static inline enum lexer_result take(struct lexer *lexer, struct token *token, enum token_kind kind,
                                     uint32_t end)
{
    *token = (struct token){.start_byte = lexer->place.at, .end_byte = end, .kind = (uint8_t)kind};
    lexer->place.at = lexer->place.previous = end;
    uint32_t seen = end_of_look(lexer, end);
    if (lexer->seen < seen)
        lexer->seen = seen;
    return LEXER_TOKEN;
}

/* ---- Between tokens ---- */

/* Returns the bytes that a sign takes at the start of a text, splices in it included; 0 if it is
 * not there. */
static size_t sign_at(const struct language *language, const char *text, size_t length,
                      const char *sign)
{
    for (size_t at = 0, n; at < length && text[at] == *sign; at++) {
        if (!*++sign)
            return at + 1;
        while (at + 1 < length && (n = splice_length(language, text + at + 1, length - at - 1)))
            at += n;
    }
    return 0;
}

size_t lexer_comment(const struct language *language, const char *text, size_t length)
{
    for (const struct comment_form *form = language->tokens.comments; form && form->open; form++) {
        size_t n = sign_at(language, text, length, form->open), n_close = 0;
        if (!n)
            continue;
        if (form->close) {
            for (; n < length && !n_close; n += n_close ? n_close : 1) {
                const char *close = memchr(text + n, form->close[0], length - n);
                n = close ? (size_t)(close - text) : length;
                n_close = sign_at(language, text + n, length - n, form->close);
            }
            return n_close ? n : SIZE_MAX;
        }
        while (n < length && text[n] != '\n' && text[n] != '\r') {
            size_t n_splice = splice_length(language, text + n, length - n);
            n += n_splice ? n_splice : 1;
        }
        return n;
    }
    return 0;
}

/* Skips blanks, comments, escaped line ends and, up to `end`, line ends from byte `at` on. Sets
 * `line_start` to the byte after the last line end, if there is one. Returns the byte after the
 * gap. Stops at a comment that is not closed, and at a continuation character that escapes no line
 * end, or the last one. */
static uint32_t skip_gap(const struct lexer *lexer, uint32_t at, uint32_t *line_start)
{
    for (; at < lexer->length; at++) {
        unsigned char class = class_at(lexer, at);
        if (class == BYTE_BLANK)
            continue;
        if (class < BYTE_BLANK)
            break;
        if (class == BYTE_LINE_END) {
            *line_start = at + 1;
        } else if (class == BYTE_COMMENT) {
            size_t n =
                lexer_comment(lexer->lexical->language, lexer->text + at, lexer->length - at);
            if (n == 0 || n == SIZE_MAX)
                break;
            at += (uint32_t)n - 1;
        } else if (lexer->lexical->language->tokens.has_splices) {
            uint32_t end = after_splices(lexer, at);
            if (end == at)
                break;
            at = end - 1;
        } else {
            char next = byte_at(lexer, at + 1);
            uint32_t n = next == '\r' && byte_at(lexer, at + 2) == '\n' ? 2 : 1;
            if ((next != '\n' && next != '\r') || at + n + 1 >= lexer->length)
                break;
            at += n;
        }
    }
    return at;
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

/* ---- Strings ---- */

static const struct open_text *innermost_text(const struct lexer *lexer)
{
    return lexer->place.n_texts ? &lexer->texts[lexer->place.n_texts - 1] : NULL;
}

/* Returns whether the place is in the code of an interpolation, outside brackets in it. */
static bool is_in_field(const struct lexer *lexer)
{
    const struct open_text *text = innermost_text(lexer);
    return text && lexer->place.n_brackets == text->n_brackets + 1;
}

static bool open_text(struct lexer *lexer, struct open_text text)
{
    if (lexer->place.n_texts == LEXER_MAX_TEXTS)
        return false;
    text.n_brackets = lexer->place.n_brackets;
    lexer->texts[lexer->place.n_texts++] = text;
    return true;
}

/* Returns the byte after an escape: after its character, or after the line end that it escapes. */
static uint32_t after_escape(const struct lexer *lexer, uint32_t at)
{
    uint32_t end = after_splices(lexer, at);
    if (end > at)
        return end;
    return at + (byte_at(lexer, at + 1) == '\r' && byte_at(lexer, at + 2) == '\n' ? 3 : 2);
}

/* Returns the byte after the closing quote of a plain string with its text at `at`; 0 if it is not
 * closed. */
static uint32_t end_of_string(const struct lexer *lexer, const struct string_form *form,
                              uint32_t at)
{
    char quote = form->quote[0], escape = lexer->lexical->language->tokens.escape;
    size_t n_quote = strlen(form->quote);
    while (at < lexer->length) {
        char c = lexer->text[at];
        if (c == quote && (n_quote == 1 || has_text_at(lexer, at, form->quote, n_quote)))
            return at + (uint32_t)n_quote;
        if (c == escape)
            at = after_escape(lexer, at);
        else if ((c == '\n' || c == '\r') && !form->has_lines)
            return 0;
        else
            at++;
    }
    return 0;
}

/* Returns the byte after a string in its own brackets, as in R"xy(...)xy", with the text of its
 * quotes at `at`; 0 if it is not closed. */
static uint32_t end_of_delimited(const struct lexer *lexer, const struct string_form *form,
                                 uint32_t at)
{
    enum { MAX_DELIMITER = 16 };
    char close[MAX_DELIMITER + 2] = {')'};
    size_t n = 0;
    while (n < MAX_DELIMITER && byte_at(lexer, at) != '(' && at < lexer->length)
        close[++n] = lexer->text[at++];
    if (byte_at(lexer, at) != '(')
        return 0;
    close[++n] = form->quote[0];
    const char *end = memmem(lexer->text + at, lexer->length - at, close, n + 1);
    return end ? (uint32_t)(end - lexer->text + (ptrdiff_t)n + 1) : 0;
}

static uint32_t end_of_word(const struct lexer *lexer, uint32_t at, unsigned char *any);

/* Returns the end of the suffix at the end of a string; this end if there is none. */
static uint32_t end_of_suffix(const struct lexer *lexer, uint32_t at)
{
    const char *const *suffixes = lexer->lexical->language->tokens.suffixes;
    unsigned char any = 0;
    if (!suffixes || !has_trait_at(lexer, at, TRAIT_PART_OF_WORD))
        return at;
    uint32_t end = end_of_word(lexer, at, &any);
    struct token_text word = {lexer->text + at, end - at};
    return word.bytes[0] == '_' || token_text_is_one_of(word, suffixes) ? end : at;
}

/* Takes a string with its opening quote at `quote`, after a prefix that may be NULL. */
static enum lexer_result take_string(struct lexer *lexer, struct token *token, uint32_t quote,
                                     const struct string_prefix *prefix)
{
    const struct string_form *form = lexer->lexical->language->tokens.strings;
    while (!has_text_at(lexer, quote, form->quote, strlen(form->quote)))
        form++;
    uint32_t start = lexer->place.at, text = quote + (uint32_t)strlen(form->quote);
    if (prefix && prefix->has_fields) {
        struct open_text opened = {.start_byte = start, .form = form, .is_raw = prefix->is_raw};
        if (!open_text(lexer, opened))
            return fail(lexer, LEXICAL_NESTING, start);
        return take(lexer, token, TOKEN_QUOTE, text);
    }
    uint32_t end = prefix && prefix->is_delimited ? end_of_delimited(lexer, form, text)
                                                  : end_of_string(lexer, form, text);
    return end ? take(lexer, token, TOKEN_STRING, end_of_suffix(lexer, end))
               : fail(lexer, LEXICAL_UNCLOSED, start);
}

/* Returns the byte after a run of text at the current place: the byte of a quote, a brace or a line
 * end that is not text. As in CPython, `{` and `}` are text if doubled, except in a format, and if
 * they are part of a name, as in `\N{DASH}`; a brace after the escape character is a brace. */
static uint32_t end_of_text(const struct lexer *lexer, const struct open_text *text)
{
    char escape = lexer->lexical->language->tokens.escape;
    const char *quote = text->form->quote;
    uint32_t at = lexer->place.at;
    bool is_in_name = false;
    while (at < lexer->length) {
        char c = lexer->text[at], next = byte_at(lexer, at + 1);
        if (c == quote[0] && has_text_at(lexer, at, quote, strlen(quote)))
            return at;
        if ((c == '\n' || c == '\r') && !text->form->has_lines)
            return at;
        if (c == escape) {
            bool is_name = next == 'N' && byte_at(lexer, at + 2) == '{' && !text->is_raw;
            is_in_name = is_in_name || is_name;
            at = is_name ? at + 3 : next == '{' || next == '}' ? at + 1 : after_escape(lexer, at);
            continue;
        }
        if ((c == '{' || c == '}') && !(c == '}' && is_in_name)) {
            if (text->is_format || next != c)
                return at;
            at++;
        }
        is_in_name = is_in_name && c != '}';
        at++;
    }
    return lexer->length;
}

/* Takes a bracket at the current place. */
static enum lexer_result take_bracket(struct lexer *lexer, struct token *token, bool opens)
{
    struct lexer_place *place = &lexer->place;
    const struct open_text *text = innermost_text(lexer);
    uint32_t at = place->at;
    if (!lexer->lexical->has_layout && !text)
        return take(lexer, token, TOKEN_SIGN, at + 1);
    if (opens) {
        if (place->n_brackets == LEXER_MAX_BRACKETS)
            return fail(lexer, LEXICAL_NESTING, at);
        lexer->brackets[place->n_brackets++] = at;
        return take(lexer, token, TOKEN_SIGN, at + 1);
    }
    uint32_t n_outside = text ? text->n_brackets : 0; /* not to be closed in this text */
    char partner = lexer->lexical->partner[(unsigned char)lexer->text[at]];
    if (place->n_brackets == n_outside ||
        lexer->text[lexer->brackets[place->n_brackets - 1]] != partner)
        return fail(lexer, LEXICAL_BRACKET, at);
    place->n_brackets--;
    return take(lexer, token, TOKEN_SIGN, at + 1);
}

/* Gets the next token in a text with interpolations. */
static enum lexer_result next_in_text(struct lexer *lexer, struct token *token)
{
    struct lexer_place *place = &lexer->place;
    const struct open_text *text = innermost_text(lexer);
    uint32_t end = end_of_text(lexer, text);
    char c = byte_at(lexer, end);
    if (end >= lexer->length || c == '\n' || c == '\r')
        return fail(lexer, LEXICAL_UNCLOSED, text->start_byte);
    if (end > place->at)
        return take(lexer, token, TOKEN_TEXT, end);
    if (c == '{')
        return take_bracket(lexer, token, true);
    if (c == '}') {
        place->n_texts -= text->is_format;
        return take_bracket(lexer, token, false);
    }
    if (text->is_format)
        return fail(lexer, LEXICAL_UNCLOSED, text->start_byte);
    place->n_texts--;
    return take(lexer, token, TOKEN_QUOTE, end + (uint32_t)strlen(text->form->quote));
}

/* ---- Words, numbers, signs ---- */

/* Compares as memcmp() does, in any case. */
static int compare_letters(const void *a, const void *b, size_t length)
{
    return strncasecmp(a, b, length);
}

/* Returns the prefix that a word directly before a quote is; NULL if it is none. */
static const struct string_prefix *find_prefix(const struct lexer *lexer, uint32_t end)
{
    const char *word = lexer->text + lexer->place.at;
    size_t length = end - lexer->place.at;
    const struct token_rules *rules = &lexer->lexical->language->tokens;
    for (const struct string_prefix *it = rules->prefixes; it->text; it++)
        if (strlen(it->text) == length &&
            (rules->prefixes_have_case ? memcmp : compare_letters)(it->text, word, length) == 0)
            return it;
    return NULL;
}

/* Returns the entry of the language's joined tokens that starts with the word from the current
 * place to `end`, as its index + 1; 0 if there is none. Sets `end` to the end of the entry's second
 * word. */
static uint8_t join(struct lexer *lexer, uint32_t *end)
{
    const struct token_rules *rules = &lexer->lexical->language->tokens;
    size_t length = *end - lexer->place.at;
    for (uint8_t i = 0; rules->joined[i]; i++) {
        const char *entry = rules->joined[i], *second = entry + length + 1;
        if (strncmp(entry, lexer->text + lexer->place.at, length) != 0 || entry[length] != ' ')
            continue;
        uint32_t line_start = 0, at = skip_gap(lexer, *end, &line_start);
        uint32_t second_end = at + (uint32_t)strlen(second);
        lexer->seen = second_end + LOOK_AHEAD;
        bool is_same_line =
            !lexer->lexical->has_layout || lexer->place.n_brackets > 0 || line_start == 0;
        if (is_same_line && has_text_at(lexer, at, second, strlen(second)) &&
            !has_trait_at(lexer, second_end, TRAIT_PART_OF_WORD)) {
            *end = second_end;
            return (uint8_t)(i + 1);
        }
    }
    return 0;
}

/* Returns the end of a word with a part at `at`. Sets in `any` the bits of all its bytes. */
static uint32_t end_of_word(const struct lexer *lexer, uint32_t at, unsigned char *any)
{
    const unsigned char *traits = lexer->lexical->traits;
    const unsigned char *text = (const unsigned char *)lexer->text;
    uint32_t end = at;
    for (;;) {
        while (end < lexer->length && (traits[text[end]] & TRAIT_PART_OF_WORD))
            *any |= text[end++];
        uint32_t next = after_splices(lexer, end);
        if (next == end || !has_trait_at(lexer, next, TRAIT_PART_OF_WORD))
            return end;
        end = next;
    }
}

static bool is_in_run(const struct lexer *lexer, uint32_t at, uint32_t end)
{
    return token_text_is_one_of((struct token_text){lexer->text + at, end - at},
                                lexer->lexical->language->tokens.run);
}

/* Joins the word from the current place to `end` and those after it to a run. Sets `end` to the end
 * of the run. Returns its index + 1 in the language's joined tokens; 0 if it is not there. */
static uint8_t join_run(struct lexer *lexer, uint32_t *end)
{
    enum { MAX_RUN = 64 };
    char run[MAX_RUN];
    uint32_t at = lexer->place.at, n = 0, n_words = 0, line_start = 0;
    unsigned char any = 0;
    for (uint32_t word_end = *end; is_in_run(lexer, at, word_end); n_words++) {
        uint32_t length = word_end - at;
        if (n + 1 + length < MAX_RUN) {
            run[n] = ' ';
            memcpy(run + n + 1, lexer->text + at, length);
        }
        n += 1 + length;
        *end = word_end;
        at = skip_gap(lexer, word_end, &line_start);
        lexer->seen = at + LOOK_AHEAD;
        if ((line_start && lexer->place.directive) || at == lexer->length ||
            class_at(lexer, at) != BYTE_WORD)
            break;
        word_end = end_of_word(lexer, at, &any);
        lexer->seen = word_end + LOOK_AHEAD;
    }
    const char *const *joined = lexer->lexical->language->tokens.joined;
    for (uint8_t i = 0; n_words && n < MAX_RUN && joined[i]; i++)
        if (token_text_is((struct token_text){run + 1, n - 1}, joined[i]))
            return (uint8_t)(i + 1);
    return 0;
}

static enum lexer_result next_word(struct lexer *lexer, struct token *token)
{
    const unsigned char *traits = lexer->lexical->traits;
    uint32_t start = lexer->place.at;
    unsigned char first = (unsigned char)lexer->text[start], any = 0;
    uint32_t end = end_of_word(lexer, start, &any);
    if (any >= 0x80) {
        size_t n = utf8_identifier_length(lexer->text + start, end - start);
        if (n < end - start)
            return fail(lexer, LEXICAL_CHARACTER, start + (uint32_t)n);
    }
    if ((traits[first] & TRAIT_PREFIX) && end < lexer->length &&
        class_at(lexer, end) == BYTE_QUOTE) {
        const struct string_prefix *prefix = find_prefix(lexer, end);
        if (prefix)
            return take_string(lexer, token, end, prefix);
    }
    uint8_t joined = 0;
    if (traits[first] & TRAIT_JOINS)
        joined = lexer->lexical->language->tokens.run ? join_run(lexer, &end) : join(lexer, &end);
    take(lexer, token, TOKEN_WORD, end);
    token->joined = joined;
    return LEXER_TOKEN;
}

/* Returns the end of a run of digits, each after an optional separator that is not the first. */
static uint32_t end_of_digits(const struct lexer *lexer, uint32_t at)
{
    char separator = lexer->lexical->language->tokens.numbers.separator;
    while (is_digit(byte_at(lexer, at)) ||
           (separator && byte_at(lexer, at) == separator && is_digit(byte_at(lexer, at + 1))))
        at++;
    return at;
}

static bool is_digit_of(char base, char c)
{
    char lower = (char)(c | 0x20);
    return base == 'x' ? is_digit(c) || (lower >= 'a' && lower <= 'f')
                       : c >= '0' && c <= (base == 'b' ? '1' : '7');
}

/* Returns the end of a number such as 0xff, with the letter of its base at `at`; 0 if no digit
 * follows the letter. */
static uint32_t end_of_based(const struct lexer *lexer, uint32_t at)
{
    char base = (char)(lexer->text[at] | 0x20);
    char separator = lexer->lexical->language->tokens.numbers.separator;
    uint32_t end = 0;
    for (at++; at < lexer->length; end = at) {
        bool is_separated = separator && lexer->text[at] == separator;
        if (!is_digit_of(base, byte_at(lexer, at + is_separated)))
            break;
        at += 1u + is_separated;
    }
    return end;
}

/* Returns whether the byte at `at` is one of these characters. */
static bool is_one_of(const struct lexer *lexer, uint32_t at, const char *characters)
{
    char c = byte_at(lexer, at);
    return c && strchr(characters, c);
}

/* Returns whether the digits from the current place on are a number: after a 0 come only zeros, or
 * octal digits. */
static bool is_decimal(const struct lexer *lexer, uint32_t end)
{
    uint32_t start = lexer->place.at;
    bool only_zeros = true, only_octal = true;
    for (uint32_t i = start; i < end; i++) {
        char c = lexer->text[i];
        only_octal = only_octal && is_digit_of('o', c);
        only_zeros = only_zeros && (c == '0' || !is_digit(c));
    }
    return lexer->text[start] != '0' || only_zeros || only_octal;
}

/* Takes a number that ends at `end`, unless it runs into a word. */
static enum lexer_result take_number(struct lexer *lexer, struct token *token, uint32_t end)
{
    const char *const *word = lexer->lexical->language->tokens.numbers.followers;
    if (has_trait_at(lexer, end, TRAIT_PART_OF_WORD)) {
        while (word && *word && !has_text_at(lexer, end, *word, strlen(*word)))
            word++;
        if (word && !*word)
            return fail(lexer, LEXICAL_NUMBER, lexer->place.at);
    }
    return take(lexer, token, TOKEN_NUMBER, end);
}

/* Returns whether the byte at `at` continues a preprocessing number, after the byte `previous`. */
static bool continues_number(const struct lexer *lexer, uint32_t at, char previous)
{
    char c = byte_at(lexer, at);
    if (c == '+' || c == '-')
        return strchr("eEpP", previous);
    if (c && c == lexer->lexical->language->tokens.numbers.separator)
        return has_trait_at(lexer, at + 1, TRAIT_PART_OF_WORD);
    return c == '.' || has_trait_at(lexer, at, TRAIT_PART_OF_WORD);
}

static uint32_t end_of_preprocessing_number(const struct lexer *lexer, uint32_t at)
{
    uint32_t end;
    do {
        end = at + 1;
        char previous = lexer->text[at];
        at = after_splices(lexer, end);
        if (!continues_number(lexer, at, previous))
            return end;
    } while (at < lexer->length);
    return end;
}

/* Returns the end of a number such as 0x1.8p3 with its digits before the dot up to `at`; `at` if it
 * has no exponent. */
static uint32_t end_of_binary_exponent(struct lexer *lexer, uint32_t at)
{
    uint32_t end = at;
    if (byte_at(lexer, end) == '.')
        for (end++; end < lexer->length && is_digit_of('x', lexer->text[end]);)
            end++;
    lexer->seen = end + LOOK_AHEAD;
    if ((byte_at(lexer, end) | 0x20) != 'p')
        return at;
    end += 1u + is_one_of(lexer, end + 1, "+-");
    return is_digit(byte_at(lexer, end)) ? end_of_digits(lexer, end) : at;
}

static enum lexer_result next_number(struct lexer *lexer, struct token *token)
{
    const struct number_form *form = &lexer->lexical->language->tokens.numbers;
    uint32_t at = lexer->place.at;
    if (form->is_preprocessing)
        return take(lexer, token, TOKEN_NUMBER, end_of_preprocessing_number(lexer, at));
    if (byte_at(lexer, at) == '0' && is_one_of(lexer, at + 1, form->bases)) {
        uint32_t end = end_of_based(lexer, at + 1);
        if (!end)
            return fail(lexer, LEXICAL_NUMBER, at);
        uint32_t exponent = form->has_binary_exponents ? end_of_binary_exponent(lexer, end) : end;
        if (exponent > end)
            return take_number(lexer, token, exponent + is_one_of(lexer, exponent, form->suffixes));
        return take_number(lexer, token, end + is_one_of(lexer, end, form->integer_suffixes));
    }
    bool is_integer = true;
    at = end_of_digits(lexer, at);
    if (byte_at(lexer, at) == '.') {
        is_integer = false;
        at++;
        if (is_digit(byte_at(lexer, at)))
            at = end_of_digits(lexer, at);
    }
    if ((byte_at(lexer, at) | 0x20) == 'e') {
        uint32_t digits = at + 1 + is_one_of(lexer, at + 1, "+-");
        if (is_digit(byte_at(lexer, digits))) {
            is_integer = false;
            at = end_of_digits(lexer, digits);
        }
    }
    if (is_one_of(lexer, at, form->suffixes))
        return take_number(lexer, token, at + 1);
    if (is_integer && form->followers && !is_decimal(lexer, at))
        return fail(lexer, LEXICAL_NUMBER, lexer->place.at);
    return take_number(lexer, token,
                       at + (is_integer && is_one_of(lexer, at, form->integer_suffixes)));
}

/* Returns the length of the longest compound at the current place; 1 if there is none. */
static uint32_t sign_length(const struct lexer *lexer)
{
    const struct lexical_list *list = &lexer->lexical->compounds;
    const char *text = lexer->text + lexer->place.at;
    uint32_t left = lexer->length - lexer->place.at;
    unsigned char first = (unsigned char)text[0];
    for (uint32_t i = list->first[first]; i < list->first[first + 1]; i++) {
        size_t n = sign_at(lexer->lexical->language, text, left, list->texts.items[i].bytes);
        if (n)
            return (uint32_t)n;
    }
    return 1;
}

static enum lexer_result next_sign(struct lexer *lexer, struct token *token)
{
    uint32_t at = lexer->place.at, length = 1;
    char c = lexer->text[at];
    unsigned char traits = lexer->lexical->traits[(unsigned char)c];
    if (c == ':' && is_in_field(lexer)) {
        struct open_text text = *innermost_text(lexer);
        text.is_format = true;
        return open_text(lexer, text) ? take(lexer, token, TOKEN_SIGN, at + 1)
                                      : fail(lexer, LEXICAL_NESTING, text.start_byte);
    }
    if (traits & (TRAIT_OPENS | TRAIT_CLOSES))
        return take_bracket(lexer, token, traits & TRAIT_OPENS);
    if (traits & TRAIT_COMPOUND)
        length = sign_length(lexer);
    if (length == 1 && class_at(lexer, at) == BYTE_STRAY &&
        !(c == lexer->lexical->language->tokens.conversion && is_in_field(lexer)))
        return fail(lexer, LEXICAL_CHARACTER, at);
    return take(lexer, token, TOKEN_SIGN, at + length);
}

/* Gets the token at the current place. */
static enum lexer_result next_token(struct lexer *lexer, struct token *token)
{
    uint32_t at = lexer->place.at;
    switch (class_at(lexer, at)) {
    case BYTE_WORD:
        return next_word(lexer, token);
    case BYTE_DIGIT:
        return next_number(lexer, token);
    case BYTE_QUOTE:
        return take_string(lexer, token, at, NULL);
    case BYTE_CONTINUATION: /* it escapes no line end */
        return fail(lexer, LEXICAL_CHARACTER, at);
    case BYTE_COMMENT: /* a sign, or a comment that is not closed */
        if (lexer_comment(lexer->lexical->language, lexer->text + at, lexer->length - at))
            return fail(lexer, LEXICAL_UNCLOSED, at);
        return next_sign(lexer, token);
    default:
        if (lexer->text[at] == '.' && is_digit(byte_at(lexer, at + 1)))
            return next_number(lexer, token);
        return next_sign(lexer, token);
    }
}

/* Gets the next token of a directive. */
static enum lexer_result next_in_directive(struct lexer *lexer, struct token *token)
{
    struct lexer_place *place = &lexer->place;
    bool may_be_header = place->directive == DIRECTIVE_HEADER;
    bool is_name = place->directive == DIRECTIVE_NAME;
    uint32_t at = place->at;
    place->directive = DIRECTIVE_REST;
    if (may_be_header && lexer->text[at] == '<') {
        uint32_t end = at;
        for (; end < lexer->length && !ends_line(lexer->text[end]); end++)
            if (lexer->text[end] == '>')
                return take(lexer, token, TOKEN_STRING, end + 1);
        lexer->seen = end + 1;
    }
    enum lexer_result result = next_token(lexer, token);
    if (is_name && result == LEXER_TOKEN &&
        token_text_is_one_of(token_text_of(lexer->lexical->language, lexer->text, token),
                             lexer->lexical->language->tokens.headers))
        place->directive = DIRECTIVE_HEADER;
    return result;
}

enum lexer_result lexer_next(struct lexer *lexer, struct token *token)
{
    struct lexer_place *place = &lexer->place;
    lexer->seen = 0;
    if (place->n_closing || place->is_opening)
        return take_block(lexer, token);
    if (place->n_texts && place->n_brackets == innermost_text(lexer)->n_brackets)
        return next_in_text(lexer, token);
    uint32_t line_start = 0;
    uint32_t at = place->at;
    if (at < lexer->length && class_at(lexer, at) == BYTE_BLANK)
        at++; /* there is often just one */
    if (at < lexer->length && class_at(lexer, at) >= BYTE_BLANK)
        at = skip_gap(lexer, at, &line_start);
    if (place->directive && (line_start || at == lexer->length)) {
        place->directive = DIRECTIVE_NONE;
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
    if (place->directive)
        return next_in_directive(lexer, token);
    if (starts_line && lexer->text[at] == lexer->lexical->language->tokens.directive)
        place->directive = DIRECTIVE_NAME;
    return next_token(lexer, token);
}

/* Returns whether a byte may be in a number or a word, and not at its start. */
static bool may_be_in_number(const struct lexer *lexer, uint32_t at)
{
    char c = lexer->text[at];
    bool is_sign_of_exponent =
        (c == '+' || c == '-') && at > 0 && strchr("eEpP", lexer->text[at - 1]);
    return has_trait_at(lexer, at, TRAIT_PART_OF_WORD) || c == '.' || is_sign_of_exponent;
}

/* In a line, only the bytes that are not plain matter, because they change the state of the lexer.
 */
void lexer_skip(struct lexer *lexer, uint32_t end)
{
    const unsigned char *traits = lexer->lexical->traits;
    struct lexer_place *place = &lexer->place, safe = *place;
    struct token token;
    while (lexer_next(lexer, &token) == LEXER_TOKEN && lexer->seen <= end) {
        if (token.kind == TOKEN_LINE_END ||
            (!lexer->lexical->has_layout && !place->n_brackets && !place->n_texts))
            safe = lexer->place;
        if (place->n_texts || place->n_closing || place->is_opening || place->is_started ||
            place->directive)
            continue;
        uint32_t at = place->at;
        while (at < end && (traits[(unsigned char)lexer->text[at]] & TRAIT_PLAIN))
            at++;
        if (at < end && class_at(lexer, at) == BYTE_CONTINUATION)
            at = place->at; /* the sign before a splice may go on after it */
        while (at > place->at && may_be_in_number(lexer, at - 1))
            at--; /* it may be a number, and the prefix of a string */
        place->at = at;
        while (at > place->previous && class_at(lexer, at - 1) == BYTE_BLANK)
            at--;
        place->previous = at;
    }
    *place = safe;
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
        at_a->is_started != at_b->is_started || at_a->directive != at_b->directive ||
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

struct token_text token_text_of(const struct language *language, const char *source,
                                const struct token *token)
{
    if (token->joined) {
        const char *text = language->tokens.joined[token->joined - 1];
        return (struct token_text){text, strlen(text)};
    }
    return (struct token_text){source + token->start_byte, token->end_byte - token->start_byte};
}

/* Compares the texts of two tokens as if no splices were in them. */
static bool texts_equal_without_splices(const struct language *language, struct token_text a,
                                        struct token_text b)
{
    size_t at_a = 0, at_b = 0, n;
    if (!memchr(a.bytes, language->tokens.continuation, a.length) &&
        !memchr(b.bytes, language->tokens.continuation, b.length))
        return false;
    for (;;) {
        while (at_a < a.length && (n = splice_length(language, a.bytes + at_a, a.length - at_a)))
            at_a += n;
        while (at_b < b.length && (n = splice_length(language, b.bytes + at_b, b.length - at_b)))
            at_b += n;
        if (at_a == a.length || at_b == b.length)
            return at_a == a.length && at_b == b.length;
        if (a.bytes[at_a++] != b.bytes[at_b++])
            return false;
    }
}

bool tokens_equal(const struct language *language, const char *source_a, const struct token *a,
                  const char *source_b, const struct token *b)
{
    if (a->kind != b->kind || a->joined != b->joined)
        return false;
    if (token_is_layout(a) || a->joined)
        return true;
    struct token_text text_a = token_text_of(language, source_a, a);
    struct token_text text_b = token_text_of(language, source_b, b);
    return token_text_equal(text_a, text_b) ||
           (language->tokens.has_splices && texts_equal_without_splices(language, text_a, text_b));
}

const char *token_kind_name(enum token_kind kind)
{
    static const char *const names[] = {
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
    return names[kind];
}

const char *lexical_error_text(enum lexical_error error)
{
    static const char *const texts[] = {
        [LEXICAL_OK] = "",
        [LEXICAL_UNCLOSED] = "a string or comment that is not closed",
        [LEXICAL_BRACKET] = "a bracket that is not closed, or that closes none",
        [LEXICAL_INDENTATION] = "an indentation that matches no open block",
        [LEXICAL_CHARACTER] = "a character that starts no token",
        [LEXICAL_NUMBER] = "a malformed number",
        [LEXICAL_NESTING] = "too many brackets, blocks or strings in one another",
        [LEXICAL_LENGTH] = "more than 4 GiB",
    };
    return texts[error];
}
