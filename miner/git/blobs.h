/* The contents of blobs, or of other objects of one type, in a given order. */
#ifndef MINER_GIT_BLOBS_H
#define MINER_GIT_BLOBS_H

#include "base/table.h"
#include "miner/git/repository.h"

#include <stdatomic.h>

enum blob_state {
    BLOB_OK,
    BLOB_MISSING, /* as in a partial clone */
    BLOB_TOO_LARGE,
    BLOB_DAMAGED, /* git cannot read it, it has another type, or its content has another id */
};

/* The blobs of a repository that are asked for. All zero before the first blobs_add(). */
struct blobs {
    const char *type; /* of the objects: "tree"; NULL: "blob" */
    struct table ids;
    ARRAY(char) states;    /* enum blob_state, by number of the id; after blobs_check() */
    ARRAY(uint32_t) order; /* in which they are read: numbers of ids */
    /* private: the reading */
    struct repository *repository;
    size_t max_bytes;
    struct git_process git;
    bool is_running;
    size_t next_request, next; /* in `order` */
    const char *content;       /* of the last one, in what git printed */
    size_t length;
    size_t n_starts;
};

/* Asks for the blob after all others. A blob that is asked for twice in a row is read once. */
void blobs_add(struct blobs *blobs, const char *id);

/* Finds out which blobs are there, and their sizes, before any content is read. Fails only if git
 * cannot be run. */
int blobs_check(struct blobs *blobs, struct repository *repository, size_t max_bytes,
                struct err *err);

/* The same for blobs that have just been seen there: blobs_next() finds out what they are. */
void blobs_expect(struct blobs *blobs, struct repository *repository, size_t max_bytes);

/* Reads the next blob in the order. If it is BLOB_OK, sets its content, which is valid until the
 * next call and followed by a zero; otherwise "". `id` is that which was added. */
enum blob_state blobs_next(struct blobs *blobs, const char *id, const char **bytes, size_t *length);

void blobs_release(struct blobs *blobs);
SCOPED_VALUE(blobs, blobs_release)

#endif
