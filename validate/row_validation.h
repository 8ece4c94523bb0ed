/* One row: from its bytes to what is wrong with it, and what it is compared by. */
#ifndef VALIDATE_ROW_VALIDATION_H
#define VALIDATE_ROW_VALIDATION_H

#include "export/format.h"
#include "validate/traits.h"

#include <stdbool.h>
#include <stddef.h>

/* JSON by the letter of RFC 8259: stricter than the reader in base/json.h, and it tells where.
 * Returns NULL when `length` bytes of UTF-8 are one JSON value with white space around it; else
 * what is wrong, a static text, and at which byte (from 0). */
const char *json_syntax_error(const char *bytes, size_t length, size_t *byte);

/* How rows are read, and a thread's own memory for it. */
struct row_reader {
    const struct export_format *format;    /* NULL: not known; then only the JSON counts */
    const struct export_feature *features; /* of its rows */
    bool has_ids;                          /* with those of --with-ids */
    bool compares_content;                 /* traits by which splits leak are wanted */
    struct row_programs *programs;
    struct str scratch;
};

/* Reports what is wrong with a line, without its end, to `check`, and sets its traits (all of them,
 * also when there are none). A zero stands behind the line. */
void row_validate(struct row_reader *reader, const char *line, size_t length,
                  struct row_check *check, struct row_traits *traits, struct arena *arena);

#endif
