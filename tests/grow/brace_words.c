/* A tokenizer for the undisputed part of C, C++ and Java: one pass, maximal munch. Whatever the
 * standards or the tools disagree about makes it refuse: lines that are spliced, trigraphs and
 * digraphs, prefixes and suffixes of strings, text blocks, numbers that are not plain, names with
 * `$`, letters beyond ASCII outside strings and comments, and types of an unusual form. */
#include "tests/grow/reading.h"

#include <string.h>

/* Whether every line is as it looks: no splices, no trigraphs, no unusual white space. */
static bool has_plain_lines(const struct reading *reading)
{
    const char *source = reading->source, *end = source + reading->length;
    for (const char *c = source; c < end; c++) {
        if (*c == '\\' || *c == '\r') {
            const char *next = c + 1;
            while (*c == '\\' && next < end && (*next == ' ' || *next == '\t' || *next == '\r'))
                next++;
            bool is_line_end = next < end && *next == '\n';
            if (is_line_end == (*c == '\\'))
                return false;
        } else if (*c == '\f' || *c == '\v') {
            return false;
        } else if (*c == '?' && end - c > 2 && c[1] == '?' && strchr("=/'()!<>-", c[2])) {
            return false;
        }
    }
    return true;
}

static bool skip_block_comment(struct reading *reading, bool is_in_directive)
{
    for (reading->at += 2; !reading_has_text(reading, "*/"); reading->at++)
        if (reading->at == reading->length || (is_in_directive && reading_peek(reading, 0) == '\n'))
            return false;
    reading->at += 2;
    return true;
}

/* Skips to the next token. */
static bool skip_gap(struct reading *reading, bool is_in_directive, bool *is_new_line)
{
    for (;;) {
        size_t line_end = reading_line_end(reading);
        if (line_end) {
            reading->at += line_end;
            *is_new_line = true;
            is_in_directive = false;
        } else if (reading_has_text(reading, "//")) {
            while (reading->at < reading->length && !reading_line_end(reading))
                reading->at++;
        } else if (reading_has_text(reading, "/*")) {
            if (!skip_block_comment(reading, is_in_directive))
                return false;
        } else if (!reading_skip_all(reading, " \t")) {
            return true;
        }
    }
}

/* A hexadecimal number that ends with an e would contain a sign after it. */
static bool read_number(struct reading *reading)
{
    const char *decimal = "0123456789";
    if (reading_has_text(reading, "0x") || reading_has_text(reading, "0X")) {
        reading->at += 2;
        if (!reading_skip_all(reading, "0123456789abcdefABCDEF") ||
            (reading->source[reading->at - 1] | 0x20) == 'e')
            return false;
    } else {
        reading_skip_all(reading, decimal);
        if (reading_peek(reading, 0) == '.') {
            reading->at++;
            reading_skip_all(reading, decimal);
        }
        if ((reading_peek(reading, 0) | 0x20) == 'e') {
            reading->at++;
            if (reading_peek(reading, 0) == '+' || reading_peek(reading, 0) == '-')
                reading->at++;
            if (!reading_skip_all(reading, decimal))
                return false;
        }
    }
    size_t start = reading->at;
    reading_skip_all(reading, reading->language->number_suffixes);
    char next = reading_peek(reading, 0);
    return reading->at - start <= reading->language->most_suffixes && !reading_is_letter(next) &&
           !reading_is_digit(next) && next != '.' && next != '\'';
}

/* From the quote on. An escaped code point could be a quote in Java. */
static bool read_string(struct reading *reading)
{
    char quote = reading_peek(reading, 0);
    size_t start = ++reading->at;
    for (; reading_peek(reading, 0) != quote; reading->at++) {
        if (reading->at >= reading->length || reading_line_end(reading) ||
            reading_has_text(reading, "\\u"))
            return false;
        reading->at += reading_peek(reading, 0) == '\\';
    }
    bool is_empty = reading->at == start;
    reading->at++;
    char next = reading_peek(reading, 0);
    return next != '"' && next != '\'' && !reading_is_letter(next) && !reading_is_digit(next) &&
           !(is_empty && quote == '\'');
}

