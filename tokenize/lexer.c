/* A class for each byte value decides what a lexeme can be. Words and signs end where the class
 * ends or a compound does; a string ends at its quote; what stands in the braces of an f-string is
 * only looked at as far as is needed to find that quote. */
#include "tokenize/lexer.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum byte_class {
    BYTE_UNCLEAR,
    BYTE_WORD,
    BYTE_DIGIT,
    BYTE_SIGN,
    BYTE_BLANK,
    BYTE_LINE_END,
    BYTE_COMMENT,
    BYTE_QUOTE,
    BYTE_CONTINUATION,
};

/* A compound of the language, with its length. */
struct compound {
    const char *text;
    size_t length;
};

struct lexical {
    const struct language *language;
    unsigned char classes[256];       /* enum byte_class */
    ARRAY(struct compound) compounds; /* ordered by first byte, then as the language has them */
    uint32_t first_compound[257];     /* by first byte: its compounds end where the next one's
                                            begin */
    bool starts_joined[256];          /* first bytes of the language's joined kinds */
    bool is_plain[256];               /* starts neither a string, a comment nor a line */
    bool is_number_part[256];         /* hexadecimal digits and '_' */
};

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
    classify(lexical, language->signs, BYTE_SIGN);
    classify(lexical, " \t\f", BYTE_BLANK);
    classify(lexical, "\r\n", BYTE_LINE_END);
    classify(lexical, (char[]){language->comment, '\0'}, BYTE_COMMENT);
    classify(lexical, (char[]){language->continuation, '\0'}, BYTE_CONTINUATION);
    for (const char *const *it = language->blanks; *it; it++)
        lexical->classes[(unsigned char)**it] = BYTE_UNCLEAR;
    for (const struct string_form *form = language->strings; form->quote; form++)
        lexical->classes[(unsigned char)form->quote[0]] = BYTE_QUOTE;
    for (int first = 0; first < 256; first++) {
        lexical->first_compound[first] = (uint32_t)lexical->compounds.n;
        for (const char *const *it = language->compounds; *it; it++)
            if ((unsigned char)**it == first)
                array_push(&lexical->compounds, (struct compound){*it, strlen(*it)});
    }
    for (int byte = 0; byte < 256; byte++)
        lexical->is_plain[byte] =
            lexical->classes[byte] == BYTE_WORD || lexical->classes[byte] == BYTE_DIGIT ||
            lexical->classes[byte] == BYTE_SIGN || lexical->classes[byte] == BYTE_BLANK;
    lexical->first_compound[256] = (uint32_t)lexical->compounds.n;
    for (const char *const *it = language->joined_kinds; *it; it++)
        lexical->starts_joined[(unsigned char)**it] = true;
    for (const char *digit = "_0123456789abcdefABCDEF"; *digit; digit++)
        lexical->is_number_part[(unsigned char)*digit] = true;
    return lexical;
}

void lexical_free(struct lexical *lexical)
{
    array_release(&lexical->compounds);
    free(lexical);
}

const struct language *lexical_language(const struct lexical *lexical)
{
    return lexical->language;
}

static enum byte_class class_at(const struct lexer *lexer, uint32_t at)
{
    if (at >= lexer->length)
        return BYTE_LINE_END;
    return (enum byte_class)lexer->lexical->classes[(unsigned char)lexer->text[at]];
}

static char char_at(const struct lexer *lexer, uint32_t at)
{
    return at < lexer->length ? lexer->text[at] : '\0';
}

static bool has_text_at(const struct lexer *lexer, uint32_t at, const char *text, size_t length)
{
    return lexer->length - at >= length && memcmp(lexer->text + at, text, length) == 0;
}

static uint32_t end_of_line(const struct lexer *lexer, uint32_t at)
{
    while (at < lexer->length && lexer->text[at] != '\n' && lexer->text[at] != '\r')
        at++;
    return at;
}

/* Moves over a continuation character and the line end that it escapes; false when none follows. */
static bool skip_continuation(struct lexer *lexer)
{
    char next = char_at(lexer, lexer->at + 1);
    if (next != '\n' && next != '\r')
        return false;
    lexer->at += next == '\r' && char_at(lexer, lexer->at + 2) == '\n' ? 3 : 2;
    return true;
}

/* A simple string inside the braces of an f-string: on one line, without escapes, braces, comments
 * and the outer quote. Returns the byte behind it, 0 when it is not that simple. */
