/* One pass from left to right. Between two tokens the lexer skips blanks, comments and escaped line
 * ends; if a line end is among them, it decides the layout. The first byte of a token and the table
 * decide what the token is. A stack of open texts says whether the lexer is in code or in the text
 * of a string with interpolations. In a line of the preprocessor, the tokens also decide which
 * groups of lines are certainly not compiled. Line splices may be anywhere. */
#include "tokenize/lexer.h"

#include <string.h>

/* The longest look at bytes after a token, except after the first word of a joined token: at a
 * letter such as \u{1F600}, with up to eight digits. */
enum { LOOK_AHEAD = 12 };

static enum lexer_result fail(struct lexer *lexer, enum lexical_error error, uint32_t byte)
{
    lexer->error = error;
    lexer->error_byte = byte;
    return LEXER_ERROR;
}

/* Returns the byte at `at`; after the end of the text, zero. */
static char byte_at(const struct lexer *lexer, uint32_t at)
{
    return at < lexer->length ? lexer->text[at] : '\0';
}

static unsigned char class_at(const struct lexer *lexer, uint32_t at)
{
    return lexer->lexical->classes[(unsigned char)lexer->text[at]];
}

static bool has_trait_at(const struct lexer *lexer, uint32_t at, unsigned traits)
{
    return at < lexer->length &&
           (lexer->lexical->traits[(unsigned char)lexer->text[at]] & traits) != 0;
}

static bool has_text_at(const struct lexer *lexer, uint32_t at, const char *text, size_t n)
{
    return lexer->length - at >= n && memcmp(lexer->text + at, text, n) == 0;
}

/* Returns the byte after the splices at `at`. */
static uint32_t after_splices(const struct lexer *lexer, uint32_t at)
{
    size_t n;
    while (at < lexer->length &&
           (n = token_splice(lexer->lexical->language, lexer->text + at, lexer->length - at)))
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

static enum lexer_result take(struct lexer *lexer, struct token *token, enum token_kind kind,
                              uint32_t end)
{
    *token = (struct token){.start_byte = lexer->place.at, .end_byte = end, .kind = (uint8_t)kind};
    lexer->place.at = lexer->place.previous = end;
    uint32_t seen = end_of_look(lexer, end);
    if (lexer->seen < seen)
        lexer->seen = seen;
    return LEXER_TOKEN;
}

/* Returns the open text that the place is in, or in the code of; NULL if there is none. */
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

/* Returns whether the place may be in text that is not compiled. */
static bool is_lenient(const struct lexer *lexer)
{
    return lexer->place.n_groups || lexer->place.directive;
}

/* ---- Between tokens ---- */

/* Returns the bytes that a sign takes at the start of a text, splices in it included; 0 if it is
 * not there. */
static size_t length_of_sign(const struct language *language, const char *text, size_t length,
                             const char *sign)
{
    for (size_t at = 0, n; at < length && text[at] == *sign; at++) {
        if (!*++sign)
            return at + 1;
        while (at + 1 < length && (n = token_splice(language, text + at + 1, length - at - 1)))
            at += n;
    }
    return 0;
}

size_t lexer_comment(const struct language *language, const char *text, size_t length)
{
    for (const struct comment_form *form = language->tokens.comments; form && form->open; form++) {
        size_t n = length_of_sign(language, text, length, form->open), n_close = 0;
        if (!n)
            continue;
        if (form->close) {
            for (; n < length && !n_close; n += n_close ? n_close : 1) {
                const char *close = memchr(text + n, form->close[0], length - n);
                n = close ? (size_t)(close - text) : length;
                n_close = length_of_sign(language, text + n, length - n, form->close);
            }
            return n_close ? n : SIZE_MAX;
        }
        while (n < length && text[n] != '\n' && text[n] != '\r') {
            size_t n_splice = token_splice(language, text + n, length - n);
            n += n_splice ? n_splice : 1;
        }
        return n;
    }
    return 0;
}

/* Returns whether a continuation and its line end may end the text, as they could up to Python 3.7:
 * after a token of its line, or in a line without indentation. In a line that is started, it was
 * refused before. */
static bool may_be_last(const struct lexer *lexer, uint32_t line_start)
{
    bool is_after_token = !line_start && lexer->place.has_line;
    return is_after_token ||
           (!lexer->place.is_started && class_at(lexer, line_start) == BYTE_CONTINUATION);
}

/* Notes a comment, unless the lexer was here before. */
static void note_comment(const struct lexer *lexer, uint32_t start, size_t n)
{
    struct byte_ranges *comments = lexer->comments;
    if (comments && (!comments->n || start >= comments->items[comments->n - 1].end))
        array_push(comments, (struct byte_range){start, start + n});
}

/* Skips blanks, comments, escaped line ends and, up to `end`, line ends from byte `at` on. Sets
 * `line_start` to the byte after the last line end, if there is one. Returns the byte after the
 * gap. Stops at a comment that is not closed, and at a continuation character that escapes no line
 * end, or one that may not end the text. */
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
            note_comment(lexer, at, n);
            if (lexer->place.may_end_line && memchr(lexer->text + at, '\n', n))
                *line_start = at + (uint32_t)n;
            at += (uint32_t)n - 1;
        } else if (lexer->lexical->language->tokens.has_splices) {
            uint32_t end = after_splices(lexer, at);
            if (end == at)
                break;
            at = end - 1;
        } else {
            char next = byte_at(lexer, at + 1);
            uint32_t n = next == '\r' && byte_at(lexer, at + 2) == '\n' ? 2 : 1;
            bool is_last = at + n + 1 >= lexer->length;
            if (!ends_line(next) || (is_last && !may_be_last(lexer, *line_start)))
                break;
            at += n;
        }
    }
    return at;
}

