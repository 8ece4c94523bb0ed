/* A tokenizer for the undisputed part of Python: one pass, maximal munch, and a stack of columns
 * for the blocks. Whatever the versions of Python or the tools disagree about makes it refuse:
 * backticks, `<>`, 0777, 1if, two names side by side, f-strings with their own quotes inside, mixed
 * indentation, letters beyond ASCII outside strings and comments, lines in brackets that are
 * indented less than their block. */
#include "tests/grow/reading.h"

#include <string.h>

enum { TAB_WIDTH = 8 };

/* Skips to the next token. `line` becomes the start of its line if that is a new one. */
static bool skip_gap(struct reading *reading, size_t *line, bool *is_new_line)
{
    for (;;) {
        char c = reading_peek(reading, 0);
        size_t line_end = reading_line_end(reading);
        if (line_end) {
            reading->at += line_end;
            *line = reading->at;
            *is_new_line = true;
        } else if (c == ' ' || c == '\t') {
            reading->at++;
        } else if (c == '#') {
            while (reading->at < reading->length && !reading_line_end(reading)) {
                if (reading_peek(reading, 0) == '\r' || reading_peek(reading, 0) == '\f')
                    return false;
                reading->at++;
            }
        } else if (c == '\\') {
            reading->at++;
            line_end = reading_line_end(reading);
            reading->at += line_end;
            if (!line_end || *is_new_line || reading_line_end(reading) ||
                reading->at == reading->length)
                return false;
        } else {
            return true;
        }
    }
}

static bool read_number(struct reading *reading)
{
    const char *decimal = "0123456789_";
    char second = reading_peek(reading, 1);
    if (reading_peek(reading, 0) == '0' && second && strchr("xXoObB", second)) {
        reading->at += 2;
        if (!reading_skip_all(reading, "0123456789abcdefABCDEF_"))
            return false;
    } else {
        if (reading_peek(reading, 0) == '0' && (reading_is_digit(second) || second == '_'))
            return false;
        reading_skip_all(reading, decimal);
        if (reading_peek(reading, 0) == '.') {
            reading->at++;
            reading_skip_all(reading, decimal);
        }
        if (reading_peek(reading, 0) == 'e' || reading_peek(reading, 0) == 'E') {
            reading->at++;
            if (reading_peek(reading, 0) == '+' || reading_peek(reading, 0) == '-')
                reading->at++;
            if (!reading_skip_all(reading, decimal))
                return false;
        }
        if (reading_peek(reading, 0) == 'j' || reading_peek(reading, 0) == 'J')
            reading->at++;
    }
    return !reading_is_letter(reading_peek(reading, 0)) &&
           !reading_is_digit(reading_peek(reading, 0)) && reading_peek(reading, 0) != '.';
}

/* A quote of the string's own kind inside its braces would have cut the string there. */
static bool has_balanced_braces(const char *text, size_t length)
{
    size_t depth = 0;
    for (size_t i = 0; i < length; i++) {
        bool is_double = i + 1 < length && text[i] == text[i + 1];
        if (depth == 0 && is_double && (text[i] == '{' || text[i] == '}')) {
            i++;
        } else if (text[i] == '{') {
            depth++;
        } else if (text[i] == '}') {
            if (depth == 0)
                return false;
            depth--;
        }
    }
    return depth == 0;
}

/* From the first quote on. */
static bool read_string(struct reading *reading, bool is_fstring)
{
    char quote = reading_peek(reading, 0);
    size_t width = reading_peek(reading, 1) == quote && reading_peek(reading, 2) == quote ? 3 : 1;
    reading->at += width;
    size_t start = reading->at;
    for (;; reading->at++) {
        char c = reading_peek(reading, 0);
        if (reading->at >= reading->length || (width == 1 && (c == '\n' || c == '\r')))
            return false;
        if (c == '\r' && !reading_line_end(reading))
            return false;
        if (c == '\\') {
            reading->at++;
            if (width == 1 &&
                (reading_peek(reading, 0) == '\n' || reading_peek(reading, 0) == '\r'))
                return false;
        } else if (c == quote && (width == 1 || (reading_peek(reading, 1) == quote &&
                                                 reading_peek(reading, 2) == quote))) {
            break;
        }
    }
    size_t length = reading->at - start;
    reading->at += width;
    if (reading_peek(reading, 0) == quote)
        return false;
    return !is_fstring || has_balanced_braces(reading->source + start, length);
}

static bool is_string_prefix(const char *text, size_t length)
{
    static const char *const prefixes[] = {"r", "u", "b", "f", "br", "rb", "fr", "rf", NULL};
    char lower[3] = "";
    if (length > 2)
        return false;
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)(text[i] | 0x20);
    for (size_t i = 0; prefixes[i]; i++)
        if (strcmp(prefixes[i], lower) == 0)
            return true;
    return false;
}

