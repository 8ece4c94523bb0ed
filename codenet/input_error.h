/* Rows and files of the dataset that cannot be used: counted, stored, reported, never fatal. */
#ifndef CODENET_INPUT_ERROR_H
#define CODENET_INPUT_ERROR_H

#include "base/arena.h"
#include "base/array.h"

#include <stddef.h>

enum input_error_kind {
    /* metadata */
    INPUT_METADATA_MISSING,      /* a listed problem has no metadata file */
    INPUT_METADATA_UNUSABLE,     /* unreadable, empty, or without a required column */
    INPUT_DATA_WITHOUT_METADATA, /* a folder of sources whose problem has no metadata file */
    INPUT_ROW_MALFORMED,         /* number of fields, not UTF-8 */
    INPUT_ROW_ID_UNSAFE,         /* an id that cannot be a file name */
    INPUT_ROW_VALUE,             /* date that is no number, empty user, another problem's id */
    INPUT_ROW_DUPLICATE,         /* a submission id that an earlier row has */
    /* sources */
    INPUT_SOURCE_MISSING,
    INPUT_SOURCE_OUTSIDE, /* a symbolic link that leaves the dataset */
    INPUT_SOURCE_UNREADABLE,
    INPUT_SOURCE_TOO_LARGE,
    INPUT_SOURCE_ENCODING,
    /* what the data set tells about problems that are one problem */
    INPUT_PROBLEM_CLUSTERS_UNUSABLE, /* the file: unreadable, too large, or its rest no such text */
    INPUT_PROBLEM_CLUSTER_MALFORMED, /* a line that is no text, or an id that is none */
    INPUT_DESCRIPTION_UNUSABLE,      /* unreadable, too large, or a link that leaves the dataset */
    /* archives */
    INPUT_ENTRY_REFUSED, /* a path that leads out, a link, a second entry of a path, an absurd size */
    N_INPUT_ERROR_KINDS
};

struct input_error {
    enum input_error_kind kind;
    const char *file;       /* relative to the dataset */
    size_t line;            /* 0: the file as a whole */
    const char *detail;     /* what is wrong, without a final full stop */
    const char *problem_id; /* that it belongs to; NULL: none, or as whoever keeps the list knows */
};

/* Of a kind, in a list: a file of two million commas is no reason to keep as many texts. */
enum { MAX_LISTED_INPUT_ERRORS = 10000 };

/* A list whose texts live in an arena of its owner. */
struct input_errors {
    struct arena *arena; /* borrowed */
    ARRAY(struct input_error) list;
    struct {
        size_t n;   /* added so far */
        char *rest; /* detail of the listed error that stands for all further ones */
    } kinds[N_INPUT_ERROR_KINDS];
};

/* Adds an error; `file` and the printf-style detail are copied. Of a kind, MAX_LISTED_INPUT_ERRORS
 * are listed, and then one more, at the place of the next, which says how many are not. */
void input_errors_add(struct input_errors *errors, enum input_error_kind kind, const char *file,
                      size_t line, const char *format, ...) __attribute__((format(printf, 5, 6)));

/* The kind's name in the store. */
const char *input_error_kind_name(enum input_error_kind kind);

#endif