/* ---- Letters and words ---- */

/* What counts as a letter or digit: at the start of a word, in one, or in a word or number that the
 * compiler refuses or does not see. There, all characters but blanks do that are not ASCII. */
enum letter { LETTER_FIRST, LETTER_NEXT, LETTER_ANY };

static bool is_letter(const struct token_rules *rules, uint32_t code, enum letter letter)
{
    if (code < 0x80)
        return code && rules->letters && strchr(rules->letters, (int)code);
    return letter == LETTER_ANY
               ? !utf8_is_space(code)
               : utf8_is_identifier_part(rules->names, code, letter == LETTER_FIRST);
}

/* Returns the length of the letter or digit at `at`, which may be escaped; 0 if there is none. */
static uint32_t letter_at(const struct lexer *lexer, uint32_t at, enum letter letter)
{
    const struct token_rules *rules = &lexer->lexical->language->tokens;
    uint32_t code, n;
    if (at >= lexer->length)
        return 0;
    struct token_text rest = {lexer->text + at, lexer->length - at};
    if (lexer->text[at] == '\\')
        n = rules->has_escaped_letters ? (uint32_t)token_escaped_letter(&code, rest) : 0;
    else if ((unsigned char)lexer->text[at] >= 0x80)
        n = (uint32_t)utf8_decode(lexer->text + at, lexer->length - at, &code);
    else
        return has_trait_at(lexer, at, TRAIT_PART_OF_WORD);
    return n && is_letter(rules, code, letter) ? n : 0;
}

/* Returns the end of the word at `at`; `at` if there is none. */
static uint32_t end_of_word(const struct lexer *lexer, uint32_t at)
{
    const unsigned char *traits = lexer->lexical->traits;
    const unsigned char *text = (const unsigned char *)lexer->text;
    enum letter more = is_lenient(lexer) ? LETTER_ANY : LETTER_NEXT;
    uint32_t end = at;
    for (;;) {
        while (end < lexer->length && text[end] < 0x80 && (traits[text[end]] & TRAIT_PART_OF_WORD))
            end++;
        if (end < lexer->length && text[end] < 0x80 && text[end] != '\\')
            return end; /* as most words */
        uint32_t next = after_splices(lexer, end);
        uint32_t n = letter_at(lexer, next, end == at ? LETTER_FIRST : more);
        if (!n)
            return end;
        end = next + n;
    }
}

/* ---- Strings ---- */

/* Enters a text with interpolations. Returns false if too many are open. */
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
        if (c == escape && !form->is_raw)
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
    uint32_t end = end_of_word(lexer, at);
    struct token_text word = {lexer->text + at, end - at};
    return word.bytes[0] == '_' || token_text_is_one_of(word, suffixes) ? end : at;
}