static bool read_name(struct reading *reading, enum word_kind *kind)
{
    const char *start = reading->source + reading->at;
    while (reading_is_letter(reading_peek(reading, 0)) ||
           reading_is_digit(reading_peek(reading, 0))) {
        if ((unsigned char)reading_peek(reading, 0) >= 0x80)
            return false;
        reading->at++;
    }
    size_t length = (size_t)(reading->source + reading->at - start);
    if (reading_peek(reading, 0) == '"' || reading_peek(reading, 0) == '\'') {
        bool is_fstring = memchr(start, 'f', length) || memchr(start, 'F', length);
        *kind = is_fstring ? WORD_FSTRING : WORD_STRING;
        return is_string_prefix(start, length) && read_string(reading, is_fstring);
    }
    struct word word = {.text = start, .text_length = (uint32_t)length};
    *kind = word_is_one_of(&word, reading->language->keywords) ? WORD_KEYWORD : WORD_NAME;
    return true;
}

static bool read_word(struct reading *reading, enum word_kind *kind)
{
    char c = reading_peek(reading, 0);
    if (reading_is_letter(c))
        return read_name(reading, kind);
    if (reading_is_digit(c) || (c == '.' && reading_is_digit(reading_peek(reading, 1)))) {
        *kind = WORD_NUMBER;
        return read_number(reading);
    }
    if (c == '"' || c == '\'') {
        *kind = WORD_STRING;
        return read_string(reading, false);
    }
    *kind = WORD_SIGN;
    return reading_skip_sign(reading);
}

/* The column of a line's first token; false where blanks and tabs mix. */
static bool find_column(struct reading *reading, size_t line, size_t *column)
{
    *column = 0;
    for (size_t i = line; i < reading->at; i++) {
        char c = reading->source[i];
        if (!reading->indentation)
            reading->indentation = c;
        if (c != reading->indentation)
            return false;
        *column += c == '\t' ? TAB_WIDTH : 1;
    }
    return true;
}

static size_t innermost(const struct reading *reading)
{
    return reading->blocks.n ? reading->blocks.items[reading->blocks.n - 1] : 0;
}

static bool close_blocks(struct reading *reading, size_t column)
{
    while (column < innermost(reading)) {
        reading->blocks.n--;
        reading_push_layout(reading, WORD_DEDENT);
    }
    return column == innermost(reading);
}

static bool start_line(struct reading *reading, size_t line)
{
    size_t column;
    if (!find_column(reading, line, &column))
        return false;
    if (reading->n_brackets)
        return column >= innermost(reading);
    if (reading->script->words.n == 0)
        return column == 0;
    reading_push_layout(reading, WORD_NEWLINE);
    if (column > innermost(reading)) {
        array_push(&reading->blocks, column);
        reading_push_layout(reading, WORD_INDENT);
        return true;
    }
    return close_blocks(reading, column);
}

/* Makes one token of `not in` and `is not`. */
static bool join(struct reading *reading)
{
    struct word *words = reading->script->words.items;
    size_t n = reading->script->words.n;
    if (n < 2 || !((word_is(&words[n - 2], "not") && word_is(&words[n - 1], "in")) ||
                   (word_is(&words[n - 2], "is") && word_is(&words[n - 1], "not"))))
        return true;
    return reading_join(reading, WORD_SIGN);
}

/* Two names side by side are no Python; Cython has them. */
static bool follows_name(const struct script *script)
{
    size_t n = script->words.n;
    return n > 1 && script->words.items[n - 1].kind == WORD_NAME &&
           script->words.items[n - 2].kind == WORD_NAME;
}

bool python_words_read(struct reading *reading)
{
    size_t line = 0;
    bool is_new_line = true;
    for (;;) {
        size_t gap = reading->at;
        if (!skip_gap(reading, &line, &is_new_line))
            return false;
        if (reading->at == reading->length) {
            reading->script->tail = reading->source + gap;
            reading->script->tail_length = reading->at - gap;
            break;
        }
        if (is_new_line && !start_line(reading, line))
            return false;
        is_new_line = false;
        size_t start = reading->at;
        enum word_kind kind;
        if (!read_word(reading, &kind))
            return false;
        reading_push(reading, gap, start, kind);
        if (!join(reading) || follows_name(reading->script))
            return false;
    }
    if (reading->script->words.n == 0 || reading->n_brackets)
        return false;
    reading_push_layout(reading, WORD_NEWLINE);
    return close_blocks(reading, 0);
}
