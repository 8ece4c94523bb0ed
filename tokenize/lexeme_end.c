/* A word or a sign ends where its class or a compound ends. A string ends at its quote. The code in
 * the braces of an f-string is scanned only as far as is needed to find that quote. */
#include "tokenize/lexeme_end.h"

#include <string.h>

static void classify(struct lexical *lexical, const char *bytes, enum byte_class class)
{
    for (; *bytes; bytes++)
        lexical->classes[(unsigned char)*bytes] = (unsigned char)class;
}

struct lexical *lexical_new(const struct language *language)
{
    struct lexical *lexical = mem_alloc(1, sizeof *lexical);
    lexical->language = language;
    classify(lexical, "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", BYTE_WORD);
    memset(lexical->classes + 0x80, BYTE_WORD, 0x80);
    classify(lexical, "0123456789", BYTE_DIGIT);
    classify(lexical, language->scan.signs, BYTE_SIGN);
    classify(lexical, " \t\f", BYTE_BLANK);
    classify(lexical, "\r\n", BYTE_LINE_END);
    for (const struct comment_form *form = language->scan.comments; form && form->open; form++)
        lexical->classes[(unsigned char)form->open[0]] = BYTE_COMMENT;
    classify(lexical, (char[]){language->tokens.continuation, '\0'}, BYTE_CONTINUATION);
    for (const char *const *it = language->scan.blanks; it && *it; it++)
        lexical->classes[(unsigned char)**it] = BYTE_UNCLEAR;
    for (const struct string_form *form = language->scan.strings; form->quote; form++)
        lexical->classes[(unsigned char)form->quote[0]] = BYTE_QUOTE;
    for (int first = 0; first < 256; first++) {
        lexical->first_compound[first] = (uint32_t)lexical->compounds.n;
        for (const char *const *it = language->scan.compounds; *it; it++)
            if ((unsigned char)**it == first)
                array_push(&lexical->compounds, (struct compound){*it, strlen(*it)});
    }
    for (int byte = 0; byte < 256; byte++)
        lexical->is_plain[byte] =
            lexical->classes[byte] == BYTE_WORD || lexical->classes[byte] == BYTE_DIGIT ||
            lexical->classes[byte] == BYTE_SIGN || lexical->classes[byte] == BYTE_BLANK;
    lexical->first_compound[256] = (uint32_t)lexical->compounds.n;
    for (const char *const *it = language->tokens.joined_kinds; it && *it; it++)
        lexical->starts_joined[(unsigned char)**it] = true;
    for (const char *digit = "0123456789abcdefABCDEF"; *digit; digit++)
        lexical->is_number_part[(unsigned char)*digit] = true;
    if (language->scan.numbers.separator)
        lexical->is_number_part[(unsigned char)language->scan.numbers.separator] = true;
    return lexical;
}

void lexical_free(struct lexical *lexical)
{
    array_release(&lexical->compounds);
    free(lexical);
}

static bool has_text_at(const struct scan *scan, uint32_t at, const char *text, size_t length)
{
    return scan->length - at >= length && memcmp(scan->text + at, text, length) == 0;
}

size_t lexeme_comment(const struct language *language, const char *text, size_t length)
{
    for (const struct comment_form *form = language->scan.comments; form && form->open; form++) {
        size_t n = strlen(form->open);
        if (length < n || memcmp(text, form->open, n) != 0)
            continue;
        if (form->close) {
            const char *close = memmem(text + n, length - n, form->close, strlen(form->close));
            return close ? (size_t)(close - text) + strlen(form->close) : SIZE_MAX;
        }
        while (n < length && text[n] != '\n' && text[n] != '\r')
            n++;
        return n;
    }
    return 0;
}

/* Returns the byte after a simple string inside the braces of an f-string; 0 if it is not simple. A
 * simple string is on one line and has no escapes, braces, comments and outer quotes. */