static uint32_t skip_nested_string(const struct lexer *lexer, uint32_t at, char outer)
{
    char quote = lexer->text[at];
    for (uint32_t i = at + 1; i < lexer->length; i++) {
        char c = lexer->text[i];
        if (c == quote)
            return i + 1;
        if (c == outer || c == '{' || c == '}' || c == '\n' || c == '\r' ||
            c == lexer->lexical->language->escape || c == lexer->lexical->language->comment)
            return 0;
    }
    return 0;
}

/* The byte behind an escape in a string; 0 when that is not certain. A brace behind the escape
 * character is one for all that (`f"\{x}"`). */
static uint32_t skip_escape(const struct lexer *lexer, uint32_t at, bool has_format)
{
    char next = char_at(lexer, at + 1);
    if (next && strchr(lexer->lexical->language->long_escapes, next)) {
        enum byte_class behind = class_at(lexer, at + 2);
        return behind == BYTE_WORD || behind == BYTE_DIGIT ? at + 2 : 0;
    }
    if (has_format && (next == '{' || next == '}'))
        return at + 1;
    return at + (next == '\r' && char_at(lexer, at + 2) == '\n' ? 3 : 2);
}

/* The byte behind a string whose opening quote is at `at`; 0 when that is not certain. */
static uint32_t end_of_string(const struct lexer *lexer, uint32_t at, bool has_format)
{
    const struct language *language = lexer->lexical->language;
    const struct string_form *form = language->strings;
    while (form->quote && !has_text_at(lexer, at, form->quote, strlen(form->quote)))
        form++;
    if (!form->quote)
        return 0;
    size_t n_quote = strlen(form->quote);
    uint32_t depth = 0; /* of braces in an f-string; doubled ones come out even */
    for (at += (uint32_t)n_quote; at < lexer->length;) {
        char c = lexer->text[at];
        if (depth && lexer->lexical->classes[(unsigned char)c] == BYTE_QUOTE &&
            c != form->quote[0]) {
            if ((at = skip_nested_string(lexer, at, form->quote[0])) == 0)
                return 0;
        } else if (c == form->quote[0] && has_text_at(lexer, at, form->quote, n_quote)) {
            return depth ? 0 : at + (uint32_t)n_quote;
        } else if (c == language->escape) {
            if (depth || (at = skip_escape(lexer, at, has_format)) == 0)
                return 0;
        } else if ((c == '\n' || c == '\r') && !form->has_lines) {
            return 0;
        } else if (has_format && (c == '{' || c == '}')) {
            if (c == '}' && depth == 0 && char_at(lexer, ++at) != '}')
                return 0;
            depth += c == '{' ? 1u : depth ? -1u : 0u;
            at++;
        } else if (depth && (c == language->comment || c == form->quote[0])) {
            return 0;
        } else {
            at++;
        }
    }
    return 0;
}

/* The end of a number, whose suffix is part of it; 0 when a word follows without a gap. */
static uint32_t end_of_number(const struct lexer *lexer, uint32_t at)
{
    bool is_based = lexer->text[at] == '0' && strchr("xXoObB", char_at(lexer, at + 1)) &&
                    char_at(lexer, at + 1);
    if (is_based) {
        at += 2;
        while (at < lexer->length && lexer->lexical->is_number_part[(unsigned char)lexer->text[at]])
            at++;
    } else {
        while (class_at(lexer, at) == BYTE_DIGIT || char_at(lexer, at) == '_')
            at++;
        if (char_at(lexer, at) == '.') {
            at++;
            while (class_at(lexer, at) == BYTE_DIGIT || char_at(lexer, at) == '_')
                at++;
        }
        if (char_at(lexer, at) == 'e' || char_at(lexer, at) == 'E') {
            uint32_t digits = at + 1;
            if (char_at(lexer, digits) == '+' || char_at(lexer, digits) == '-')
                digits++;
            if (class_at(lexer, digits) == BYTE_DIGIT)
                for (at = digits; class_at(lexer, at) == BYTE_DIGIT || char_at(lexer, at) == '_';)
                    at++;
        }
    }
    if (at < lexer->length && strchr(lexer->lexical->language->number_suffixes, lexer->text[at]) &&
        lexer->text[at])
        at++;
    enum byte_class behind = class_at(lexer, at);
    return behind == BYTE_WORD || behind == BYTE_DIGIT || behind == BYTE_QUOTE ? 0 : at;
}

