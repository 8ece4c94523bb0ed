/* One row: from its bytes to what is wrong with it, and what it is compared by. */
#ifndef VALIDATE_ROW_VALIDATION_H
#define VALIDATE_ROW_VALIDATION_H

#include "export/format.h"
#include "validate/traits.h"

#include <stdbool.h>
#include <stddef.h>

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