/* Takes the string at the current place with its opening quote at `quote`, after a prefix that may
 * be NULL. */
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
static enum lexer_result take_text(struct lexer *lexer, struct token *token)
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

/* ---- Words, numbers and signs ---- */

/* Returns whether a joined token of the language begins with these words. */
static bool begins_joined(const struct lexer *lexer, const char *words, size_t length)
{
    const struct lexical_list *list = &lexer->lexical->joined;
    for (uint16_t i = list->first[(unsigned char)*words];
         i < list->first[(unsigned char)*words + 1]; i++) {
        struct token_text text = list->texts.items[i];
        if (text.length > length && text.bytes[length] == ' ' &&
            memcmp(text.bytes, words, length) == 0)
            return true;
    }
    return false;
}

/* Joins the words after the one from the current place to `end` to it, as many as the longest
 * joined token of the language has. Sets `end` to its end. Returns its index + 1; 0 if there is
 * none. */
static uint8_t join(struct lexer *lexer, uint32_t *end)
{
    enum { MAX_JOINED = 64 };
    const char *const *joined = lexer->lexical->language->tokens.joined;
    char words[MAX_JOINED];
    uint8_t found = 0;
    uint32_t length = *end - lexer->place.at, word_end = *end;
    if (length >= MAX_JOINED)
        return 0;
    memcpy(words, lexer->text + lexer->place.at, length);
    while (begins_joined(lexer, words, length)) {
        uint32_t line_start = 0, at = skip_gap(lexer, word_end, &line_start);
        bool ends_line = lexer->lexical->has_layout ? !lexer->place.n_brackets
                                                    : lexer->place.directive != DIRECTIVE_NONE;
        lexer->seen = at + LOOK_AHEAD;
        if ((line_start && ends_line) || at == lexer->length || class_at(lexer, at) != BYTE_WORD)
            break;
        word_end = end_of_word(lexer, at);
        lexer->seen = word_end + LOOK_AHEAD;
        if (length + 1 + word_end - at > MAX_JOINED)
            break;
        words[length] = ' ';
        memcpy(words + length + 1, lexer->text + at, word_end - at);
        length += 1 + word_end - at;
        for (uint8_t i = 0; joined[i]; i++)
            if (token_text_is((struct token_text){words, length}, joined[i])) {
                found = (uint8_t)(i + 1);
                *end = word_end;
            }
    }
    return found;
}

/* Returns whether the text from the current place to `end` is another spelling of an operator, as
 * its index + 1; 0 if it is not. */
static uint8_t find_spelling(const struct lexer *lexer, uint32_t end)
{
    const struct language *language = lexer->lexical->language;
    const struct spelling *spellings = language->tokens.spellings;
    const char *text = lexer->text + lexer->place.at;
    size_t length = end - lexer->place.at;
    if (!has_trait_at(lexer, lexer->place.at, TRAIT_SPELLED))
        return 0;
    bool may_be_name =
        class_at(lexer, lexer->place.at) == BYTE_WORD && language->tokens.spellings_header;
    for (uint8_t i = 0; spellings[i].text; i++)
        if (*spellings[i].text == *text && (!may_be_name || lexer->place.has_spellings) &&
            length_of_sign(language, text, length, spellings[i].text) == length)
            return (uint8_t)(i + 1);
    return 0;
}

/* Takes an operator. */
static enum lexer_result take_operator(struct lexer *lexer, struct token *token, uint32_t end)
{
    uint8_t spelling = find_spelling(lexer, end);
    take(lexer, token, TOKEN_SIGN, end);
    token->spelling = spelling;
    return LEXER_TOKEN;
}

/* Takes a character that starts no token. */
static enum lexer_result take_stray(struct lexer *lexer, struct token *token)
{
    uint32_t at = lexer->place.at, code, n = letter_at(lexer, at, LETTER_ANY);
    if (!is_lenient(lexer))
        return fail(lexer, LEXICAL_CHARACTER, at);
    if (!n)
        n = (uint32_t)utf8_decode(lexer->text + at, lexer->length - at, &code);
    return take(lexer, token, TOKEN_SIGN, at + (n ? n : 1));
}

