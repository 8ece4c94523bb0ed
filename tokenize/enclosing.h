/* The part of a program that contains a place: its function, or its run of statements. */
#ifndef TOKENIZE_ENCLOSING_H
#define TOKENIZE_ENCLOSING_H

#include "tokenize/tree.h"

/* Bytes of a source; the end is exclusive. */
struct byte_range {
    size_t start, end;
};

/* Returns the part of a program that contains a byte. `tree` is the tree of the source and has no
 * errors. The part is, in this order:
 *   the innermost function that contains the byte, with its decorators;
 *   the whole class, if the byte is in a class;
 *   the run of top-level statements that contains the byte. A run ends where a function or class is
 *   defined.
 *
 * The range has whole lines with their line ends, unless these lines contain other code. Sets
 * `is_function` to whether the part is a function. */
struct byte_range enclosing_part(const struct syntax_tree *tree, const char *source, size_t length,
                                 size_t byte, bool *is_function);

/* Finds the part with the light scan alone. This works for a program without functions and classes,
 * which is one run, and takes a hundredth of the time of a parse. Returns false if a parse is
 * needed. */
bool enclosing_only_run(const struct lexical *lexical, const char *source, size_t length,
                        struct byte_range *part);

/* Returns the range of the lines that contain the bytes from `start` to `end`, at least one line.
 * It excludes the line end of the last line. Lines end with LF, CRLF or CR. */
struct byte_range enclosing_lines(const char *source, size_t length, size_t start, size_t end);

static inline bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static inline bool is_code_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

/* Return the start of the line that contains a byte, and the end of that line, before its line end.
 */
size_t enclosing_line_start(const char *source, size_t at);
size_t enclosing_line_end(const char *source, size_t length, size_t at);

/* Returns the byte after the line end at `at`. `at` may be the end of the source. */
size_t enclosing_next_line(const char *source, size_t length, size_t at);

#endif
