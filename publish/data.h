/* The data files of a folder that is published. */
#ifndef PUBLISH_DATA_H
#define PUBLISH_DATA_H

#include "publish/publication.h"

enum { DATA_ROWS_PER_SHARD = 100000 };

/* Writes the selection's rows into FOLDER/data, each split as files that hold equal shares of it:
 * as many as `n_shards` says (0: one for each 100,000 rows), but never more than rows. Rows in no
 * split are left out, and a split without rows has no file. Fills in files, left_out and facts of
 * the data set, whose options it takes; fails when nothing is left to be written. */
int data_write(struct publication *publication, struct db *db,
               const struct fix_selection *selection, const char *folder, size_t n_shards,
               struct err *err);

#endif
