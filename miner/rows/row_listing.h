/* Which files are rows: by their names and their first bytes, in a folder and in a zip archive. */
#ifndef MINER_ROWS_ROW_LISTING_H
#define MINER_ROWS_ROW_LISTING_H

#include "base/err.h"
#include "base/file.h"
#include "base/mem.h"

#include <stdbool.h>

/* What a name says, without the ending of a packing and in any case. */
enum row_name {
    ROW_NAME_OTHER,
    ROW_NAME_TABLE, /* .csv and the like */
    ROW_NAME_JSON,
    ROW_NAME_WHOLE, /* .parquet or .zip, which are read from their ends */
};

enum row_name row_name_of(const char *path);

/* What the content is, without packing. */
enum row_start_kind {
    ROW_START_TEXT, /* in any encoding */
    ROW_START_PARQUET,
    ROW_START_ZIP,
    ROW_START_TAR,
    ROW_START_OTHER,   /* it is known, and not rows */
    ROW_START_BINARY,  /* it is not known, and not a text */
    ROW_START_UNKNOWN, /* it is empty, or cannot be read twice, or not at all */
};

struct row_start {
    enum row_start_kind kind;
    const char *what; /* of ROW_START_OTHER: "a PDF document" */
};

/* Examines a file; "-" is standard input, which is only looked at, and unknown if it is packed. */
struct row_start row_start_at(const char *path);

/* Texts are in the arena. All zero before the listing. */
struct row_listing {
    /* Paths below the folder, in the order of strcmp(), or as in the archive, in its order: of the
     * files of rows, and of what is not rows or has a path that is not safe. */
    struct text_list files, others;
    struct arena arena;
};

/* Lists the files of a folder and of the folders in it, to a depth of 32. What is hidden is left
 * out. Links are `others`. A file is rows if its name says so. */
int row_listing_read_folder(struct row_listing *out, const char *path, struct err *err);

/* Lists the entries of a zip archive by the same rules; zip archives and Parquet in it are
 * `others`. Fails if it is damaged, or if rows in it are encrypted. */
int row_listing_read_zip(struct row_listing *out, const char *path, struct err *err);

/* Whether a part of a path, as entry_path_cut() makes it, begins with a dot. */
bool row_path_is_hidden(const char *path);

/* Whether a folder is a Project CodeNet tree, or has one. */
bool row_listing_is_codenet(const char *path);

void row_listing_release(struct row_listing *listing);
SCOPED_VALUE(row_listing, row_listing_release)

#endif