static bool read_name(struct reading *reading, enum word_kind *kind)
{
    size_t start = reading->at;
    for (;
         reading_is_letter(reading_peek(reading, 0)) || reading_is_digit(reading_peek(reading, 0));
         reading->at++)
        if ((unsigned char)reading_peek(reading, 0) >= 0x80)
            return false;
    struct word word = {.text = reading->source + start,
                        .text_length = (uint32_t)(reading->at - start)};
    *kind = word_is_one_of(&word, reading->language->keywords) ? WORD_KEYWORD : WORD_NAME;
    return reading_peek(reading, 0) != '"' && reading_peek(reading, 0) != '\'';
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
        return read_string(reading);
    }
    *kind = WORD_SIGN;
    return reading_skip_sign(reading);
}

/* Makes one token of a run of words that is a type. */
static bool join(struct reading *reading)
{
    const struct grown_language *language = reading->language;
    struct word *words = reading->script->words.items;
    size_t n = reading->script->words.n;
    if (n < 2 || !word_is_one_of(&words[n - 1], language->type_words) ||
        !word_is_one_of(&words[n - 2], language->types))
        return true;
    return reading_join(reading, WORD_KEYWORD) && word_is_one_of(&words[n - 2], language->types);
}

/* Reads `#` and the word after it, and the name of a header. */
static bool start_directive(struct reading *reading, size_t gap)
{
    size_t start = reading->at++;
    reading_push(reading, gap, start, WORD_SIGN);
    gap = reading->at;
    reading_skip_all(reading, " \t");
    start = reading->at;
    enum word_kind kind;
    if (!reading_is_letter(reading_peek(reading, 0)) || !read_name(reading, &kind))
        return false;
    reading_push(reading, gap, start, WORD_KEYWORD);
    const struct word *word = &reading->script->words.items[reading->script->words.n - 1];
    if (word_is(word, "import") || word_is(word, "include_next"))
        return false;
    if (!word_is(word, "include"))
        return true;
    gap = reading->at;
    reading_skip_all(reading, " \t");
    start = reading->at;
    if (reading_peek(reading, 0) != '<') {
        reading->at = gap;
        return reading_peek(reading, start - gap) == '"';
    }
    for (; reading_peek(reading, 0) != '>'; reading->at++)
        if (reading->at == reading->length || reading_line_end(reading))
            return false;
    reading->at++;
    reading_push(reading, gap, start, WORD_STRING);
    return true;
}

static void touch_directive(struct script *script, size_t start)
{
    for (size_t i = start; i < script->words.n; i++)
        script->words.items[i].is_touched = true;
}

/* Every token, and a layout token after each directive and at the end. */
bool brace_words_read(struct reading *reading)
{
    struct script *script = reading->script;
    bool is_in_directive = false;
    size_t directive = 0; /* its first token */
    if (!has_plain_lines(reading))
        return false;
    for (bool is_new_line = true;; is_new_line = false) {
        size_t gap = reading->at;
        if (!skip_gap(reading, is_in_directive, &is_new_line))
            return false;
        if (is_in_directive && (is_new_line || reading->at == reading->length)) {
            reading_push_layout(reading, WORD_NEWLINE);
            touch_directive(script, directive);
            is_in_directive = false;
        }
        if (reading->at == reading->length) {
            script->tail = reading->source + gap;
            script->tail_length = reading->at - gap;
            break;
        }
        if (is_new_line && reading->language->has_directives && reading_peek(reading, 0) == '#') {
            directive = script->words.n;
            is_in_directive = true;
            if (!start_directive(reading, gap))
                return false;
            continue;
        }
        size_t start = reading->at;
        enum word_kind kind;
        if (is_in_directive && reading_peek(reading, 0) == '#') {
            reading->at += reading_peek(reading, 1) == '#' ? 2 : 1;
            kind = WORD_SIGN;
        } else if (!read_word(reading, &kind)) {
            return false;
        }
        reading_push(reading, gap, start, kind);
        if (!join(reading))
            return false;
    }
    reading_push_layout(reading, WORD_NEWLINE);
    return script->words.n > 1;
}
