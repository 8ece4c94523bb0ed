/* From a store to a folder that is ready for a dataset hub. */
#ifndef PUBLISH_PUBLISH_H
#define PUBLISH_PUBLISH_H

#include "publish/publication.h"

struct publish_request {
    const char *folder; /* path of the folder to make */
    bool is_replacing;
    size_t n_shards;             /* of each split; 0: one for each 100,000 rows */
    const char *publish_options; /* with which it is made again, each with a space before it */
};

/* Writes the data, README.md, CITATION.cff, manifest.json and croissant.json, in this order, so
 * that the later ones can tell of the earlier. `publication` comes with names, options, choice,
 * stats, dedup, check and is_forced; the rest is filled in, and stays valid. The folder appears
 * when it is complete; nothing is left of it on failure. Nothing in it depends on the number of
 * threads, the time or the names of files. Release with publication_release(), also after a
 * failure. */
int publish_write(struct publication *publication, struct db *db,
                  const struct publish_request *request, struct err *err);

enum { PUBLISH_ROWS_PER_SHARD = 100000 };

/* Writes the selection's rows into FOLDER/data, each split as files that hold equal shares of it:
 * as many as `n_shards` says (0: one for each 100,000 rows), but never more than rows. Rows in no
 * split are left out, and a split without rows has no file. Fills in files, left_out and facts of
 * the data set, whose options it takes; fails when nothing is left to be written. */
int publish_write_data(struct publication *publication, struct db *db,
                       const struct fix_selection *selection, const char *folder, size_t n_shards,
                       struct err *err);

#endif
