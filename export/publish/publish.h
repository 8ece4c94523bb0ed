/* Writes a store into a folder that is ready for a dataset hub. */
#ifndef PUBLISH_PUBLISH_H
#define PUBLISH_PUBLISH_H

#include "export/publish/publication.h"

struct publish_request {
    const char *folder; /* path of the folder to create */
    bool is_replacing;
    size_t n_shards;             /* of each split; 0: one for each 100,000 rows */
    const char *publish_options; /* with which it is made again, each with a space before it */
};

/* Writes the data, README.md, CITATION.cff, manifest.json and croissant.json, in this order,
 * because later files describe earlier ones. The caller sets names, options, choice, stats, check,
 * card_extra, is_forced and is_codenet in `publication`; the other members are filled in and stay
 * valid. The folder appears when it is complete; after a failure nothing of it is left. Its content
 * does not depend on the number of threads, the time or the names of files. Release `publication`
 * with publication_release(), also after a failure. */
int publish_write(struct publication *publication, struct db *db,
                  const struct publish_request *request, struct err *err);

enum { PUBLISH_ROWS_PER_SHARD = 100000 };

/* Writes the selection's rows into FOLDER/data. Each split becomes `n_shards` files (0: one for
 * each 100,000 rows) with equal shares of its rows, but never more files than rows. Rows in no
 * split are omitted, and a split without rows has no file. Uses the options of `publication`, and
 * fills in its files, left_out and facts. Fails if there are no rows to write. */
int publish_write_data(struct publication *publication, struct db *db,
                       const struct fix_selection *selection, const char *folder, size_t n_shards,
                       struct err *err);

#endif
