/* The lines of a fix: as they were, as they became, and those around. */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include "fixes/fix_reader.h"
#include "report/clip.h"
#include "tokenize/enclosing.h"

#include <stdbool.h>

/* The colours of fixes that are shown: texts that are written between other texts. */
struct paint {
    const char *title, *context; /* ids; what only stands around */
    const char *removed, *added; /* the buggy side, the fixed one */
    const char *mark;            /* a token, on top of one of these */
    const char *end;             /* of all of them */
};

/* Escape sequences of terminals; without colour all texts are empty. */
const struct paint *paint_of(bool has_color);

/* How fixes are shown. */
struct diff_style {
    bool has_color;   /* without, a token is marked by carets below it */
    size_t n_columns; /* of the terminal: lines are cut to it, if it has room for ten of code */
    size_t n_context; /* lines above and below; SIZE_MAX: the whole program */
};

/* One of the two programs of a fix, and the lines that its token stands on. */
enum { SIDE_BUGGY, SIDE_FIXED, N_SIDES };

struct side {
    const char *code; /* borrowed from the row */
    size_t length;
    size_t start, end;             /* bytes of the token; equal where there is none */
    size_t focus_start, focus_end; /* of these, what the other side's token has otherwise */
    struct byte_range lines;       /* of the token, without the last line end */
    size_t first_line, n_lines;    /* number of the first one, from 1 */
};

void sides_init(struct side sides[N_SIDES], const struct fix *row);

/* The number of line ends (LF, CRLF or CR) between two bytes. */
size_t side_count_line_ends(const struct side *side, size_t start, size_t end);

/* The line that starts at a byte, with what of the token stands on it as its mark. */
struct clip_line side_line(const struct side *side, size_t start);

/* Whether the programs differ beside the token: in comments, or in how they are laid out. */
bool sides_differ_elsewhere(const struct side sides[N_SIDES]);

/* Appends the lines of the token on both sides, with line numbers, and the lines around it, which
 * are those of the buggy program. Of a token of many lines the first and the last are shown, and
 * those where the two tokens differ, with as many lines around. */
void diff_add_sides(struct str *out, const struct side sides[N_SIDES],
                    const struct diff_style *style);

/* The same for the sides of a row, of which the programs are looked at, and the bytes of both
 * tokens. Where the programs differ in comments or layout, too, it says so, and whose the lines
 * around are. */
void diff_add_lines(struct str *out, const struct fix *row, const struct diff_style *style);

#endif
