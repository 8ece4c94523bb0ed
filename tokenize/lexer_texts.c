/* Strings: plain ones are one token, and those with interpolations are several. A stack of open
 * texts says whether the lexer is in code or in the text of a string. */
#include "tokenize/lexing.h"

bool lexing_open_text(struct lexer *lexer, struct open_text text)
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

/* Returns the byte after the closing quote of a plain string with its text at `at`. If it is not
 * closed, unsets `is_closed`, and returns the end of the line or the text. */
static uint32_t end_of_string(const struct lexer *lexer, const struct string_form *form,
                              uint32_t at, bool *is_closed)
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
            break;
        else
            at++;
    }
    *is_closed = false;
    return at < lexer->length ? at : lexer->length;
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

/* Returns the end of the suffix at the end of a string; this end if there is none. */
static uint32_t end_of_suffix(const struct lexer *lexer, uint32_t at)
{
    const char *const *suffixes = lexer->lexical->language->tokens.suffixes;
    if (!suffixes || !has_trait_at(lexer, at, TRAIT_PART_OF_WORD))
        return at;
    uint32_t end = lexing_word_end(lexer, at);
    struct token_text word = {lexer->text + at, end - at};
    return word.bytes[0] == '_' || token_text_is_one_of(word, suffixes) ? end : at;
}

enum lexer_result lexing_string(struct lexer *lexer, struct token *token, uint32_t quote,
                                const struct string_prefix *prefix)
{
    const struct string_form *form = lexer->lexical->language->tokens.strings;
    while (!has_text_at(lexer, quote, form->quote, strlen(form->quote)))
        form++;
    uint32_t start = lexer->place.at, text = quote + (uint32_t)strlen(form->quote);
    if (prefix && prefix->has_fields) {
        struct open_text opened = {.start_byte = start, .form = form, .is_raw = prefix->is_raw};
        if (!lexing_open_text(lexer, opened))
            return fail(lexer, LEXICAL_NESTING, start);
        return take(lexer, token, TOKEN_QUOTE, text);
    }
    bool is_closed = true, is_delimited = prefix && prefix->is_delimited;
    uint32_t end = is_delimited ? end_of_delimited(lexer, form, text)
                                : end_of_string(lexer, form, text, &is_closed);
    if (end && is_closed)
        return take(lexer, token, TOKEN_STRING, end_of_suffix(lexer, end));
    if (!end || !is_lenient(lexer))
        return fail(lexer, LEXICAL_UNCLOSED, start);
    lexer->hidden = (struct byte_range){start, end};
    return take(lexer, token, TOKEN_TEXT, end);
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
enum lexer_result lexing_bracket(struct lexer *lexer, struct token *token, bool opens)
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
enum lexer_result lexing_text(struct lexer *lexer, struct token *token)
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
        return lexing_bracket(lexer, token, true);
    if (c == '}') {
        place->n_texts -= text->is_format;
        return lexing_bracket(lexer, token, false);
    }
    if (text->is_format)
        return fail(lexer, LEXICAL_UNCLOSED, text->start_byte);
    place->n_texts--;
    return take(lexer, token, TOKEN_QUOTE, end + (uint32_t)strlen(text->form->quote));
}