static uint32_t skip_nested_string(const struct scan *scan, uint32_t at, char outer)
{
    char quote = scan->text[at];
    for (uint32_t i = at + 1; i < scan->length; i++) {
        char c = scan->text[i];
        if (c == quote)
            return i + 1;
        if (c == outer || c == '{' || c == '}' || c == '\n' || c == '\r' ||
            c == scan->lexical->language->scan.escape || scan_class(scan, i) == BYTE_COMMENT)
            return 0;
    }
    return 0;
}

/* Returns the byte after an escape in a string; 0 if that is not certain. A brace after the escape
 * character still is a brace (`f"\{x}"`). */
static uint32_t skip_escape(const struct scan *scan, uint32_t at, bool has_format)
{
    char next = scan_char(scan, at + 1);
    if (next && strchr(scan->lexical->language->scan.long_escapes, next)) {
        enum byte_class behind = scan_class(scan, at + 2);
        return behind == BYTE_WORD || behind == BYTE_DIGIT ? at + 2 : 0;
    }
    if (has_format && (next == '{' || next == '}'))
        return at + 1;
    return at + (next == '\r' && scan_char(scan, at + 2) == '\n' ? 3 : 2);
}

/* Returns whether neither a token nor a compound starts with the byte. The grammar may skip it. */
static bool starts_nothing(const struct lexical *lexical, unsigned char byte)
{
    return lexical->classes[byte] == BYTE_UNCLEAR &&
           lexical->first_compound[byte] == lexical->first_compound[byte + 1];
}

/* Returns the byte after the string with its opening quote at `at`; 0 if that is not certain. */
uint32_t lexeme_end_of_string(const struct scan *scan, uint32_t at, bool has_format)
{
    const struct language *language = scan->lexical->language;
    const struct string_form *form = language->scan.strings;
    while (form->quote && !has_text_at(scan, at, form->quote, strlen(form->quote)))
        form++;
    if (!form->quote)
        return 0;
    size_t n_quote = strlen(form->quote);
    uint32_t depth = 0; /* of braces in an f-string; doubled braces cancel out */
    for (at += (uint32_t)n_quote; at < scan->length;) {
        char c = scan->text[at];
        if (depth && scan->lexical->classes[(unsigned char)c] == BYTE_QUOTE &&
            c != form->quote[0]) {
            if ((at = skip_nested_string(scan, at, form->quote[0])) == 0)
                return 0;
        } else if (c == form->quote[0] && has_text_at(scan, at, form->quote, n_quote)) {
            return depth ? 0 : at + (uint32_t)n_quote;
        } else if (c == language->scan.escape) {
            if (depth || (at = skip_escape(scan, at, has_format)) == 0)
                return 0;
        } else if ((c == '\n' || c == '\r') && !form->has_lines) {
            return 0;
        } else if (has_format && (c == '{' || c == '}')) {
            if (c == '}' && depth == 0 && scan_char(scan, ++at) != '}')
                return 0;
            depth += c == '{' ? 1u : depth ? -1u : 0u;
            at++;
        } else if (depth && (scan_class(scan, at) == BYTE_COMMENT || c == form->quote[0] ||
                             starts_nothing(scan->lexical, (unsigned char)c))) {
            return 0;
        } else {
            at++;
        }
    }
    return 0;
}

/* Returns the end of a run of digits. */
static uint32_t end_of_digits(const struct scan *scan, uint32_t at)
{
    char separator = scan->lexical->language->scan.numbers.separator;
    while (scan_class(scan, at) == BYTE_DIGIT || (separator && scan_char(scan, at) == separator))
        at++;
    return at;
}

