#include "tokenize/code_lines.h"

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

struct byte_range code_lines(const char *source, size_t length, size_t start, size_t end)
{
    size_t last = end > start ? end - 1 : end;
    return (struct byte_range){code_line_start(source, start), code_line_end(source, length, last)};
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
