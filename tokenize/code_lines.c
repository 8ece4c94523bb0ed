/* Each function looks only at the bytes around a place. CR LF is one line end. */
#include "tokenize/code_lines.h"

#include "base/str.h"

#include <string.h>

enum { TAB_WIDTH = 8 };

size_t code_line_start(const char *source, size_t at)
{
    while (at > 0 && !ends_line(source[at - 1]))
        at--;
    return at;
}

size_t code_line_end(const char *source, size_t length, size_t at)
{
    while (at < length && !ends_line(source[at]))
        at++;
    return at;
}

size_t code_next_line(const char *source, size_t length, size_t at)
{
    if (at < length && source[at] == '\r' && at + 1 < length && source[at + 1] == '\n')
        return at + 2;
    return at < length ? at + 1 : length;
}

size_t code_after_blanks(const char *source, size_t length, size_t at)
{
    while (at < length && is_code_blank(source[at]))
        at++;
    return at;
}

size_t code_before_blanks(const char *source, size_t at)
{
    while (at > 0 && is_code_blank(source[at - 1]))
        at--;
    return at;
}

struct byte_range code_lines(const char *source, size_t length, size_t start, size_t end)
{
    size_t last = end > start ? end - 1 : end;
    return (struct byte_range){code_line_start(source, start), code_line_end(source, length, last)};
}

struct byte_range code_lines_around(const char *source, size_t length, size_t start, size_t end,
                                    size_t n)
{
    struct byte_range lines = code_lines(source, length, start, end);
    for (size_t i = 0; i < n && lines.start > 0; i++) {
        size_t last = lines.start - 1; /* the previous line end */
        last -= source[last] == '\n' && last > 0 && source[last - 1] == '\r';
        lines.start = code_line_start(source, last);
    }
    for (size_t i = 0; i < n && lines.end < length; i++) {
        size_t next = code_next_line(source, length, lines.end);
        if (next == length) /* no line follows the last line end */
            break;
        lines.end = code_line_end(source, length, next);
    }
    return lines;
}

size_t code_indentation(const char *source, size_t line_start, size_t at)
{
    size_t column = 0;
    for (size_t i = line_start; i < at; i++) {
        if (source[i] == '\t')
            column = (column / TAB_WIDTH + 1) * TAB_WIDTH;
        else if (source[i] == '\f')
            column = 0;
        else if (source[i] == ' ')
            column++;
        else if (column)
            break;
    }
    return column;
}

void text_position_advance(struct position *position, const char *source, size_t length,
                           size_t from, size_t to)
{
    size_t counted = from;
    for (size_t i = from; i < to; i++) {
        bool is_crlf = source[i] == '\r' && i + 1 < length && source[i + 1] == '\n';
        if (source[i] == '\n' || (source[i] == '\r' && !is_crlf)) {
            position->line++;
            position->column = 0;
            counted = i + 1;
        }
    }
    position->column += (uint32_t)utf8_count(source + counted, to - counted);
}

struct position text_position(const char *source, size_t length, size_t byte)
{
    struct position position = {.line = 1};
    text_position_advance(&position, source, length, 0, byte);
    return position;
}

/* Moves over characters of one line, from byte `at` on. Returns false if the line ends before. */
static bool skip_characters(size_t *at, const char *source, size_t length, double n, bool only_lf)
{
    for (; n > 0; n--) {
        uint32_t ignored;
        bool is_inside =
            *at < length && source[*at] != '\n' && (only_lf || !ends_line(source[*at]));
        size_t n_bytes = is_inside ? utf8_decode(source + *at, length - *at, &ignored) : 0;
        if (!n_bytes)
            return false;
        *at += n_bytes;
    }
    return true;
}

bool text_find_place(size_t *byte, const char *source, size_t length, int64_t line, int64_t column)
{
    size_t at = 0;
    if (line < 1 || column < 0)
        return false;
    for (; line > 1; line--) {
        at = code_line_end(source, length, at);
        if (at == length)
            return false;
        at = code_next_line(source, length, at);
    }
    if (!skip_characters(&at, source, length, (double)column, false))
        return false;
    *byte = at;
    return true;
}

bool text_find_nbf_place(size_t *byte, const char *source, size_t length, double line,
                         double column)
{
    size_t at = 0;
    for (; line > 0; line--) {
        const char *feed = memchr(source + at, '\n', length - at);
        if (!feed)
            return false;
        at = (size_t)(feed - source) + 1;
    }
    if (!skip_characters(&at, source, length, column, true))
        return false;
    *byte = at;
    return true;
}
