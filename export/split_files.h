/* Exports to a folder: files for each split, and what loaders want to know of them. */
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

/* Writes the selection's splits, or all of it as `all` when the store has no splits: each as
 * <split>.jsonl or <split>.parquet (`none` for fixes that are in no split), or as the parallel
 * files of the format, cut and compressed as `folder` says. A split without fixes has no files. For
 * formats that LLaMA-Factory reads also a dataset_info.json, which names the files for it, if they
 * are neither cut nor compressed. Nothing is put in its place before all is written. `files` takes
 * what was written. */
int export_to_folder(struct db *db, struct fix_selection *selection,
                     const struct export_options *options, const struct export_folder *folder,
                     struct export_counts *counts, struct output_files *files, struct err *err);

/* The files of a folder while they are written, one for each split. */
struct folder_files {
    const struct export_options *options; /* format, is_parquet and view */
    const struct export_folder *folder;
    struct output *outputs[N_STRATA];
    const char *names[N_STRATA]; /* of the splits, or "all"; static */
    size_t n;
};

/* What the file of a split (NULL: none) is called; without splits: "all". */
const char *folder_file_name(const char *split, const struct fix_account *account);

/* Opens the file of that name, cut into `n_shards` (0: not cut), for output_write(). */
int folder_files_open(struct output **out, struct folder_files *files, const char *name,
                      size_t n_shards, struct err *err);

/* Finishes all of them, with their dataset_info.json, and puts them in their places: all or none.
 * `written` (may be NULL) takes them. */
int folder_files_place(struct folder_files *files, struct output_files *written, struct err *err);

/* Removes what is not in its place, and releases the files. */
void folder_files_release(struct folder_files *files);
SCOPED_VALUE(folder_files, folder_files_release)

/* The items of a split (NULL: those in none), in their order; to be released with free(). */
struct fix_item *export_items_of(const struct fix_selection *selection, const char *split,
                                 size_t *n);

#endif
