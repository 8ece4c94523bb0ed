/* `tokfix tag`: from the correct programs of a store to rows with tags (augment/tags.h).
 *
 * Rows are for training and validation, as in the paper: none is of the test set. */
#ifndef EXPORT_TAGGING_H
#define EXPORT_TAGGING_H

#include "export/split_files.h"
#include "export/tagging_options.h"

/* Where rows go: to a file; or, if that is NULL, to the files of a folder, one for each split that
 * has rows. */
struct tagging_target {
    struct output *file;
    struct folder_files *folder; /* its options are those of the rows' format and view */
};

/* Writes as many rows as are wanted, or as many different ones as there are, in the order of the
 * store. Of two parts with the same tokens one is taken, so that no two rows are equal; each part
 * once before any is taken twice. Tags are in no piece that a fix repaired. Of two rows with one
 * tagged text and different code the first is taken: by rounds over the parts, in an order that the
 * seed and their texts make. Rows of a smaller ratio are among those of a larger one. Nothing
 * depends on the number of threads. */
int tagging_write(struct db *db, const struct tagging_options *options,
                  const struct tagging_target *target, struct tagging_counts *counts,
                  struct err *err);

#endif
