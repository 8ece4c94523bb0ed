/* The text of a folder or archive of programs whose paths say what they are
 * (sources/rows/path_pattern.h): CSV with a header, a row for each program. Its columns have the
 * names of the fields: those that the pattern has, `path`, `language` (by the extension, if the
 * pattern does not say it), `id`, and `code` if it is an archive. The id is made of the parts of
 * the path that differ between the programs of a problem, if the pattern has none. Of pairs there
 * are `buggy_path` and `fixed_path` instead of `path`.
 *
 * The programs of a folder are in the order of their paths, component by component, as strcmp() has
 * it. Files and folders whose names begin with a dot are left out. Links to files of a folder are
 * read if they do not leave it; other links are not followed. */
#ifndef ROWS_ROW_LAYOUT_H
#define ROWS_ROW_LAYOUT_H

#include "miner/pair_source.h"
#include "sources/rows/row_text.h"
#include "sources/rows/rows_options.h"

struct row_layout; /* opaque */

/* Reads the patterns. `path` is that of the folder or archive, in which programs may have
 * `max_bytes`. All are borrowed. */
int row_layout_open(struct row_layout **out, const char *path, const struct rows_options *options,
                    size_t max_bytes, struct err *err);

/* Opens the text, once. Reading fails if no file matches. The layout must outlive the text. */
int row_layout_open_text(struct row_text *out, struct row_layout *layout, struct err *err);

/* Adds an error for each reason to leave out files, with their number. */
void row_layout_add_errors(const struct row_layout *layout, const char *dataset,
                           struct input_errors *errors);

/* `layout` may be NULL. */
void row_layout_free(struct row_layout *layout);
SCOPED_POINTER(row_layout, row_layout_free)

#endif