/* The end of the longest compound that starts here; 0 when none does. */
static uint32_t end_of_compound(const struct lexer *lexer, uint32_t at)
{
    const struct lexical *lexical = lexer->lexical;
    unsigned char first = (unsigned char)lexer->text[at];
    for (uint32_t i = lexical->first_compound[first]; i < lexical->first_compound[first + 1]; i++) {
        const struct compound *compound = &lexical->compounds.items[i];
        if (has_text_at(lexer, at, compound->text, compound->length))
            return at + (uint32_t)compound->length;
    }
    return 0;
}

/* How many of the bytes are among the letters. */
static size_t count_in(const char *bytes, size_t length, const char *letters)
{
    size_t n = 0;
    for (size_t i = 0; i < length; i++)
        n += strchr(letters, bytes[i]) != NULL;
    return n;
}

/* Whether a word directly before a quote is a part of the string. */
static bool is_prefix(const struct language *language, const char *word, size_t length)
{
    return count_in(word, length, language->string_prefixes) == length;
}

static bool is_format_prefix(const struct language *language, const char *word, size_t length)
{
    return is_prefix(language, word, length) && count_in(word, length, language->format_prefixes);
}

/* The end of a word, of a compound that begins with it, or of the string whose prefix it is. */
static uint32_t end_of_word(const struct lexer *lexer, uint32_t start)
{
    uint32_t at = start;
    enum byte_class class;
    while ((class = class_at(lexer, at)) == BYTE_WORD || class == BYTE_DIGIT)
        at++;
    const struct language *language = lexer->lexical->language;
    const char *word = lexer->text + start;
    if (class == BYTE_QUOTE && is_prefix(language, word, at - start))
        return end_of_string(lexer, at, is_format_prefix(language, word, at - start));
    uint32_t end = class == BYTE_SIGN ? end_of_compound(lexer, start) : 0;
    return end > at ? end : at;
}

static uint32_t end_of_lexeme(const struct lexer *lexer, uint32_t at)
{
    switch (class_at(lexer, at)) {
    case BYTE_WORD:
        return end_of_word(lexer, at);
    case BYTE_DIGIT:
        return end_of_number(lexer, at);
    case BYTE_QUOTE:
        return end_of_string(lexer, at, false);
    default:
        if (lexer->text[at] == '.' && class_at(lexer, at + 1) == BYTE_DIGIT)
            return end_of_number(lexer, at);
        uint32_t end = end_of_compound(lexer, at);
        if (end)
            return end;
        return class_at(lexer, at) == BYTE_SIGN ? at + 1 : 0;
    }
}

static bool is_one_of(const char *const *texts, struct token_text text)
{
    for (; *texts; texts++)
        if (text.length == strlen(*texts) && memcmp(text.bytes, *texts, text.length) == 0)
            return true;
    return false;
}

/* Whether a lexeme is a string with a prefix that makes text in braces code. */
static bool has_format(const struct lexical *lexical, struct token_text text)
{
    const unsigned char *bytes = (const unsigned char *)text.bytes;
    if (lexical->classes[bytes[0]] != BYTE_WORD ||
        lexical->classes[bytes[text.length - 1]] != BYTE_QUOTE)
        return false;
    size_t n_prefix = 1;
    while (lexical->classes[bytes[n_prefix]] == BYTE_WORD)
        n_prefix++;
    return is_format_prefix(lexical->language, text.bytes, n_prefix);
}

/* Finds the next lexeme and cuts it, joined kinds apart. */
static enum lexer_result cut(struct lexer *lexer, struct lexeme *lexeme)
{
    lexeme->is_new_line = false;
    for (;;) {
        if (lexer->at >= lexer->length)
            return LEXER_END;
        switch (class_at(lexer, lexer->at)) {
        case BYTE_LINE_END:
            lexeme->is_new_line = true;
            lexeme->line_start = ++lexer->at;
            continue;
        case BYTE_BLANK:
            lexer->at++;
            continue;
        case BYTE_COMMENT:
            lexer->at = end_of_line(lexer, lexer->at);
            continue;
        case BYTE_CONTINUATION:
            if (!skip_continuation(lexer))
                return LEXER_UNCLEAR;
            continue;
        default:
            break;
        }
        break;
    }
    uint32_t end = end_of_lexeme(lexer, lexer->at);
    if (end == 0)
        return LEXER_UNCLEAR;
    lexeme->start_byte = lexer->at;
    lexeme->end_byte = lexer->at = end;
    lexeme->text = (struct token_text){lexer->text + lexeme->start_byte,
                                       lexeme->end_byte - lexeme->start_byte};
    lexeme->is_joined = false;
    lexeme->is_divisible = class_at(lexer, lexeme->start_byte) == BYTE_SIGN &&
                           lexeme->text.length > 1 &&
                           is_one_of(lexer->lexical->language->divisible, lexeme->text);
    lexeme->has_code = has_format(lexer->lexical, lexeme->text);
    return LEXER_LEXEME;
}

