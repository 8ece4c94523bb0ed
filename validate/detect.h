/* The format of rows that do not say it. */
#ifndef VALIDATE_DETECT_H
#define VALIDATE_DETECT_H

#include "export/format.h"

/* The format whose keys a row has, as the line gives it; NULL when it has less than half of those
 * of any format. Of formats with the same keys the special tokens in the text decide. */
const struct export_format *detect_format(const char *line, size_t length);

/* Whether a row of the format, as the line gives it, has ids (at least half of the keys of
 * --with-ids) and the keys of a system prompt. */
void detect_extras(const char *line, size_t length, const struct export_format *format,
                   bool *has_ids, bool *has_system);

/* Whether a name is that of one of CodeXGLUE's parallel files, compressed or not; `part` tells
 * which, 0 or 1. */
bool detect_parallel(const char *name, int *part);

/* Whether a name is that of rows: `.parquet`, or JSON lines, compressed or not: `.jsonl`, or with
 * `is_wide` also `.json` and `.ndjson`, which may be something else. */
bool detect_rows(const char *name, bool is_wide);

#endif
