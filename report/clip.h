/* A line of a program, cut to the width of a terminal so that one place of it can be seen. */
#ifndef REPORT_CLIP_H
#define REPORT_CLIP_H

#include "base/str.h"

enum { CLIP_MIN_COLUMNS = 10 };

/* A line and what is marked in it: bytes of a program, ends exclusive. */
struct clip_line {
    const char *code;
    size_t start, end;           /* without the line end */
    size_t mark_start, mark_end; /* inside; equal where nothing is marked */
    size_t focus;                /* inside, or at the end of, the mark: what is to be seen of a mark
                                    that is wider than the terminal */
};

/* Columns of what was written, from 0; the end is exclusive. */
struct clip_columns {
    size_t start, end;
};

/* From which column on the line is shown in `n_columns` (at least CLIP_MIN_COLUMNS): 0 where the
 * mark can be seen at the start of the line. For two lines that are shown one below the other, and
 * are the same up to their marks, the larger of their two columns shows both marks. */
size_t clip_first_column(const struct clip_line *line, size_t n_columns);

/* The column at which the mark starts, if the line is shown from its start on. */
size_t clip_mark_column(const struct clip_line *line);

/* Appends the line from `first_column` on in at most `n_columns`, safely (base/terminal.h), with an
 * ellipsis where it is cut. A tab goes to the next multiple of eight columns, as Python counts. The
 * marked part stands between `mark` and `unmark`. Returns where it stands. */
struct clip_columns clip_add(struct str *out, const struct clip_line *line, size_t first_column,
                             size_t n_columns, const char *mark, const char *unmark);

#endif
