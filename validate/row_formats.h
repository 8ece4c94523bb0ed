/* The formats whose rows can be validated: those of `tokfix export`, and that of `tokfix tag`;
 * and which one rows have that do not say it. */
#ifndef VALIDATE_ROW_FORMATS_H
#define VALIDATE_ROW_FORMATS_H

#include "export/format.h"

/* The one of that number, from 0; NULL behind the last. */
const struct export_format *row_format_at(int number);

/* The one of that name, or NULL. */
const struct export_format *row_format_find(const char *name);

/* The format whose keys a row has, as the line gives it; NULL when it has less than half of those
 * of any format. Of formats with the same keys the special tokens in the text decide. */
const struct export_format *row_format_detect(const char *line, size_t length);

/* Whether a row of the format, as the line gives it, has ids (at least half of the keys of
 * --with-ids) and the keys of a system prompt. */
void row_format_detect_extras(const char *line, size_t length, const struct export_format *format,
                              bool *has_ids, bool *has_system);

/* Whether a name is that of one of CodeXGLUE's parallel files, compressed or not; `part` tells
 * which, 0 or 1. */
bool row_format_detect_parallel(const char *name, int *part);

/* Whether a name is that of rows: `.parquet`, or JSON lines, compressed or not: `.jsonl`, or with
 * `is_wide` also `.json` and `.ndjson`, which may be something else. */
bool row_format_detect_rows(const char *name, bool is_wide);

#endif
