/* One of the two programs of a fix, and the lines that its token stands on. */
#ifndef REPORT_SIDE_H
#define REPORT_SIDE_H

#include "fixes/fix_reader.h"
#include "report/clip.h"
#include "tokenize/enclosing.h"

#include <stdbool.h>

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

#endif
