/* The lines of a source, and the places in them. Lines end with LF, CRLF or CR. */
#ifndef TOKENIZE_CODE_LINES_H
#define TOKENIZE_CODE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of a source; the end is exclusive. */
struct byte_range {
    size_t start, end;
};

/* Ranges, ascending. All zero before its use. Release with array_release(). */
struct byte_ranges {
    struct byte_range *items;
    size_t n, capacity;
};

static inline bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static inline bool is_code_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

/* Return the byte after the blanks at a byte, and the first of the blanks before it. */
size_t code_after_blanks(const char *source, size_t length, size_t at);
size_t code_before_blanks(const char *source, size_t at);

/* Returns the range of the lines that contain the bytes from `start` to `end`, at least one line.
 * It excludes the line end of the last line. */
struct byte_range code_lines(const char *source, size_t length, size_t start, size_t end);

/* The same with up to `n` lines before and after these. */
struct byte_range code_lines_around(const char *source, size_t length, size_t start, size_t end,
                                    size_t n);

/* Return the start of the line that contains a byte, and the end of that line, before its line end.
 */
size_t code_line_start(const char *source, size_t at);
size_t code_line_end(const char *source, size_t length, size_t at);

/* Returns the byte after the line end at `at`. `at` may be the end of the source. */
size_t code_next_line(const char *source, size_t length, size_t at);

/* Returns the column of byte `at` in the line that starts at `line_start`, as Python's tokenizer
 * counts the indentation (Language Reference 2.1.8): a tab advances to the next multiple of eight,
 * and a form feed sets the column to zero. Blanks after an escaped line end count only if there are
 * none before it. */
size_t code_indentation(const char *source, size_t line_start, size_t at);

/* The line of a byte, counted from 1, and its column, counted from 0 in code points. */
struct position {
    uint32_t line;
    uint32_t column;
};
struct position text_position(const char *source, size_t length, size_t byte);

/* Advances the position of byte `from` to byte `to`, which must not be before it. */
void text_position_advance(struct position *position, const char *source, size_t length,
                           size_t from, size_t to);

/* Finds the byte of a UTF-8 source at a line (from 1) and a column (from 0, in code points): the
 * inverse of text_position(). The end of a line is a place, too. Returns false if there is none.
 */
bool text_find_place(size_t *byte, const char *source, size_t length, int64_t line, int64_t column);

/* The same as rows of nbf count: from 0, and only LF ends a line. The numbers are JSON numbers, not
 * negative. */
bool text_find_nbf_place(size_t *byte, const char *source, size_t length, double line,
                         double column);

#endif
