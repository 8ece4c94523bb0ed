/* The format of rows that do not say it. */
#ifndef VALIDATE_DETECT_H
#define VALIDATE_DETECT_H

#include "export/format.h"

/* The format whose keys a row has, as the line gives it; NULL when it has less than half of those
 * of any format. Of formats with the same keys the special tokens in the text decide. */
const struct export_format *detect_format(const char *line, size_t length);

/* Whether a name is that of one of CodeXGLUE's parallel files, compressed or not; `part` tells
 * which, 0 or 1. */
bool detect_parallel(const char *name, int *part);

/* Whether a name is that of JSON lines, compressed or not: `.jsonl`, or with `is_wide` also `.json`
 * and `.ndjson`, which may be something else. */
bool detect_lines(const char *name, bool is_wide);

#endif
