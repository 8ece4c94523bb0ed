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

/* The files while they are being written. */
struct split_files {
    const struct export_options *options; /* format, is_parquet and view */
    const struct export_place *place;
    bool is_folder;
    struct target folder;             /* if it was created */
    struct output *outputs[N_STRATA]; /* one for each split, or one for all */
    const char *names[N_STRATA];      /* of the splits, or "all"; static */
    size_t n;
};

/* Opens the file, or creates the folder. Release with split_files_release(), also after a failure.
 */
int split_files_begin(struct split_files *files, const struct export_options *options,
                      const struct export_place *place, struct err *err);

/* Sets `out` to where the rows of a stratum go. In a folder, opens the stratum's file. In a
 * database without splits, the file of the fixes in no split is called "all". */
int split_files_open(struct output **out, struct split_files *files, int split,
                     const struct fix_account *account, struct err *err);

/* Finishes all files, including the dataset_info.json, and puts them in their places
 * (target_commit_all()). `written` (may be NULL) receives the list of the files. */
int split_files_place(struct split_files *files, struct output_files *written, struct err *err);

/* Removes files that are not in their places, and releases the rest. */
void split_files_release(struct split_files *files);
SCOPED_VALUE(split_files, split_files_release)

/* Returns the items of a stratum in their order, of all languages (-1) or of the one with this
 * number. The caller releases the array with free(). */
struct fix_item *export_items_of(const struct fix_selection *selection, int split, int language,
                                 size_t *n);

#endif
