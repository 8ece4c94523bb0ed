/* The files of a dataset of rows, in their order. Entries of a zip archive are files, too. All have
 * the same fields. Ids, users and problems are those of the whole dataset. */
#ifndef MINER_ROWS_ROW_FILES_H
#define MINER_ROWS_ROW_FILES_H

#include "miner/pair_source.h"
#include "miner/rows/code_form.h"
#include "miner/rows/row_columns.h"
#include "miner/rows/row_text.h"
#include "miner/rows/rows_source.h"

#include <stdatomic.h>

/* A file of rows. It stays where it is until row_files_close(). */
struct row_file {
    const char *name;   /* for messages: its path in the dataset: dump.zip/2024/a.csv */
    const char *folder; /* path of the folder from which its paths of programs are; NULL: none */
    bool is_in_archive; /* so that it has no folder */
    /* A row is a program of a folder (row_layout_open()): messages name its path. The text is CSV
     * that tokfix makes: its form need not be found, and its header is not a line of a file. */
    bool is_layout;
    uint32_t number;      /* from 0 */
    const char *encoding; /* of its text, for people; NULL: UTF-8 */
    struct row_form form; /* set when its text is read; before, what is known of it */
    int at[N_ROW_SLOTS];  /* the columns of the fields and inputs of CSV; -1: none */
    size_t n_columns;     /* of CSV */
    /* Of the columns of programs, as its first rows show them: Base64 and entities are decoded. */
    enum code_form code_form[2];
};

struct row_files {
    const char *name; /* of the dataset, without endings for packing */
    /* The names of the files, folders and archives that the user named, if there are several, as a
     * list of words; of those with equal names the paths. */
    struct str files;
    uint64_t n_bytes;                  /* of all files; 0: unknown */
    atomic_uint_fast64_t bytes_before; /* of those before the last that was opened */
    /* private */
    const struct source_request *request;
    const struct row_columns *columns;
    struct input_errors *errors;
    ARRAY(struct listed_file *) list;
    size_t n_opened;
    struct archive_reader *archive; /* of the file that was opened last; NULL: none */
    struct arena arena;             /* of all texts */
};

/* Returns the format in which what the request names seems to be rows; -1: it does not. */
int row_files_recognize(const struct source_request *request);

/* Finds the files of rows in what the request names: files, the files of rows in folders and in zip
 * archives, or standard input. Adds an error for the files that are left out. Fails if there is no
 * file of rows, or if a file is not rows. `columns` is borrowed. */
int row_files_open(struct row_files **out, const struct source_request *request,
                   const struct row_columns *columns, struct input_errors *errors, struct err *err);

/* Opens the text of the next file. The caller closes it, also after a failure. Returns 1, 0 after
 * the last, or ERR. */
int row_files_next(struct row_files *files, struct row_file **file, struct row_text *text,
                   struct err *err);

/* Returns a file that was opened. */
const struct row_file *row_files_at(const struct row_files *files, uint32_t number);

/* Adds an error for what was left out of the files, after they were read. */
void row_files_add_errors(const struct row_files *files);

/* `files` may be NULL. */
void row_files_close(struct row_files *files);
SCOPED_POINTER(row_files, row_files_close)

/* The text of a folder or archive of programs whose paths say what they are
 * (miner/rows/path_pattern.h): CSV with a header, a row for each program. Its columns have the
 * names of the fields: those that the pattern has, `path`, `language` (by the extension, if the
 * pattern does not say it), `id`, and `code` if it is an archive. The id is made of the parts of
 * the path that differ between the programs of a problem, if the pattern has none. Of pairs there
 * are `buggy_path` and `fixed_path` instead of `path`.
 *
 * The programs of a folder are in the order of their paths, component by component, as strcmp() has
 * it. Files and folders whose names begin with a dot are left out. Links to files of a folder are
 * read if they do not leave it; other links are not followed. */

struct row_layout; /* opaque */

/* Reads the patterns. `path` is that of the folder or archive, in which programs may have
 * `max_bytes`. All are borrowed. */
int row_layout_open(struct row_layout **out, const char *path, const struct rows_options *options,
                    size_t max_bytes, struct err *err);

/* Opens the text, once. The caller closes it, also after a failure, and before it frees the layout.
 * Reading fails if no file matches. */
int row_layout_open_text(struct row_text *out, struct row_layout *layout, struct err *err);

/* Whether a part of a path, as entry_path_cut() makes it, begins with a dot. */
bool row_path_is_hidden(const char *path);

/* Adds an error for each reason to leave out files, with their number. */
void row_layout_add_errors(const struct row_layout *layout, const char *dataset,
                           struct input_errors *errors);

/* `layout` may be NULL. */
void row_layout_free(struct row_layout *layout);
SCOPED_POINTER(row_layout, row_layout_free)

#endif
