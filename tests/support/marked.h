/* Programs with one place marked, as in "x = «a» + 1". */
#ifndef TESTS_SUPPORT_MARKED_H
#define TESTS_SUPPORT_MARKED_H

#include "base/str.h"

struct marked {
    struct str code;             /* without the marks */
    size_t start_byte, end_byte; /* of what stood between them, in `code` */
};

/* Reads a text that has one « and, behind it, one ». Release with marked_release(). */
struct marked marked_read(const char *text);
void marked_release(struct marked *marked);
SCOPED_VALUE(marked, marked_release)

/* Appends the marked text to `out`. */
void marked_add_token(struct str *out, const struct marked *marked);

#endif
