/* Detects the format of rows. */
#ifndef VALIDATE_ROW_FORMATS_H
#define VALIDATE_ROW_FORMATS_H

#include "export/format.h"

/* Returns the format whose keys the row on this line has; NULL if it has less than half of the keys
 * of every format. If formats have the same keys, what their texts contain decides. */
const struct export_format *row_format_detect(const char *line, size_t length);

/* Returns whether the row of the format on this line has ids and a provenance (at least half of
 * these keys), the keys of a system prompt, and one of those of tokens. */
struct export_extras row_format_detect_extras(const char *line, size_t length,
                                              const struct export_format *format);

/* Returns the format that has parallel files with such a name, compressed or not; NULL: none. Sets
 * `part` to which of them, 0 or 1. */
const struct export_format *row_format_detect_parallel(const char *name, int *part);

/* Whether a name is that of a file of rows: `.parquet`, or `.jsonl`, compressed or not. With
 * `is_wide` also `.json` and `.ndjson`, which may contain something else. */
bool row_format_detect_rows(const char *name, bool is_wide);

#endif
