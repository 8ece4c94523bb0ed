/* Copies, writes and compares: common start, common end, and what is left in between. */
#include "tests/grow/script.h"

#include "base/utf8.h"

#include <string.h>

bool word_is(const struct word *word, const char *text)
{
    return word->text_length == strlen(text) && memcmp(word->text, text, word->text_length) == 0;
}

bool word_is_layout(const struct word *word)
{
    return word->kind >= WORD_NEWLINE;
}

bool word_is_one_of(const struct word *word, const char *const *list)
{
    for (; *list; list++)
        if (word_is(word, *list))
            return true;
    return false;
}

void script_copy(struct script *out, const struct script *script)
{
    *out = *script;
    out->words.items = mem_resize(NULL, script->words.n, sizeof *out->words.items);
    out->words.capacity = script->words.n;
    memcpy(out->words.items, script->words.items, script->words.n * sizeof *out->words.items);
}

void script_release(struct script *script)
{
    array_release(&script->words);
}

void script_write(const struct script *script, struct str *out)
{
    for (size_t i = 0; i < script->words.n; i++) {
        str_add(out, script->words.items[i].gap, script->words.items[i].gap_length);
        str_add(out, script->words.items[i].text, script->words.items[i].text_length);
    }
    str_add(out, script->tail, script->tail_length);
}

size_t script_most_tokens(const struct script *script)
{
    size_t n = script->words.n;
    for (size_t i = 0; i < script->words.n; i++) {
        if (script->words.items[i].kind == WORD_NEWLINE)
            n += 3;
        else if (script->words.items[i].kind == WORD_FSTRING)
            n += script->words.items[i].text_length;
    }
    return n;
}

static void advance(const char *text, size_t length, size_t *line, size_t *column)
{
    size_t counted = 0;
    for (size_t i = 0; i < length; i++) {
        if (text[i] == '\n') {
            ++*line;
            *column = 0;
            counted = i + 1;
        }
    }
    *column += utf8_count(text + counted, length - counted);
}

void script_place(const struct script *script, size_t index, size_t *line, size_t *column)
{
    *line = 1;
    *column = 0;
    for (size_t i = 0; i <= index; i++) {
        const struct word *word = &script->words.items[i];
        advance(word->gap, word->gap_length, line, column);
        if (i < index)
            advance(word->text, word->text_length, line, column);
    }
}

static bool words_equal(const struct word *a, const struct word *b)
{
    return a->kind == b->kind && a->text_length == b->text_length &&
           (a->text == b->text || memcmp(a->text, b->text, a->text_length) == 0);
}

struct change script_compare(const struct script *before, const struct script *after)
{
    const struct word *a = before->words.items, *b = after->words.items;
    size_t n_a = before->words.n, n_b = after->words.n, start = 0;
    while (start < n_a && start < n_b && words_equal(&a[start], &b[start]))
        start++;
    while (n_a > start && n_b > start && words_equal(&a[n_a - 1], &b[n_b - 1]))
        n_a--, n_b--;
    struct change change = {CHANGE_LARGER, start, start, n_a - start, n_b - start};
    if (change.left_before == 0 && change.left_after == 0)
        change.kind = CHANGE_NONE;
    else if (change.left_before == 0 && change.left_after == 1 && word_is(&b[start], "not"))
        change.kind = CHANGE_INSERT;
    else if (change.left_before == 1 && change.left_after == 0 && word_is(&a[start], "not"))
        change.kind = CHANGE_DELETE;
    else if (change.left_before == 1 && change.left_after == 1 && !word_is_layout(&a[start]) &&
             !word_is_layout(&b[start]))
        change.kind = a[start].kind == WORD_FSTRING || b[start].kind == WORD_FSTRING
                          ? CHANGE_UNSURE
                          : CHANGE_REPLACE;
    return change;
}

/* A tokenizer for the undisputed part of Python: one pass, maximal munch, and a stack of columns
 * for the blocks. Whatever the versions of Python or the tools disagree about makes it refuse:
 * backticks, `<>`, 0777, 1if, two names side by side, f-strings with their own quotes inside, mixed
 * indentation, letters beyond ASCII outside strings and comments, lines in brackets that are
 * indented less than their block. */

enum { TAB_WIDTH = 8 };

