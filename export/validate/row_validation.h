/* Validates one row: from its bytes to its errors, and to the traits by which it is compared. */
#ifndef VALIDATE_ROW_VALIDATION_H
#define VALIDATE_ROW_VALIDATION_H

#include "export/format.h"
#include "export/row_traits.h"

#include <stdbool.h>
#include <stddef.h>

/* How a thread reads rows, and its memory. */
struct row_reader {
    const struct export_format *format;    /* NULL: unknown; then only the JSON is checked */
    const struct export_feature *features; /* of the rows */
    bool has_ids;                          /* rows have the keys of ids */
    bool has_provenance;                   /* and those of their commits and files */
    bool compares_content;                 /* set the traits that show leaks between splits */
    struct row_programs *programs;
    struct str scratch;
};

/* Reports the errors of a line, given without its line end, to `check`, and sets all its traits.
 * The byte after the line is zero. */
void row_validate(struct row_reader *reader, const char *line, size_t length,
                  struct rule_check *check, struct row_traits *traits, struct arena *arena);

#endif