/* Joins `first` and the word behind it when the language has a kind of both. */
static enum lexer_result join(struct lexer *lexer, struct lexeme *first)
{
    for (const char *const *it = lexer->lexical->language->joined_kinds; *it; it++) {
        const char *space = strchr(*it, ' ');
        size_t n_first = space ? (size_t)(space - *it) : 0;
        if (!space || first->text.length != n_first || memcmp(first->text.bytes, *it, n_first) != 0)
            continue;
        struct lexer ahead = *lexer;
        struct lexeme second;
        enum lexer_result result = cut(&ahead, &second);
        if (result == LEXER_UNCLEAR)
            return LEXER_UNCLEAR;
        if (result == LEXER_LEXEME && second.text.length == strlen(space + 1) &&
            memcmp(second.text.bytes, space + 1, second.text.length) == 0) {
            lexer->at = ahead.at;
            first->end_byte = second.end_byte;
            first->text = (struct token_text){*it, strlen(*it)};
            first->is_joined = first->is_divisible = true;
            break;
        }
    }
    return LEXER_LEXEME;
}

enum lexer_result lexer_next(struct lexer *lexer, struct lexeme *lexeme)
{
    enum lexer_result result = cut(lexer, lexeme);
    if (result == LEXER_LEXEME &&
        lexer->lexical->starts_joined[(unsigned char)lexeme->text.bytes[0]])
        return join(lexer, lexeme);
    return result;
}

static bool is_white_space(char c)
{
    return c == ' ' || c == '\t' || c == '\f' || c == '\r' || c == '\n';
}

static bool equal_without_white_space(struct token_text a, struct token_text b)
{
    size_t i = 0, j = 0;
    for (;;) {
        while (i < a.length && is_white_space(a.bytes[i]))
            i++;
        while (j < b.length && is_white_space(b.bytes[j]))
            j++;
        if (i == a.length || j == b.length)
            return i == a.length && j == b.length;
        if (a.bytes[i++] != b.bytes[j++])
            return false;
    }
}

bool lexemes_may_be_equal(const struct lexeme *a, const struct lexeme *b)
{
    return token_text_equal(a->text, b->text) ||
           (a->has_code && b->has_code && equal_without_white_space(a->text, b->text));
}

static bool is_word_at(const struct lexer *lexer, uint32_t at)
{
    return class_at(lexer, at) == BYTE_WORD || class_at(lexer, at) == BYTE_DIGIT;
}

enum lexer_result lexer_skip_lines(struct lexer *start, uint32_t end)
{
    struct lexer lexer = *start;
    for (;;) {
        while (lexer.at < end && lexer.lexical->is_plain[(unsigned char)lexer.text[lexer.at]])
            lexer.at++;
        if (lexer.at >= end)
            return LEXER_LEXEME;
        uint32_t behind = lexer.at + 1, word = lexer.at;
        switch (class_at(&lexer, lexer.at)) {
        case BYTE_LINE_END:
            start->at = behind;
            break;
        case BYTE_COMMENT:
            behind = end_of_line(&lexer, lexer.at);
            break;
        case BYTE_CONTINUATION:
            if (!skip_continuation(&lexer))
                return LEXER_UNCLEAR;
            behind = lexer.at;
            break;
        case BYTE_QUOTE:
            while (word && is_word_at(&lexer, word - 1))
                word--;
            behind = end_of_string(
                &lexer, lexer.at,
                is_format_prefix(lexer.lexical->language, lexer.text + word, lexer.at - word));
            if (behind == 0)
                return LEXER_UNCLEAR;
            break;
        case BYTE_UNCLEAR: /* a string of another kind may start here */
            if ((behind = end_of_compound(&lexer, lexer.at)) == 0)
                return LEXER_UNCLEAR;
            break;
        default:
            break;
        }
        lexer.at = behind;
    }
}