struct reading {
    struct script *script;
    const char *source;
    size_t length;
    size_t at;
    ARRAY(size_t) blocks; /* columns of the open blocks, rising, without the outermost */
    size_t n_brackets;
    char indentation; /* the character that indents, 0 while none was seen */
};

static const char *const keywords[] = {
    "False", "None",   "True", "and",   "as",     "assert",    "break", "class", "continue",
    "def",   "del",    "elif", "else",  "except", "finally",   "for",   "from",  "global",
    "if",    "import", "in",   "is",    "lambda", "nonlocal",  "not",   "or",    "pass",
    "raise", "return", "try",  "while", "with",   "yield",     "async", "await", "print",
    "exec",  "match",  "case", "type",  "_",      "__debug__", NULL};

/* Longest first. */
static const char *const signs[] = {"**=", "//=", ">>=", "<<=", "...", "**", "//", ">>", "<<",
                                    "<=",  ">=",  "==",  "!=",  "->",  ":=", "+=", "-=", "*=",
                                    "/=",  "%=",  "&=",  "|=",  "^=",  "@=", NULL};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (unsigned char)c >= 0x80;
}

static char peek(const struct reading *reading, size_t ahead)
{
    size_t at = reading->at + ahead;
    return at < reading->length ? reading->source[at] : '\0';
}

static size_t line_end_length(const struct reading *reading)
{
    if (peek(reading, 0) == '\n')
        return 1;
    return peek(reading, 0) == '\r' && peek(reading, 1) == '\n' ? 2 : 0;
}

/* Skips to the next token. `line` becomes the start of its line if that is a new one. */
static bool skip_gap(struct reading *reading, size_t *line, bool *is_new_line)
{
    for (;;) {
        char c = peek(reading, 0);
        size_t line_end = line_end_length(reading);
        if (line_end) {
            reading->at += line_end;
            *line = reading->at;
            *is_new_line = true;
        } else if (c == ' ' || c == '\t') {
            reading->at++;
        } else if (c == '#') {
            while (reading->at < reading->length && !line_end_length(reading)) {
                if (peek(reading, 0) == '\r' || peek(reading, 0) == '\f')
                    return false;
                reading->at++;
            }
        } else if (c == '\\') {
            reading->at++;
            line_end = line_end_length(reading);
            reading->at += line_end;
            if (!line_end || *is_new_line || line_end_length(reading) ||
                reading->at == reading->length)
                return false;
        } else {
            return true;
        }
    }
}

static bool read_digits(struct reading *reading, const char *digits)
{
    size_t n = 0;
    for (; peek(reading, 0) && strchr(digits, peek(reading, 0)); n++)
        reading->at++;
    return n > 0;
}

static bool read_number(struct reading *reading)
{
    const char *decimal = "0123456789_";
    char second = peek(reading, 1);
    if (peek(reading, 0) == '0' && second && strchr("xXoObB", second)) {
        reading->at += 2;
        if (!read_digits(reading, "0123456789abcdefABCDEF_"))
            return false;
    } else {
        if (peek(reading, 0) == '0' && (is_digit(second) || second == '_'))
            return false;
        read_digits(reading, decimal);
        if (peek(reading, 0) == '.') {
            reading->at++;
            read_digits(reading, decimal);
        }
        if (peek(reading, 0) == 'e' || peek(reading, 0) == 'E') {
            reading->at++;
            if (peek(reading, 0) == '+' || peek(reading, 0) == '-')
                reading->at++;
            if (!read_digits(reading, decimal))
                return false;
        }
        if (peek(reading, 0) == 'j' || peek(reading, 0) == 'J')
            reading->at++;
    }
    return !is_letter(peek(reading, 0)) && !is_digit(peek(reading, 0)) && peek(reading, 0) != '.';
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
    char quote = peek(reading, 0);
    size_t width = peek(reading, 1) == quote && peek(reading, 2) == quote ? 3 : 1;
    reading->at += width;
    size_t start = reading->at;
    for (;; reading->at++) {
        char c = peek(reading, 0);
        if (reading->at >= reading->length || (width == 1 && (c == '\n' || c == '\r')))
            return false;
        if (c == '\r' && !line_end_length(reading))
            return false;
        if (c == '\\') {
            reading->at++;
            if (width == 1 && (peek(reading, 0) == '\n' || peek(reading, 0) == '\r'))
                return false;
        } else if (c == quote &&
                   (width == 1 || (peek(reading, 1) == quote && peek(reading, 2) == quote))) {
            break;
        }
    }
    size_t length = reading->at - start;
    reading->at += width;
    if (peek(reading, 0) == quote)
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
    while (is_letter(peek(reading, 0)) || is_digit(peek(reading, 0))) {
        if ((unsigned char)peek(reading, 0) >= 0x80)
            return false;
        reading->at++;
    }
    size_t length = (size_t)(reading->source + reading->at - start);
    if (peek(reading, 0) == '"' || peek(reading, 0) == '\'') {
        bool is_fstring = memchr(start, 'f', length) || memchr(start, 'F', length);
        *kind = is_fstring ? WORD_FSTRING : WORD_STRING;
        return is_string_prefix(start, length) && read_string(reading, is_fstring);
    }
    struct word word = {.text = start, .text_length = (uint32_t)length};
    *kind = word_is_one_of(&word, keywords) ? WORD_KEYWORD : WORD_NAME;
    return true;
}

