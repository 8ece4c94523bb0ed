/* The columns of rows: which one is the user, the problem, and so on.
 *
 * A column of CSV is one of its header. A column of JSON is a name in the object, or a path: the
 * names of objects and the numbers of items of arrays, joined by dots (author.members.0.handle).
 */
#ifndef MINER_ROWS_ROW_COLUMNS_H
#define MINER_ROWS_ROW_COLUMNS_H

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>

enum row_field {
    ROW_USER, /* rows need this field, and those up to the language */
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
    ROW_SCORE,
    ROW_FULL_SCORE,
    ROW_BUGGY, /* of a pair, as all that follow: the program */
    ROW_FIXED,
    ROW_BUGGY_PATH, /* of a file with the program */
    ROW_FIXED_PATH,
    ROW_DIFF, /* a patch that makes the one program of the other */
    N_ROW_FIELDS
};

/* Templates may have so many different columns. They and the fields are the slots of a row, into
 * which its columns go. */
enum { MAX_ROW_INPUTS = 16, N_ROW_SLOTS = N_ROW_FIELDS + MAX_ROW_INPUTS };

/* Returns the field's name: "user". */
const char *row_field_name(enum row_field field);

/* Returns the field with this name, or -1. */
int row_field_find(const char *name, size_t length);

/* Whether a slot is that of a program or a diff, which may have any bytes. */
bool row_field_is_code(int slot);

/* A piece of a template: a text, or the column of an input. */
struct row_piece {
    const char *text;
    int input; /* -1: the text itself */
};
struct row_template {
    ARRAY(struct row_piece) pieces; /* none: the field is a column */
};

/* The columns that the user chose by name. All zero: none; then each field has the first of its
 * usual names that the file has. */
struct row_columns {
    /* As given: column, template or constant; NULL: by the usual names */
    const char *chosen[N_ROW_FIELDS];
    struct row_template made[N_ROW_FIELDS]; /* of the fields that are a template or constant */
    struct text_list inputs;                /* columns that templates have */
    struct arena arena;                     /* owns the texts */
    /* Set by the caller */
    bool is_pairs;        /* a row has two programs and no verdict */
    bool may_lack_status; /* a row may have none */
};

/* Reads a list such as "user=handle,problem={contest}/{index},language:=python". Fails if a part of
 * it is not FIELD=COLUMN, FIELD=TEMPLATE or FIELD:=TEXT, if a field is unknown, and if a field or a
 * column is named twice. Release with row_columns_release(), also after a failure. */
int row_columns_read(struct row_columns *out, const char *list, struct err *err);
void row_columns_release(struct row_columns *columns);
SCOPED_VALUE(row_columns, row_columns_release)

/* What a column is. */
struct row_column {
    int rank; /* the column with the lowest rank is the field; -1: the column is of no field */
    enum row_field field;
    int input;       /* of templates; -1: none */
    bool has_more;   /* columns below it, such as user.login of user, may be fields or inputs */
    bool has_chosen; /* such a column was chosen */
};

/* Usual names are compared without case, `_`, `-` and blanks, and chosen ones exactly. */
struct row_column row_columns_look(const struct row_columns *columns, const char *name);

/* Finds the fields and inputs in a header: sets `at` to the number of the column, or -1. Of columns
 * with equal names the first counts. Fails if a column that was chosen or is required is missing.
 * The message names all that are missing, and lists the columns of the file. `has_language`: the
 * language is known without a column. */
int row_columns_find(const struct row_columns *columns, const char *const *names, size_t n,
                     bool has_language, int at[N_ROW_SLOTS], struct err *err);

#endif
