/* The columns of rows: which one is the user, the problem, and so on. */
#ifndef ROWS_ROW_COLUMNS_H
#define ROWS_ROW_COLUMNS_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

enum row_field {
    ROW_USER,
    ROW_PROBLEM,
    ROW_DATE,
    ROW_STATUS,
    ROW_LANGUAGE,
    ROW_CODE, /* the program */
    ROW_PATH, /* of a file with the program */
    ROW_ID,
    ROW_ORIGINAL_LANGUAGE,
    ROW_CONTEST,
    ROW_PROBLEM_NAME,
    ROW_BUGGY, /* of a pair, as all that follow: the program */
    ROW_FIXED,
    ROW_BUGGY_PATH, /* of a file with the program */
    ROW_FIXED_PATH,
    ROW_DIFF, /* a patch that makes the one program of the other */
    N_ROW_FIELDS
};

/* Returns the field's name: "user". */
const char *row_field_name(enum row_field field);

/* The columns that the user chose by name. All zero: none; then each field has the first of its
 * usual names that the file has. */
struct row_columns {
    char *chosen[N_ROW_FIELDS]; /* NULL: by the usual names; owned */
    bool is_pairs;              /* of rows that are pairs; set by the caller */
};

/* Reads a list such as "user=handle,problem=task_id". Fails if a part of it is not FIELD=COLUMN, if
 * there is no such field, and if a field or a column is named twice. */
int row_columns_read(struct row_columns *out, const char *list, struct err *err);
void row_columns_release(struct row_columns *columns);
SCOPED_VALUE(row_columns, row_columns_release)

/* Sets the field that a column with this name can be, and returns its rank: the column with the
 * lowest rank is the field. Returns -1 if the column is none of the fields. Usual names are
 * compared without case, `_`, `-` and blanks, and chosen ones exactly. */
int row_columns_rank(const struct row_columns *columns, const char *name, enum row_field *field);

/* Finds the fields in a header: sets `at` to the number of the column, or -1. Fails if a column
 * that was chosen or is required is missing. The message lists the columns of the file. */
int row_columns_find(const struct row_columns *columns, const char *const *names, size_t n,
                     int at[N_ROW_FIELDS], struct err *err);

/* Appends the names of the columns of a file, for messages. */
void row_columns_add_list(struct str *out, const char *const *names, size_t n);

#endif
