/* Fixes as JSON lines, in formats that trainers and scorers read. */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include "db/db.h"

#include <stdbool.h>
#include <stdio.h>

/* A row of the store's view `fix_details`. Texts live until the next row. */
struct export_row {
    const char *id, *problem_id, *user_id, *language, *original_language;
    const char *buggy_submission, *fixed_submission, *buggy_status;
    int64_t buggy_date, fixed_date;
    const char *edit, *category, *pattern, *role, *before, *after; /* role: "" for none */
    int64_t line, column, start_byte, end_byte, token_index, n_tokens;
    int64_t token_end_byte; /* of the token at token_index, also for an insertion */
    int64_t repair_in_program;
    const char *dialect; /* "" for none */
    const char *buggy_code, *fixed_code;
};

struct export_format {
    const char *name;

    /* Writes the row as one line. Returns false, without writing, when the format has no way to
     * say it. Write errors are left to the caller (ferror). */
    bool (*write)(const struct export_row *row, FILE *out);
};

/* All formats, ended by NULL. */
extern const struct export_format *const export_formats[];
extern const struct export_format export_format_pairs;
extern const struct export_format export_format_nbf;

/* The format of that name, or NULL. */
const struct export_format *export_format_find(const char *name);

/* Which fixes. */
struct export_choice {
    const char *const *categories; /* names */
    size_t n_categories;
    const char *split; /* only those in it; NULL: whether or not they are in one */
};

struct export_counts {
    int64_t n_written;
    int64_t n_left_out; /* the format cannot say them */
    int64_t n_excluded; /* marked as excluded */
};

/* Writes the fixes of a choice that are not marked as excluded, in the order of the store. */
int export_fixes(struct db *db, const struct export_format *format,
                 const struct export_choice *choice, FILE *out, struct export_counts *counts,
                 struct err *err);

#endif