static enum lexer_result take_word(struct lexer *lexer, struct token *token)
{
    const unsigned char *traits = lexer->lexical->traits;
    uint32_t start = lexer->place.at;
    unsigned char first = (unsigned char)lexer->text[start];
    uint32_t end = end_of_word(lexer, start);
    if (end == start)
        return take_stray(lexer, token);
    if ((traits[first] & TRAIT_PREFIX) && end < lexer->length &&
        class_at(lexer, end) == BYTE_QUOTE) {
        const struct string_prefix *prefix = string_prefix_find(
            lexer->lexical->language, (struct token_text){lexer->text + start, end - start});
        if (prefix)
            return take_string(lexer, token, end, prefix);
    }
    if (find_spelling(lexer, end))
        return take_operator(lexer, token, end);
    uint8_t joined = traits[first] & TRAIT_JOINS ? join(lexer, &end) : 0;
    take(lexer, token, TOKEN_WORD, end);
    token->joined = joined;
    return LEXER_TOKEN;
}

enum { DECIMAL = 'd' }; /* beside the letters of the other bases */

static bool is_digit_of(char base, char c)
{
    return hex_digit(c) < (base == 'x' ? 16u : base == 'b' ? 2u : base == 'o' ? 8u : 10u);
}

/* Returns the end of a run of digits, each after optional separators. */
static uint32_t end_of_digits(struct lexer *lexer, uint32_t at, char base)
{
    const struct number_form *form = &lexer->lexical->language->tokens.numbers;
    for (;;) {
        uint32_t digit = at;
        while (form->separator && byte_at(lexer, digit) == form->separator && digit == at)
            digit++;
        if (lexer->seen < digit + LOOK_AHEAD)
            lexer->seen = digit + LOOK_AHEAD;
        if (!is_digit_of(base, byte_at(lexer, digit)))
            return at;
        at = digit + 1;
    }
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
static enum lexer_result end_number(struct lexer *lexer, struct token *token, uint32_t end)
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

/* Returns the length of what continues a preprocessing number at `at`, after the byte `previous`; 0
 * if nothing does. */
static uint32_t continues_number(const struct lexer *lexer, uint32_t at, char previous)
{
    char c = byte_at(lexer, at);
    bool is_hexadecimal = (byte_at(lexer, lexer->place.at + 1) | 0x20) == 'x';
    if (c == '+' || c == '-')
        return strchr(is_hexadecimal ? "pP" : "eE", previous) != NULL;
    if (c && c == lexer->lexical->language->tokens.numbers.separator)
        return has_trait_at(lexer, at + 1, TRAIT_PART_OF_WORD);
    return c == '.' ? 1 : letter_at(lexer, at, LETTER_ANY);
}

static uint32_t end_of_preprocessing_number(const struct lexer *lexer, uint32_t at)
{
    for (uint32_t end = at + 1, n;; end = at + n) {
        at = after_splices(lexer, end);
        n = continues_number(lexer, at, lexer->text[end - 1]);
        if (!n)
            return end;
    }
}

static enum lexer_result take_number(struct lexer *lexer, struct token *token)
{
    const struct number_form *form = &lexer->lexical->language->tokens.numbers;
    uint32_t at = lexer->place.at;
    if (form->is_preprocessing)
        return take(lexer, token, TOKEN_NUMBER, end_of_preprocessing_number(lexer, at));
    if (byte_at(lexer, at) == '0' && is_one_of(lexer, at + 1, form->bases)) {
        uint32_t end = end_of_digits(lexer, at + 2, (char)(lexer->text[at + 1] | 0x20));
        if (end == at + 2)
            return fail(lexer, LEXICAL_NUMBER, at);
        return end_number(lexer, token, end + is_one_of(lexer, end, form->integer_suffixes));
    }
    bool is_integer = true;
    at = end_of_digits(lexer, at, DECIMAL);
    if (byte_at(lexer, at) == '.') {
        is_integer = false;
        at++;
        if (is_digit(byte_at(lexer, at)))
            at = end_of_digits(lexer, at, DECIMAL);
    }
    if ((byte_at(lexer, at) | 0x20) == 'e') {
        uint32_t digits = at + 1 + is_one_of(lexer, at + 1, "+-");
        if (is_digit(byte_at(lexer, digits))) {
            is_integer = false;
            at = end_of_digits(lexer, digits, DECIMAL);
        }
    }
    if (is_one_of(lexer, at, form->suffixes))
        return end_number(lexer, token, at + 1);
    if (is_integer && form->followers && !is_decimal(lexer, at))
        return fail(lexer, LEXICAL_NUMBER, lexer->place.at);
    return end_number(lexer, token,
                      at + (is_integer && is_one_of(lexer, at, form->integer_suffixes)));
}

/* Returns the length of the longest compound at the current place; 1 if there is none. */
static uint32_t sign_length(const struct lexer *lexer)
{
    const struct lexical_list *list = &lexer->lexical->compounds;
    const struct language *language = lexer->lexical->language;
    const char *split = language->tokens.split_compound;
    const char *text = lexer->text + lexer->place.at;
    uint32_t left = lexer->length - lexer->place.at;
    unsigned char first = (unsigned char)text[0];
    uint32_t n_split = split ? (uint32_t)length_of_sign(language, text, left, split) : 0;
    uint32_t after = after_splices(lexer, lexer->place.at + n_split);
    if (n_split && !is_one_of(lexer, after, language->tokens.split_unless))
        return 1;
    for (uint32_t i = list->first[first]; i < list->first[first + 1]; i++) {
        size_t n = length_of_sign(language, text, left, list->texts.items[i].bytes);
        if (n)
            return (uint32_t)n;
    }
    return 1;
}

static enum lexer_result take_sign(struct lexer *lexer, struct token *token)
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
        return take_stray(lexer, token);
    return take_operator(lexer, token, at + length);
}

