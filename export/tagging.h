/* `tokfix tag`: makes rows with tags (augment/tags.h) from the correct programs of a database.
 *
 * The rows are for training and validation, as in the paper. None is from the test set. */
#ifndef EXPORT_TAGGING_H
#define EXPORT_TAGGING_H

#include "export/split_files.h"
#include "export/tagging_options.h"

/* The target of the rows: `file`, or, if it is NULL, the files of `folder`, one for each split that
 * has rows. */
struct tagging_target {
    struct output *file;
    struct folder_files *folder; /* its options are those of the rows' format and view */
};

/* Writes the wanted number of rows, or all different rows if there are fewer, in the order of the
 * database. Of parts with the same tokens only one is used, so no two rows are equal. Each part is
 * used once before any part is used twice. No piece that a fix repaired gets a tag. Of two rows
 * with the same tagged text but different code only the first is written. First means: by rounds
 * over the parts, in an order that depends on the seed and the texts of the parts. The rows of a
 * smaller ratio are among those of a larger one. The output does not depend on the number of
 * threads. */
int tagging_write(struct db *db, const struct tagging_options *options,
                  const struct tagging_target *target, struct tagging_counts *counts,
                  struct err *err);

#endif
