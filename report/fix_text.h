/* Writes fixes one after the other: for people, the facts about a fix and its lines as a diff; for
 * programs, JSON. */
#ifndef REPORT_FIX_TEXT_H
#define REPORT_FIX_TEXT_H

#include "report/diff.h"

#include <stdio.h>

/* Append single lines of what is written for people: category, pattern and role; the tokens. */
void fix_text_add_kind(struct str *out, const struct fix *row);
void fix_text_add_tokens(struct str *out, const struct fix *row, const struct diff_style *style);

struct fix_text_options {
    bool is_json; /* a line for each fix: a row of the export format `pairs` */
    struct diff_style style;
};

/* Writes the fixes with these fix_keys in the given order, with a blank line between diffs. Each
 * fix is read just before it is written. Returns 0, ERR, or FIX_TEXT_NOT_TAKEN if writing to `out`
 * failed; `err` then has the reason, and no more fixes are read. */
enum { FIX_TEXT_NOT_TAKEN = 1 };
int fix_text_write(FILE *out, struct db *db, const int64_t *fix_keys, size_t n,
                   const struct fix_text_options *options, struct err *err);

#endif
