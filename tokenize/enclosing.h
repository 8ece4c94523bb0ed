/* The part of a program that a place belongs to: its function, or its run of statements. */
#ifndef TOKENIZE_ENCLOSING_H
#define TOKENIZE_ENCLOSING_H

#include "tokenize/tree.h"

/* Bytes of a source; the end is exclusive. */
struct byte_range {
    size_t start, end;
};

/* The innermost function that holds a byte, with its decorators; outside functions the run of
 * statements at the top level that holds it, which ends where a function or class is defined; of a
 * class, outside its functions, the whole class. The tree is the source's, without errors.
 *
 * The range has whole lines, with their line ends, unless other code stands in them. `is_function`
 * is set to whether it is a function. */
struct byte_range enclosing_part(const struct syntax_tree *tree, const char *source, size_t length,
                                 size_t byte, bool *is_function);

/* The same by the light scan alone, for a program without functions and classes, whose one run is
 * all of it: takes a hundredth of the time of a parse. False where only a parse can tell. */
bool enclosing_only_run(const struct lexical *lexical, const char *source, size_t length,
                        struct byte_range *part);

/* The lines (ended by LF, CRLF or CR) that the bytes from `start` to `end` stand in, without the
 * last one's line end; at least one line. */
struct byte_range enclosing_lines(const char *source, size_t length, size_t start, size_t end);

static inline bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static inline bool is_code_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\f';
}

/* The start of the line that a byte stands in, and its end, without the line end. */
size_t enclosing_line_start(const char *source, size_t at);
size_t enclosing_line_end(const char *source, size_t length, size_t at);

/* The byte behind the line end at `at`, which may be the end of the source. */
size_t enclosing_next_line(const char *source, size_t length, size_t at);

#endif
