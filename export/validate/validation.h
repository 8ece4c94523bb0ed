/* The state of validating a file or folder. */
#ifndef VALIDATE_VALIDATION_H
#define VALIDATE_VALIDATION_H

#include "base/arena.h"
#include "base/array.h"
#include "base/meter.h"
#include "base/table.h"
#include "export/format.h"
#include "export/validate/seen.h"
#include "export/row_traits.h"

#include <stdbool.h>
#include <stdint.h>

/* The number of a finding that was counted, but not kept. */
#define FINDING_NOT_KEPT SIZE_MAX

struct finding {
    const char *file;
    uint64_t line;    /* from 1; 1 for a file as a whole */
    const char *rule; /* a static word */
    const char *detail;
    bool is_warning; /* reported, but does not make the data set invalid */
    size_t cause;    /* number of the finding from which this one follows; 0: none */
};

/* The number of findings of a rule. */
struct rule_count {
    const char *rule;
    uint64_t n;
    bool is_warning;
};

/* Zero all members except `max_per_rule`. */
struct findings {
    ARRAY(struct finding) list; /* the first `max_per_rule` of each rule */
    ARRAY(struct rule_count) rules;
    uint64_t n_errors, n_following; /* n_errors includes n_following */
    size_t max_per_rule;
    struct arena arena; /* of the texts */
};

/* Adds a finding; file and detail are copied. Returns its number: its place in the list, from 1,
 * or FINDING_NOT_KEPT. */
size_t findings_add(struct findings *findings, const struct finding *finding);

/* Records that an error follows from another finding. Both are numbers; does nothing if one is 0.
 */
void findings_follow(struct findings *findings, size_t number, size_t cause);

/* Returns the number of the first error in a file that does not follow from another one; 0: none.
 */
size_t findings_first(const struct findings *findings, const char *file);

/* Whether the next finding of a rule would be kept, and not only counted. */
bool findings_have_room(const struct findings *findings, const char *rule);

void findings_release(struct findings *findings);
SCOPED_VALUE(findings, findings_release)

struct validate_options {
    const struct export_format *format; /* NULL: detected from a manifest or the first row */
    int n_threads;
    size_t max_findings; /* maximum number of kept findings per rule */
    struct meter meter;  /* counts rows */
};

/* A file of rows. */
struct data_file {
    const char *path;      /* for opening it and for messages */
    const char *name;      /* within the folder; the same as `path` for a single file */
    const char *split;     /* NULL: none */
    uint32_t split_number; /* among all splits, from 0 */
    uint64_t n_rows, n_content_bytes;
    uint64_t n_bytes; /* on disk; this and `sha256` are known only in folders */
    char sha256[65];  /* "": unknown */
    bool is_unread;   /* Parquet, and the library that reads it is missing: n_rows is unknown */
    size_t cause;     /* number of the last error found in its rows; 0: none */
};

/* Rows that have been seen. */
struct comparison {
    struct seen_table *tables[N_ROW_TRAITS]; /* NULL before the first row */
    bool is_closed[N_ROW_TRAITS];            /* problem and user: may not be in two splits */
};

struct validation {
    struct validate_options options;
    const struct export_format *format;                  /* NULL: not known yet */
    bool has_ids, has_system, has_provenance;            /* whether rows also have these keys */
    struct export_feature features[EXPORT_MAX_FEATURES]; /* of the rows; set by the first one */
    bool is_folder, has_manifest;                        /* a folder; it has a manifest.json */
    struct findings findings;
    struct comparison comparison;
    ARRAY(struct data_file) files;
    struct table file_names;     /* of the files, by their numbers; each occurs once */
    uint64_t n_rows;             /* of the files that have been read */
    ARRAY(const char *) notes;   /* other messages for the user, on standard error */
    struct table splits;         /* by their numbers */
    struct table languages;      /* of the rows that name one */
    struct table language_parts; /* languages in splits: "cpp/train"; and languages: "cpp" */
    ARRAY(uint64_t) part_counts; /* rows of these, by their numbers */
    struct arena arena;          /* of all texts */
};

/* Initializes a validation. Release it with validation_release(). */
void validation_init(struct validation *validation, const struct validate_options *options);
void validation_release(struct validation *validation);
SCOPED_VALUE(validation, validation_release)

/* Adds a file of rows. The texts are copied; `split` may be NULL. */
void validation_add_file(struct validation *validation, const char *path, const char *name,
                         const char *split);

/* Returns the number of a split, from 0. NULL, which means no split, has a number, too. The name is
 * copied. */
uint32_t validation_split_number(struct validation *validation, const char *split);

/* Adds a note, formatted as by printf. */
void validation_note(struct validation *validation, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a finding. The detail is formatted as by printf. Returns its number (findings_add()). */
size_t validation_find(struct validation *validation, const char *file, uint64_t line,
                       const char *rule, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Adds a warning, which does not make the data set invalid. */
void validation_warn(struct validation *validation, const char *file, uint64_t line,
                     const char *rule, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Counts a row of a language in a split (NULL: none). */
void validation_count_row(struct validation *validation, const char *language, const char *split);

/* Returns the number of rows so far in a language and a split (NULL: all). Only rows that name
 * their language count. */
uint64_t validation_count(const struct validation *validation, const char *language,
                          const char *split);

/* Counts the row at a line of the file with number `file`, and compares it with those before. Finds
 * duplicate rows, and equal content in two splits. For each trait (traits.h) the place of its first
 * row is kept; a finding names that place. */
void compare_row(struct validation *validation, size_t file, uint64_t line,
                 const struct row_traits *traits);

/* Validates the rows of the file with number `file`: every line, in parallel, and compares each
 * with those before it. If the format is unknown, the first file decides the format of all files.
 * Fails if the file cannot be opened. A damaged file is a finding. A Parquet file of a folder is a
 * warning if the library that reads Parquet is missing. */
int rows_validate(struct validation *validation, size_t file, struct err *err);

/* Validates CodeXGLUE's parallel files: the file with number `file`, and the other one in the same
 * folder. */
int rows_validate_parallel(struct validation *validation, size_t file, struct err *err);

#endif
