/* Exports to a folder: files for each split, and a description of them for LLaMA-Factory. */
#ifndef EXPORT_SPLIT_FILES_H
#define EXPORT_SPLIT_FILES_H

#include "base/packed.h"
#include "export/export.h"

struct export_folder {
    const char *path;     /* exists */
    enum packing packing; /* of its files */
    size_t n_shards;      /* 0: train.jsonl; else train-00000-of-00004.jsonl */
    bool is_replacing;
};

/* Writes each split of the selection as <split>.jsonl or <split>.parquet, or as the parallel files
 * of the format. Fixes without a split go to `none`. If the database has no splits, all fixes go to
 * `all`. `folder` decides the compression and the number of shards. A split without fixes has no
 * files. If LLaMA-Factory reads the format and the files are neither sharded nor compressed, also
 * writes a dataset_info.json that lists them. No file is put in its place before all are written.
 * `files` receives the list of written files. */
int export_to_folder(struct db *db, struct fix_selection *selection,
                     const struct export_options *options, const struct export_folder *folder,
                     struct export_counts *counts, struct output_files *files, struct err *err);

/* The files of a folder while they are being written, one for each split. */
struct folder_files {
    const struct export_options *options; /* format, is_parquet and view */
    const struct export_folder *folder;
    struct output *outputs[N_STRATA];
    const char *names[N_STRATA]; /* of the splits, or "all"; static */
    size_t n;
};

/* Returns the name of the file of a stratum. In a database without splits, that of the fixes in no
 * split is "all". */
const char *folder_file_name(int split, const struct fix_account *account);

/* Opens the file with that name for output_write(), in `n_shards` shards (0: one plain file). */
int folder_files_open(struct output **out, struct folder_files *files, const char *name,
                      size_t n_shards, struct err *err);

/* Finishes all files, including their dataset_info.json, and puts them in their places
 * (target_commit_all()). `written` (may be NULL) receives the list of the files. */
int folder_files_place(struct folder_files *files, struct output_files *written, struct err *err);

/* Removes files that are not in their places, and releases the rest. */
void folder_files_release(struct folder_files *files);
SCOPED_VALUE(folder_files, folder_files_release)

/* Returns the items of a stratum in their order. The caller
 * releases the array with free(). */
struct fix_item *export_items_of(const struct fix_selection *selection, int split, size_t *n);

#endif
