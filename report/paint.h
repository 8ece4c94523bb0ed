/* The colours of fixes that are shown: texts that are written between other texts. */
#ifndef REPORT_PAINT_H
#define REPORT_PAINT_H

#include <stdbool.h>

struct paint {
    const char *title, *context; /* ids; what only stands around */
    const char *removed, *added; /* the buggy side, the fixed one */
    const char *mark;            /* a token, on top of one of these */
    const char *end;             /* of all of them */
};

/* Escape sequences of terminals; without colour all texts are empty. */
const struct paint *paint_of(bool has_color);

#endif
