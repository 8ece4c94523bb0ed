/* Validates a data set: checks its rows, and compares its documents with its files. */
#ifndef VALIDATE_VALIDATION_H
#define VALIDATE_VALIDATION_H

#include "base/mem.h"
#include "base/meter.h"
#include "base/table.h"
#include "export/format.h"
#include "export/row_traits.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct finding {
    const char *file;
    uint64_t line;    /* from 1; 1 for a file as a whole */
    const char *rule; /* a static word */
    const char *detail;
    bool is_warning; /* reported, but does not make the data set invalid */
};

/* The number of findings of a rule. */
struct rule_count {
    const char *rule;
    uint64_t n;
    bool is_warning;
};

struct findings {
    ARRAY(struct finding) list; /* the first `max_findings` of each rule */
    ARRAY(struct rule_count) rules;
    uint64_t n_errors;
};

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
    const char *language;  /* of all its rows; NULL: unknown */
    uint32_t set;          /* number of its split set, from 0 */
    uint32_t split_number; /* among all splits, from 0 */
    uint64_t n_rows, n_content_bytes;
    uint64_t n_bytes; /* on disk; this and `sha256` are known only in folders */
    char sha256[65];  /* "": unknown */
    bool is_unread;   /* Parquet, and the library that reads it is missing: n_rows is unknown */
};

struct seen_table; /* opaque */

/* A split set. Rows are compared with those of the same set: other sets put the same rows into
 * other splits. A folder without a manifest has a set for each group of configurations that have
 * files in common. */
struct validated_set {
    bool is_closed[N_ROW_TRAITS];          /* problem and user: may not be in two splits */
    struct seen_table *seen[N_ROW_TRAITS]; /* traits of rows; NULL before the first row */
};

struct validation {
    struct validate_options options;
    const struct export_format *format;                  /* NULL: not known yet */
    struct export_extras extras;                         /* whether rows also have these keys */
    struct export_feature features[EXPORT_MAX_FEATURES]; /* of the rows; set by the first one */
    bool is_folder, has_manifest;                        /* a folder; it has a manifest.json */
    bool compares_content; /* the rows that are being read may be in several splits */
    struct findings findings;
    size_t n_searched;                /* bytes of documents, for the lines of findings */
    ARRAY(struct validated_set) sets; /* at least one */
    ARRAY(struct data_file) files;
    struct table file_names;     /* of the files, by their numbers; each occurs once */
    uint64_t n_rows;             /* of the files that have been read */
    ARRAY(const char *) notes;   /* other messages for the user, on standard error */
    struct table splits;         /* by their numbers */
    struct table languages;      /* of the rows of the first set that name one */
    struct table language_parts; /* languages in splits: "cpp/train"; and languages: "cpp" */
    ARRAY(uint64_t) part_counts; /* rows of these, by their numbers */
    struct arena arena;          /* of all texts */
};

/* Initializes a validation. Release it with validation_release(). */
void validation_init(struct validation *validation, const struct validate_options *options);
void validation_release(struct validation *validation);
SCOPED_VALUE(validation, validation_release)

/* Adds a file of rows, and returns it, valid until the next one. The texts are copied; `split` may
 * be NULL. */
struct data_file *validation_add_file(struct validation *validation, const char *path,
                                      const char *name, const char *split);

/* Adds a note, formatted as by printf. */
void validation_note(struct validation *validation, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Sets the keys of all rows, unless they are known: those that were found before, else those of the
 * row on this line (NULL: none is known). */
void validation_take_features(struct validation *validation, const char *line, size_t length);

/* Whether the next finding of a rule would be kept, and not only counted. */
bool validation_keeps(struct validation *validation, const char *rule);

/* Adds a finding, or a warning, which does not make the data set invalid: the rule decides. The
 * detail is formatted as by printf. */
void validation_find(struct validation *validation, const char *file, uint64_t line,
                     const char *rule, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Adds a split set, and returns its number. */
uint32_t validation_add_set(struct validation *validation);

/* Returns the number of rows so far in a language and a split (NULL: all). Only rows of the first
 * set that name their language count. */
uint64_t validation_count(const struct validation *validation, const char *language,
                          const char *split);

/* Counts the row at a line of the file with number `file`, and compares it with those before. Finds
 * duplicate rows, and equal content in two splits. For each trait the place of its first row is
 * kept; a finding names that place. */
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

/* The memory of a thread that reads rows. */
struct row_reader {
    const struct validation *validation; /* its format, features and extras are those of the rows;
                                          * without a format, only the JSON is checked */
    struct row_programs *programs;
    struct str scratch;
};

/* Reports the errors of a line, given without its line end, to `check`, and sets its traits: those
 * that show leaks between splits only if the validation compares the content.
 * The byte after the line is zero. */
void row_validate(struct row_reader *reader, const char *line, size_t length,
                  struct rule_check *check, struct row_traits *traits, struct arena *arena);

/* Validates a file of rows ("-": standard input), CodeXGLUE's parallel files (`path` is either of
 * them), or a folder with its card, manifest, Croissant description and citation. Findings do not
 * depend on the number of threads. Fails only if there is nothing to validate. Release `out` with
 * validation_release(), also after a failure. */
int validate(struct validation *out, const char *path, const struct validate_options *options,
             struct err *err);

/* Writes the size and SHA-256 of an edited README.md into the croissant.json of a published folder.
 * Nothing else in croissant.json changes. After a failure it is unchanged. */
int validate_refresh_card(const char *folder, struct err *err);

/* Prints one finding a line, `FILE:LINE: rule: what is wrong`, and then a summary. */
void report_print(const struct validation *validation, FILE *out);

/* Returns the report as an object: `valid`, `format`, `rows`, `files`, `rules`, `findings`,
 * `notes`. Release with json_free(). */
struct json *report_make(const struct validation *validation);

#endif
