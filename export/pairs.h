/* The format pairs: what can be checked of a row beyond keys and types. */
#ifndef EXPORT_PAIRS_H
#define EXPORT_PAIRS_H

#include "base/json.h"
#include "export/row_check.h"

#include <stdbool.h>
#include <stdint.h>

/* What the rules need of a row; texts are borrowed from it. */
struct pair_row {
    const char *category, *pattern, *role;
    const char *edit, *before, *after, *buggy_code, *fixed_code;
    size_t buggy_length, fixed_length;
    int64_t start_byte, end_byte, token_index, n_tokens;
    bool repair_in_program;
    bool has_label;                  /* category, pattern and role are such names */
    const struct language *language; /* NULL: not one of tokfix's */
};

/* Reports every rule that a row breaks, whose numbers may be any. The row has all keys of the
 * format with their types, and `check` has programs. */
void pairs_check(const struct json *row, struct row_check *check);

/* The part of it that needs the tokens: of a row whose bytes are inside its program. */
void pairs_check_tokens(const struct pair_row *pair, struct row_check *check);

#endif
