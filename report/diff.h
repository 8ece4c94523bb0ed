/* The lines of a fix: the buggy ones, the fixed ones, and those around them. */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include "fixes/fix_reader.h"
#include "report/clip.h"
#include "tokenize/code_lines.h"

#include <stdbool.h>

/* The colours of fixes: texts that are written before and after other texts. */
struct paint {
    const char *title, *context; /* ids; lines around the change */
    const char *removed, *added; /* the buggy side, the fixed one */
    const char *mark;            /* a token, on top of one of these */
    const char *end;             /* of all of them */
};

/* Returns escape sequences of terminals; empty texts without colour. */
const struct paint *paint_of(bool has_color);

/* How fixes are shown. */
struct diff_style {
    bool has_color;   /* if false, carets below a token mark it */
    size_t n_columns; /* of the terminal; lines are cut to it, but show at least ten columns of
                         code */
    size_t n_context; /* lines above and below; SIZE_MAX: the whole program */
};

/* One of the two programs of a fix, and the lines of its token. */
enum { SIDE_BUGGY, SIDE_FIXED, N_SIDES };

struct side {
    const char *code; /* borrowed from the row */
    size_t length;
    size_t start, end;             /* bytes of the token; equal if there is none */
    size_t focus_start, focus_end; /* the part of the token that differs from the other side's */
    struct byte_range lines;       /* the token's lines, without the last line end */
    size_t first_line, n_lines;    /* the number of the first one, from 1; how many */
};

void sides_init(struct side sides[N_SIDES], const struct fix *row);

/* Returns the number of line ends (LF, CRLF or CR) between two bytes. */
size_t side_count_line_ends(const struct side *side, size_t start, size_t end);

/* Returns the line that starts at a byte. Its mark is the part of the token on this line. */
struct clip_line side_line(const struct side *side, size_t start);

/* Whether the programs differ outside of the token, in comments or layout. */
bool sides_differ_elsewhere(const struct side sides[N_SIDES]);

/* Appends the lines of the token on both sides, with line numbers, and the lines around it from the
 * buggy program. Of a token of many lines, it shows the first line, the last line, and the lines
 * where the two tokens differ, with `n_context` lines around them. */
void diff_add_sides(struct str *out, const struct side sides[N_SIDES],
                    const struct diff_style *style);

/* Appends the lines of a row's programs. If the programs also differ in comments or layout, a note
 * says so, and names the program that the surrounding lines come from. Uses only the programs of
 * the row, and the bytes of both tokens. */
void diff_add_lines(struct str *out, const struct fix *row, const struct diff_style *style);

#endif
