/* A class for each byte value decides what a lexeme can be. Words and signs end where the class
 * ends or a compound does; a string ends at its quote; what stands in the braces of an f-string is
 * only looked at as far as is needed to find that quote. */
#include "tokenize/lexer.h"

#include "base/mem.h"

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

struct lexical {
    const struct language *language;
    unsigned char classes[256]; /* enum byte_class */
    bool starts_compound[256];  /* first bytes of the language's compounds */
    bool starts_joined[256];    /* first bytes of the language's joined kinds */
    bool is_number_part[256];   /* hexadecimal digits and '_' */
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
    for (const struct string_form *form = language->strings; form->quote; form++)
        lexical->classes[(unsigned char)form->quote[0]] = BYTE_QUOTE;
    for (const char *const *it = language->compounds; *it; it++)
        lexical->starts_compound[(unsigned char)**it] = true;
    for (const char *const *it = language->joined_kinds; *it; it++)
        lexical->starts_joined[(unsigned char)**it] = true;
    for (const char *digit = "_0123456789abcdefABCDEF"; *digit; digit++)
        lexical->is_number_part[(unsigned char)*digit] = true;
    return lexical;
}

void lexical_free(struct lexical *lexical)
{
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
            if (depth)
                return 0;
            at += char_at(lexer, at + 1) == '\r' && char_at(lexer, at + 2) == '\n' ? 3 : 2;
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

static uint32_t end_of_compound(const struct lexer *lexer, uint32_t at)
{
    for (const char *const *it = lexer->lexical->language->compounds; *it; it++)
        if (has_text_at(lexer, at, *it, strlen(*it)))
            return at + (uint32_t)strlen(*it);
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
    if (class == BYTE_SIGN && lexer->lexical->starts_compound[(unsigned char)lexer->text[start]]) {
        uint32_t end = end_of_compound(lexer, start);
        return end > at ? end : at;
    }
    return at;
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
        if (lexer->lexical->starts_compound[(unsigned char)lexer->text[at]]) {
            uint32_t end = end_of_compound(lexer, at);
            if (end)
                return end;
        }
        return class_at(lexer, at) == BYTE_SIGN ? at + 1 : 0;
    }
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
    return LEXER_LEXEME;
}

/* Joins `first` and the word behind it when the language has a kind of both. */
static void join(struct lexer *lexer, struct lexeme *first)
{
    for (const char *const *it = lexer->lexical->language->joined_kinds; *it; it++) {
        const char *space = strchr(*it, ' ');
        size_t n_first = space ? (size_t)(space - *it) : 0;
        if (!space || first->text.length != n_first || memcmp(first->text.bytes, *it, n_first) != 0)
            continue;
        struct lexer ahead = *lexer;
        struct lexeme second;
        if (cut(&ahead, &second) == LEXER_LEXEME && second.text.length == strlen(space + 1) &&
            memcmp(second.text.bytes, space + 1, second.text.length) == 0) {
            lexer->at = ahead.at;
            first->end_byte = second.end_byte;
            first->text = (struct token_text){*it, strlen(*it)};
            return;
        }
    }
}

enum lexer_result lexer_next(struct lexer *lexer, struct lexeme *lexeme)
{
    enum lexer_result result = cut(lexer, lexeme);
    if (result == LEXER_LEXEME &&
        lexer->lexical->starts_joined[(unsigned char)lexeme->text.bytes[0]])
        join(lexer, lexeme);
    return result;
}

static bool is_word_at(const struct lexer *lexer, uint32_t at)
{
    return class_at(lexer, at) == BYTE_WORD || class_at(lexer, at) == BYTE_DIGIT;
}

enum lexer_result lexer_find_line(const struct lexical *lexical, const char *text, uint32_t length,
                                  uint32_t end, uint32_t *line_start)
{
    struct lexer lexer = {.lexical = lexical, .text = text, .length = length};
    *line_start = 0;
    while (lexer.at < end) {
        uint32_t behind = lexer.at + 1, word = lexer.at;
        switch (class_at(&lexer, lexer.at)) {
        case BYTE_LINE_END:
            *line_start = behind;
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
            behind =
                end_of_string(&lexer, lexer.at,
                              is_format_prefix(lexical->language, text + word, lexer.at - word));
            if (behind == 0)
                return LEXER_UNCLEAR;
            break;
        default:
            break;
        }
        lexer.at = behind;
    }
    return LEXER_LEXEME;
}