/* Gets the token at the current place. */
static enum lexer_result token_at(struct lexer *lexer, struct token *token)
{
    uint32_t at = lexer->place.at;
    switch (class_at(lexer, at)) {
    case BYTE_WORD:
        return take_word(lexer, token);
    case BYTE_DIGIT:
        return take_number(lexer, token);
    case BYTE_QUOTE:
        return take_string(lexer, token, at, NULL);
    case BYTE_CONTINUATION: /* it escapes no line end */
        return take_word(lexer, token);
    case BYTE_COMMENT: /* a sign, or a comment that is not closed */
        if (lexer_comment(lexer->lexical->language, lexer->text + at, lexer->length - at))
            return fail(lexer, LEXICAL_UNCLOSED, at);
        return take_sign(lexer, token);
    default:
        if (lexer->text[at] == '.' && is_digit(byte_at(lexer, at + 1)))
            return take_number(lexer, token);
        return take_sign(lexer, token);
    }
}

/* ---- Lines of the preprocessor ---- */

static const struct directive_rule *rule_of(const struct language *language, struct token_text name)
{
    const struct directive_rule *rule = language->tokens.directives;
    while (rule->name && !token_texts_agree(language, TOKEN_WORD, name,
                                            (struct token_text){rule->name, strlen(rule->name)}))
        rule++;
    return rule;
}

enum directive_kind directive_kind_of(const struct language *language, struct token_text name)
{
    return rule_of(language, name)->kind;
}

/* Notes what the name of a directive means. */
static void read_name(struct lexer *lexer, const struct token *token)
{
    const struct language *language = lexer->lexical->language;
    const struct directive_rule *rule =
        rule_of(language, token_text_of(language, lexer->text, token));
    lexer->place.kind = (uint8_t)rule->kind;
    lexer->place.condition = CONDITION_UNKNOWN;
    lexer->place.directive = rule->kind == DIRECTIVE_INCLUDE ? DIRECTIVE_HEADER
                             : rule->has_condition           ? DIRECTIVE_CONDITION
                                                             : DIRECTIVE_REST;
}

/* Notes what the first token after the name of a directive means: the file that it includes. */
static void read_header(struct lexer *lexer, const struct token *token)
{
    const char *header = lexer->lexical->language->tokens.spellings_header;
    size_t n = token->end_byte - token->start_byte;
    if (header && n == strlen(header) + 2 &&
        has_text_at(lexer, token->start_byte + 1, header, n - 2))
        lexer->place.has_spellings = true;
}