/* Returns the end of a number with its suffix; 0 if a word follows without a gap. */
static uint32_t end_of_number(const struct scan *scan, uint32_t at)
{
    const struct number_form *form = &scan->lexical->language->scan.numbers;
    bool is_based = scan->text[at] == '0' && scan_char(scan, at + 1) &&
                    strchr(form->bases, scan_char(scan, at + 1));
    if (is_based) {
        at += 2;
        while (at < scan->length && scan->lexical->is_number_part[(unsigned char)scan->text[at]])
            at++;
    } else {
        at = end_of_digits(scan, at);
        if (scan_char(scan, at) == '.')
            at = end_of_digits(scan, at + 1);
        if (scan_char(scan, at) == 'e' || scan_char(scan, at) == 'E') {
            uint32_t digits = at + 1;
            if (scan_char(scan, digits) == '+' || scan_char(scan, digits) == '-')
                digits++;
            if (scan_class(scan, digits) == BYTE_DIGIT)
                at = end_of_digits(scan, digits);
        }
    }
    if (scan_char(scan, at) && strchr(form->suffixes, scan->text[at]))
        at++;
    enum byte_class behind = scan_class(scan, at);
    return behind == BYTE_WORD || behind == BYTE_DIGIT || behind == BYTE_QUOTE ? 0 : at;
}

/* Returns the end of the longest compound that starts here; 0 if there is none. */
uint32_t lexeme_end_of_compound(const struct scan *scan, uint32_t at)
{
    const struct lexical *lexical = scan->lexical;
    unsigned char first = (unsigned char)scan->text[at];
    for (uint32_t i = lexical->first_compound[first]; i < lexical->first_compound[first + 1]; i++) {
        const struct compound *compound = &lexical->compounds.items[i];
        if (has_text_at(scan, at, compound->text, compound->length))
            return at + (uint32_t)compound->length;
    }
    return 0;
}

/* Returns how many of the bytes are in `letters`. */
static size_t count_in(const char *bytes, size_t length, const char *letters)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        n += strchr(letters, bytes[i]) != NULL;
    return n;
}

/* Returns whether a word directly before a quote is a part of the string. */
static bool is_prefix(const struct language *language, const char *word, size_t length)
{
    return count_in(word, length, language->scan.string_prefixes) == length;
}

bool lexeme_is_format_prefix(const struct language *language, const char *word, size_t length)
{
    return is_prefix(language, word, length) &&
           count_in(word, length, language->scan.format_prefixes);
}

/* Returns the end of a word, or of the string that the word is a prefix of; 0 if that is not
 * certain. */
static uint32_t end_of_word(const struct scan *scan, uint32_t start)
{
    uint32_t at = start;
    enum byte_class class;
    while ((class = scan_class(scan, at)) == BYTE_WORD || class == BYTE_DIGIT)
        at++;
    const struct language *language = scan->lexical->language;
    const char *word = scan->text + start;
    if (class == BYTE_QUOTE && is_prefix(language, word, at - start))
        return lexeme_end_of_string(scan, at, lexeme_is_format_prefix(language, word, at - start));
    if (class == BYTE_SIGN && lexeme_end_of_compound(scan, start) > at)
        return 0; /* elsewhere the sign begins another token: `except*=1` */
    return at;
}

/* A character that may start a comment may also be a sign: the `/` of a division. */
static bool is_sign(const struct scan *scan, uint32_t at)
{
    enum byte_class class = scan_class(scan, at);
    return class == BYTE_SIGN ||
           (class == BYTE_COMMENT &&
            strchr(scan->lexical->language->scan.signs, scan->text[at]) != NULL);
}

uint32_t lexeme_end(const struct scan *scan, uint32_t at)
{
    switch (scan_class(scan, at)) {
    case BYTE_WORD:
        return end_of_word(scan, at);
    case BYTE_DIGIT:
        return end_of_number(scan, at);
    case BYTE_QUOTE:
        return lexeme_end_of_string(scan, at, false);
    default:
        if (scan->text[at] == '.' && scan_class(scan, at + 1) == BYTE_DIGIT)
            return end_of_number(scan, at);
        uint32_t end = lexeme_end_of_compound(scan, at);
        if (end)
            return end;
        return is_sign(scan, at) ? at + 1 : 0;
    }
}
