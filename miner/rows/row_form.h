/* The form of a text of rows: how it is cut into rows, and these into values. */
#ifndef MINER_ROWS_ROW_FORM_H
#define MINER_ROWS_ROW_FORM_H

#include "base/csv.h"
#include "base/err.h"
#include "miner/rows/json_flat.h"
#include "base/str.h"
#include "miner/rows/row_columns.h"
#include "miner/rows/rows_source.h"

#include <stdbool.h>
#include <stddef.h>

enum row_format {
    ROWS_JSON_LINES, /* JSON of any form */
    ROWS_CSV,        /* RFC 4180 with any delimiter, or ROWS_COPY if it looks like that */
    ROWS_COPY,       /* text with backslashes (base/csv.h) */
    ROWS_JSON,       /* another name for ROWS_JSON_LINES, which a form has in its place */
};

/* The number of the format if no option says it: the name of each part does, or its first bytes. */
enum { ROWS_FOUND = 1 << 8 };

struct row_form {
    enum row_format format; /* what was said or found */
    bool is_document;       /* of JSON: the rows are the items of an array, and not lines */
    struct csv_form csv;    /* of the others */
    bool has_null_word;     /* of ROWS_COPY: the word NULL is null, as in MySQL's batch mode */
    size_t n_skipped;       /* bytes before the header: a line sep=; and blank lines */
};

/* The start of a text, and what was said of it. */
struct row_look {
    const struct rows_options *own;
    const char *name; /* of the part, for messages */
    const char *bytes;
    size_t length;
    bool is_whole; /* the text has no more bytes */
};

/* Finds the form of a text. If its format is not known, what begins with `{` or `[` is JSON, and
 * any other text is CSV. The delimiter is the one that the first line has most often. Tabs also
 * separate the values of ROWS_COPY: the text is that if there are escapes, and values in quotes
 * make no sense of it. JSON is lines if its first line is a whole object, or its second one begins
 * another one. Fails if the options cannot hold. */
int row_form_find(struct row_form *form, const struct row_look *look, struct err *err);

/* Appends the name of the form: "CSV with semicolons". */
void row_form_describe(struct str *out, const struct row_form *form);

/* Returns the length of the row at the start of the bytes, with its line end and what is before
 * it, or `length` if it does not end. */
size_t row_form_length(const struct row_form *form, const char *bytes, size_t length);

/* The values of a row of JSON: the members of its object, and of the objects and arrays in it. */

enum { MAX_ROW_LEVELS = 8 }; /* of objects and arrays whose members are looked at */

/* Takes a member. Its name is its path in the row: author.members.0.handle. Returns whether the
 * members of an object or array are wanted, too; they come next. */
typedef bool row_member_take(void *context, const char *name,
                             const struct json_flat_member *member);

/* Memory for reading one row after another. All zero before the first. */
struct row_members {
    ARRAY(struct json_flat) objects;  /* of the row, and of those in it that were looked at */
    size_t n_used;                    /* of them, in the current row */
    struct str names[MAX_ROW_LEVELS]; /* of the current member of a level, with those above it */
};

void row_members_release(struct row_members *members);
SCOPED_VALUE(row_members, row_members_release)

/* Calls `take` for each member. Texts are valid until the next call. Fails, before the first call
 * of `take`, if the row is not an object that json_flat_read() reads. */
int row_members_each(struct row_members *members, const char *text, size_t length,
                     row_member_take *take, void *context, struct err *err);

#endif
