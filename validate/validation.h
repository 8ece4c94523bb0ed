/* A file or folder that is validated, and what is known of it so far. */
#ifndef VALIDATE_VALIDATION_H
#define VALIDATE_VALIDATION_H

#include "base/arena.h"
#include "base/array.h"
#include "base/meter.h"
#include "export/format.h"
#include "validate/seen.h"
#include "validate/traits.h"

#include <stdbool.h>
#include <stdint.h>

/* What is wrong with a data set, rule by rule. */

/* The number of a finding that was counted, but not kept. */
#define FINDING_NOT_KEPT SIZE_MAX

struct finding {
    const char *file;
    uint64_t line;    /* from 1; of a file as a whole 1 */
    const char *rule; /* a static word */
    const char *detail;
    bool is_warning; /* reported, but the data set is valid nonetheless */
    size_t cause;    /* number of the finding that this one follows from; 0: of none */
};

/* How often a rule was broken. */
struct rule_count {
    const char *rule;
    uint64_t n;
    bool is_warning;
};

/* Zero it, but for `max_per_rule`. */
struct findings {
    ARRAY(struct finding) list; /* of each rule the first `max_per_rule` */
    ARRAY(struct rule_count) rules;
    uint64_t n_errors, n_following; /* the latter are among the former */
    size_t max_per_rule;
    struct arena arena; /* of the texts */
};

/* Adds a finding; file and detail are copied. Returns its number: its place in the list, from 1,
 * or FINDING_NOT_KEPT. */
size_t findings_add(struct findings *findings, const struct finding *finding);

/* Says that an error follows from another finding, both by their numbers. With 0 for either nothing
 * is said. */
void findings_follow(struct findings *findings, size_t number, size_t cause);

/* The number of the first error in a file that follows from no other; 0 for none. */
size_t findings_first(const struct findings *findings, const char *file);

/* Whether the next finding of a rule would be kept, and not only counted. */
bool findings_have_room(const struct findings *findings, const char *rule);

void findings_release(struct findings *findings);
SCOPED_VALUE(findings, findings_release)

struct validate_options {
    const struct export_format *format; /* NULL: told by a manifest or the first row */
    int n_threads;
    size_t max_findings; /* that are kept of each rule */
    struct meter meter;  /* of rows */
};

/* A file of rows. */
struct data_file {
    const char *path;      /* as it is opened and named to the user */
    const char *name;      /* within the folder; the same for a file that is alone */
    const char *split;     /* NULL: none */
    uint32_t split_number; /* of all splits, from 0 */
    uint64_t n_rows, n_content_bytes;
    uint64_t n_bytes; /* on disk; with `sha256` only known in folders */
    char sha256[65];  /* "": not known */
    bool is_unread;   /* Parquet, and the library that reads it is not there: no numbers of rows */
    size_t cause;     /* number of the last error found in its rows; 0: none */
};

/* Rows that have been seen. */
struct comparison {
    struct seen_table *tables[N_ROW_TRAITS]; /* NULL while nothing was seen */
    bool is_closed[N_ROW_TRAITS];            /* of problem and user: may not be in two splits */
};

struct validation {
    struct validate_options options;
    const struct export_format *format;                  /* NULL: not known yet */
    bool has_ids, has_system;                            /* its rows have these keys, too */
    struct export_feature features[EXPORT_MAX_FEATURES]; /* of its rows; set with the first */
    bool is_folder;
    struct findings findings;
    struct comparison comparison;
    ARRAY(struct data_file) files;
    uint64_t n_rows;           /* of the files that have been read */
    ARRAY(const char *) notes; /* what the user should know besides, for standard error */
    ARRAY(const char *) splits;
    struct arena arena; /* of all texts */
};

/* Begins with nothing known. Release with validation_release(). */
void validation_init(struct validation *validation, const struct validate_options *options);
void validation_release(struct validation *validation);
SCOPED_VALUE(validation, validation_release)

/* Takes a file of rows; texts are copied, `split` may be NULL. */
void validation_add_file(struct validation *validation, const char *path, const char *name,
                         const char *split);

/* The number of a split, from 0; NULL, no split, has one, too. The name is copied. */
uint32_t validation_split_number(struct validation *validation, const char *split);

/* Adds a note made as printf would. */
void validation_note(struct validation *validation, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a finding, its detail made as printf would. Returns its number (findings_add()). */
size_t validation_find(struct validation *validation, const char *file, uint64_t line,
                       const char *rule, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* The same for what is told, but leaves the data set valid. */
void validation_warn(struct validation *validation, const char *file, uint64_t line,
                     const char *rule, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Compares the row at a line of the file of that number with those before it, and finds rows that
 * are there twice, and rows of two splits that a model must not see both of. Of each trait
 * (traits.h) the place where it was first seen is kept: a row is told with that place. */
void compare_row(struct validation *validation, size_t file, uint64_t line,
                 const struct row_traits *traits);

/* Validates the rows of the file of that number: every line, in parallel, and compared with those
 * before it. The first file of unknown format decides the format of all. Fails when the file cannot
 * be opened; one that is damaged is a finding, and a Parquet file of a folder that cannot be read
 * for want of the library a warning. */
int rows_validate(struct validation *validation, size_t file, struct err *err);

/* Validates CodeXGLUE's parallel files: that of the number, and the one beside it. */
int rows_validate_parallel(struct validation *validation, size_t file, struct err *err);

#endif