static bool read_sign(struct reading *reading)
{
    if (peek(reading, 0) == '<' && peek(reading, 1) == '>')
        return false;
    for (size_t i = 0; signs[i]; i++) {
        size_t length = strlen(signs[i]);
        if (reading->length - reading->at >= length &&
            memcmp(reading->source + reading->at, signs[i], length) == 0) {
            reading->at += length;
            return true;
        }
    }
    char c = peek(reading, 0);
    if (!c || !strchr("+-*/%@&|^~<>()[]{},:.;=", c))
        return false;
    if (strchr("([{", c))
        reading->n_brackets++;
    if (strchr(")]}", c) && reading->n_brackets-- == 0)
        return false;
    reading->at++;
    return true;
}

static bool read_word(struct reading *reading, enum word_kind *kind)
{
    char c = peek(reading, 0);
    if (is_letter(c))
        return read_name(reading, kind);
    if (is_digit(c) || (c == '.' && is_digit(peek(reading, 1)))) {
        *kind = WORD_NUMBER;
        return read_number(reading);
    }
    if (c == '"' || c == '\'') {
        *kind = WORD_STRING;
        return read_string(reading, false);
    }
    *kind = WORD_SIGN;
    return read_sign(reading);
}

static void push_layout(struct reading *reading, enum word_kind kind)
{
    array_push(&reading->script->words,
               (struct word){.gap = "", .text = "", .kind = (uint8_t)kind});
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
        push_layout(reading, WORD_DEDENT);
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
    push_layout(reading, WORD_NEWLINE);
    if (column > innermost(reading)) {
        array_push(&reading->blocks, column);
        push_layout(reading, WORD_INDENT);
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
    if (words[n - 1].gap_length != 1 || words[n - 1].gap[0] != ' ')
        return false;
    words[n - 2].text_length += 1 + words[n - 1].text_length;
    words[n - 2].kind = WORD_SIGN;
    reading->script->words.n--;
    return true;
}

/* Two names side by side are no Python; Cython has them. */
static bool follows_name(const struct script *script)
{
    size_t n = script->words.n;
    return n > 1 && script->words.items[n - 1].kind == WORD_NAME &&
           script->words.items[n - 2].kind == WORD_NAME;
}

static bool read_all(struct reading *reading)
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
        array_push(&reading->script->words,
                   (struct word){.gap = reading->source + gap,
                                 .text = reading->source + start,
                                 .gap_length = (uint32_t)(start - gap),
                                 .text_length = (uint32_t)(reading->at - start),
                                 .kind = (uint8_t)kind});
        if (!join(reading) || follows_name(reading->script))
            return false;
    }
    if (reading->script->words.n == 0 || reading->n_brackets)
        return false;
    push_layout(reading, WORD_NEWLINE);
    return close_blocks(reading, 0);
}

bool script_read(struct script *out, const char *source, size_t length)
{
    *out = (struct script){0};
    struct reading reading = {.script = out, .source = source, .length = length};
    bool is_read = length < UINT32_MAX && !memchr(source, '\0', length) && read_all(&reading);
    array_release(&reading.blocks);
    if (!is_read)
        script_release(out);
    return is_read;
}
