/* Lists that the user writes: a file of lines. */
#ifndef BASE_LINES_H
#define BASE_LINES_H

#include "base/err.h"

#include <stddef.h>

/* Calls `take` for each line of a list that is not blank, without blanks at its ends; the line
 * may be changed. Ends at its first error. Fails for what is no UTF-8 text. */
int lines_each(const char *path,
               int (*take)(void *context, char *line, size_t number, struct err *err),
               void *context, struct err *err);

#endif
