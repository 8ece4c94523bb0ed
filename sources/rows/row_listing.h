/* The files of rows in a folder or in a zip archive. */
#ifndef ROWS_ROW_LISTING_H
#define ROWS_ROW_LISTING_H

#include "base/err.h"
#include "base/mem.h"
#include "sources/rows/row_form.h"

#include <stdbool.h>
#include <stddef.h>

struct listed_entry {
    const char *path;       /* below the folder, or as in the archive */
    enum row_format format; /* that the name or the first bytes say */
};

/* An entry of an archive that is not safe, or has the path of another one. */
struct refused_entry {
    const char *path, *why;
};

/* Texts are in the arena. All zero before the listing. */
struct row_listing {
    ARRAY(struct listed_entry)
    files;                   /* of a folder: in the order of strcmp() of their paths; of an
                                         archive: in its order */
    struct text_list others; /* paths of what is not rows, in the same order */
    ARRAY(struct refused_entry) refused;
    struct arena arena;
};

/* Lists the files of a folder and of the folders in it, to a depth of 32. What is hidden is left
 * out. Links and the files of git repositories are `others`. A file is rows if its name says so; if
 * no name in the folder does, and all are names that say nothing, if its first bytes are text. */
int row_listing_read_folder(struct row_listing *out, const char *path, struct err *err);

/* Lists the entries of a zip archive by the same rules. Fails if it is damaged, if rows in it are
 * encrypted, or if it is the file of a spreadsheet. */
int row_listing_read_zip(struct row_listing *out, const char *path, struct err *err);

/* Whether a folder is a Project CodeNet tree, or has one. */
bool row_listing_is_codenet(const char *path);

void row_listing_release(struct row_listing *listing);
SCOPED_VALUE(row_listing, row_listing_release)

#endif
