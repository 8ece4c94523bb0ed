/* Exports to a file, or to a folder: files for each split, and a description of them for
 * LLaMA-Factory. */
#ifndef EXPORT_SPLIT_FILES_H
#define EXPORT_SPLIT_FILES_H

#include "export/export.h"

/* Where rows go. */
struct export_place {
    const char *path; /* a folder (export_is_folder()), or that of an output_plan */
    bool is_replacing;
};

/* Whether rows go to files in a folder: the path is a folder, or ends with a slash. */
bool export_is_folder(const char *path);

/* Writes the selection to a file, or each split to a folder that is created if necessary: as
 * <split>.jsonl or <split>.parquet. Fixes without a split go to `none`. If the database has no
 * splits, all fixes go to `all`. A split without fixes has no file. If LLaMA-Factory reads the
 * format, also writes a dataset_info.json that lists the files. No file is put in its place before
 * all are written.
 * `written` receives the list of written files. */
int export_to(struct db *db, struct fix_selection *selection, const struct export_options *options,
              const struct export_place *place, struct export_counts *counts,
              struct output_files *written, struct err *err);

/* Returns the items of a stratum in their order, of all languages (-1) or of the one with this
 * number. The caller releases the array with free(). */
struct fix_item *export_items_of(const struct fix_selection *selection, int split, int language,
                                 size_t *n);

#endif
