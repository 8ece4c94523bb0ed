/* Lines are filled greedily. All terms of a list take the width of the longest term. After a very
 * long term, which does not count for this width, the text begins on the next line. */
#include "cli/wrapping.h"

#include "base/utf8.h"

#include <stdbool.h>
#include <string.h>

enum { GAP = 2, MAX_TERM = 22, LONG_TERM_INDENT = 4 };

size_t wrapping_line_length(const char *line)
{
    return strcspn(line, "\n");
}

size_t wrapping_term_length(const char *line)
{
    size_t length = strcspn(line, "\t\n");
    return line[length] == '\t' ? length : 0;
}

static void add_blanks(struct str *out, size_t n)
{
    while (n--)
        str_add(out, " ", 1);
}

/* Fills lines with words. The current line already reaches `column`. */
static void add_words(struct str *out, const char *text, size_t length, size_t indent,
                      size_t column)
{
    bool is_first = true;
    add_blanks(out, column < indent ? indent - column : 0);
    if (column < indent)
        column = indent;
    for (size_t i = 0; i < length;) {
        const char *blank = memchr(text + i, ' ', length - i);
        size_t n = blank ? (size_t)(blank - text) - i : length - i;
        size_t columns = utf8_columns(text + i, n);
        if (!is_first && column + 1 + columns > WRAPPING_WIDTH) {
            str_add_text(out, "\n");
            add_blanks(out, indent);
            column = indent;
        } else if (!is_first) {
            str_add_text(out, " ");
            column++;
        }
        str_add(out, text + i, n);
        column += columns;
        is_first = false;
        i += n + (blank != NULL);
    }
    str_add_text(out, "\n");
}

/* Returns the width of the terms in the list that contains `line`. */
static size_t list_width(const char *text, const char *line)
{
    size_t width = 0;
    while (line > text && line[-1] == '\n') {
        const char *above = line - 1;
        while (above > text && above[-1] != '\n')
            above--;
        if (!wrapping_term_length(above))
            break;
        line = above;
    }
    for (; wrapping_term_length(line); line += wrapping_line_length(line) + 1) {
        size_t columns = utf8_columns(line, wrapping_term_length(line));
        if (columns > width && columns <= MAX_TERM)
            width = columns;
        if (!line[wrapping_line_length(line)])
            break;
    }
    return width;
}

static void add_item(struct str *out, const char *text, const char *line, size_t indent,
                     size_t column)
{
    size_t term = wrapping_term_length(line), length = wrapping_line_length(line);
    size_t width = list_width(text, line), columns = utf8_columns(line, term);
    add_blanks(out, column < indent ? indent - column : 0);
    str_add(out, line, term);
    if (columns > width) {
        str_add_text(out, "\n");
        add_words(out, line + term + 1, length - term - 1, indent + LONG_TERM_INDENT, 0);
        return;
    }
    add_words(out, line + term + 1, length - term - 1, indent + width + GAP, indent + columns);
}

void wrapping_add(struct str *out, const char *text, size_t indent, size_t column)
{
    for (const char *line = text;; column = 0) {
        size_t length = wrapping_line_length(line);
        if (length == 0)
            str_add_text(out, "\n");
        else if (wrapping_term_length(line))
            add_item(out, text, line, indent, column);
        else
            add_words(out, line, length, indent, column);
        if (!line[length])
            return;
        line += length + 1;
    }
}