/* Notes what a token of a condition means. Its value is known if it is only a number. */
static void read_condition(struct lexer *lexer, const struct token *token)
{
    struct lexer_place *place = &lexer->place;
    const struct language *language = lexer->lexical->language;
    struct token_text text = token_text_of(language, lexer->text, token);
    double value = 0;
    bool is_known = place->condition == CONDITION_UNKNOWN &&
                    (token_text_is(text, language->tokens.zero) ||
                     (token->kind == TOKEN_NUMBER &&
                      language->categories.number(&value, text.bytes, text.length)));
    place->directive = is_known ? DIRECTIVE_CONDITION : DIRECTIVE_REST;
    place->condition = !is_known    ? CONDITION_UNKNOWN
                       : value != 0 ? CONDITION_TRUE
                                    : CONDITION_FALSE;
}

/* Ends a directive: notes what it means for what follows. */
static void end_directive(struct lexer_place *place)
{
    enum directive_kind kind = place->kind;
    uint32_t n = place->n_groups + (kind == DIRECTIVE_IF);
    uint64_t group = n && n <= LEXER_KNOWN_GROUPS ? (uint64_t)1 << (n - 1) : 0;
    bool is_taken = kind == DIRECTIVE_ELSE || place->condition == CONDITION_TRUE;
    bool is_dead = (place->taken & group) || (!is_taken && place->condition == CONDITION_FALSE);
    place->directive = place->kind = place->condition = 0;
    if (kind == DIRECTIVE_ENDIF && n) {
        place->n_groups--;
        place->taken &= ~group;
    } else if (n && kind >= DIRECTIVE_IF && kind <= DIRECTIVE_ELSE) {
        place->n_groups = n;
        place->is_dead = is_dead;
        place->taken |= is_taken ? group : 0;
    }
}

/* Gets the next token of a directive. */
static enum lexer_result next_in_directive(struct lexer *lexer, struct token *token)
{
    struct lexer_place *place = &lexer->place;
    enum directive_part part = place->directive;
    uint32_t at = place->at, end = at;
    place->directive = DIRECTIVE_REST;
    if (part == DIRECTIVE_HEADER && lexer->text[at] == '<') {
        while (end < lexer->length && !ends_line(lexer->text[end]) && lexer->text[end] != '>')
            end++;
        lexer->seen = end + 1;
    }
    enum lexer_result result = byte_at(lexer, end) == '>' && end > at
                                   ? take(lexer, token, TOKEN_STRING, end + 1)
                                   : token_at(lexer, token);
    if (result != LEXER_TOKEN)
        return result;
    if (part == DIRECTIVE_NAME)
        read_name(lexer, token);
    else if (part == DIRECTIVE_HEADER)
        read_header(lexer, token);
    else if (part == DIRECTIVE_CONDITION)
        read_condition(lexer, token);
    return LEXER_TOKEN;
}

/* Gets the token at the current place, in a directive or not. If it is the sign for one at the
 * start of a line, a directive begins. */
static enum lexer_result next_token(struct lexer *lexer, struct token *token, bool starts_line)
{
    if (lexer->place.directive)
        return next_in_directive(lexer, token);
    const struct language *language = lexer->lexical->language;
    char sign = language->tokens.directive;
    enum lexer_result result = token_at(lexer, token);
    if (result == LEXER_TOKEN && starts_line && sign && token->kind == TOKEN_SIGN &&
        token_operator_of(language, lexer->text, token).bytes[0] == sign) {
        lexer->place.directive = DIRECTIVE_NAME;
        lexer->place.kind = DIRECTIVE_OTHER;
    }
    return result;
}

/* Moves over a group that is not compiled, up to the directive that ends it. Returns LEXER_TOKEN,
 * or LEXER_ERROR. */
static enum lexer_result skip_dead_group(struct lexer *lexer)
{
    const struct language *language = lexer->lexical->language;
    struct lexer_place *place = &lexer->place, before = *place;
    struct token token;
    uint32_t start = place->at, n_groups = 0;
    for (;;) {
        uint32_t line_start = 0;
        uint32_t at = skip_gap(lexer, place->at, &line_start);
        bool is_name = place->directive && !line_start;
        place->directive = DIRECTIVE_NONE;
        if (line_start)
            before = *place;
        place->at = at;
        if (at == lexer->length)
            break;
        if (next_token(lexer, &token, line_start != 0) != LEXER_TOKEN)
            return LEXER_ERROR;
        enum directive_kind kind =
            is_name ? directive_kind_of(language, token_text_of(language, lexer->text, &token))
                    : DIRECTIVE_OTHER;
        bool ends = kind == DIRECTIVE_ELIF || kind == DIRECTIVE_ELSE || kind == DIRECTIVE_ENDIF;
        if (n_groups == 0 && ends) {
            *place = before;
            break;
        }
        n_groups += kind == DIRECTIVE_IF;
        n_groups -= kind == DIRECTIVE_ENDIF;
    }
    place->is_dead = false;
    if (place->at > start)
        lexer->hidden = (struct byte_range){start, place->at};
    return LEXER_TOKEN;
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

/* Returns whether a line end after a token is a token. */
static bool is_line_ender(const struct lexer *lexer, const struct token *token)
{
    const struct language *language = lexer->lexical->language;
    struct token_text text = token_text_of(language, lexer->text, token);
    bool is_plain = token->kind == TOKEN_WORD ? !lexical_is_keyword(lexer->lexical, text)
                                              : token->kind != TOKEN_SIGN;
    return is_plain || token_text_is_one_of(text, language->tokens.line_enders);
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

enum lexer_result lexer_next(struct lexer *lexer, struct token *token)
{
    struct lexer_place *place = &lexer->place;
    lexer->seen = 0;
    if (place->n_closing || place->is_opening)
        return take_block(lexer, token);
    if (place->n_texts && place->n_brackets == innermost_text(lexer)->n_brackets)
        return take_text(lexer, token);
    if (place->is_dead && !place->directive && skip_dead_group(lexer) != LEXER_TOKEN)
        return LEXER_ERROR;
    uint32_t line_start = 0;
    uint32_t at = place->at;
    if (at < lexer->length && class_at(lexer, at) == BYTE_BLANK)
        at++; /* there is often just one */
    if (at < lexer->length && class_at(lexer, at) >= BYTE_BLANK)
        at = skip_gap(lexer, at, &line_start);
    if (place->directive && (line_start || at == lexer->length)) {
        end_directive(place);
        take_layout(lexer, token, TOKEN_LINE_END);
        lexer->seen = at + LOOK_AHEAD;
        return LEXER_TOKEN;
    }
    place->at = at;
    if (place->may_end_line && (line_start || at == lexer->length)) {
        place->may_end_line = false;
        return take_layout(lexer, token, TOKEN_LINE_END);
    }
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
    enum lexer_result result = next_token(lexer, token, starts_line);
    if (lexer->lexical->language->tokens.line_enders && result == LEXER_TOKEN)
        place->may_end_line = is_line_ender(lexer, token);
    return result;
}

/* ---- Moving over what two texts have in common ---- */

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

/* Moves a lexer up to `end`, as lexers_skip() does. Returns false if it did not move. */
static bool skip(struct lexer *lexer, uint32_t end, bool passes_numbers)
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
            place->directive || place->is_dead || place->at < start ||
            lexer->lexical->language->tokens.line_enders)
            continue; /* the last token of a line must be read */
        start = skip_in_line(lexer, end, passes_numbers, &safe);
    }
    *place = safe;
    return has_moved;
}

void lexers_skip(struct lexer *a, struct lexer *b, uint32_t n, bool passes_numbers)
{
    uint32_t start = a->place.at, shift = b->place.at - start;
    if (!skip(a, start + n, passes_numbers))
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
        at_a->is_started != at_b->is_started || at_a->may_end_line != at_b->may_end_line ||
        at_a->n_groups != at_b->n_groups || at_a->taken != at_b->taken ||
        at_a->directive != at_b->directive || at_a->kind != at_b->kind ||
        at_a->condition != at_b->condition || at_a->is_dead != at_b->is_dead ||
        at_a->has_spellings != at_b->has_spellings ||
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
