/* The contents of objects of one type, such as blobs, in a given order. */
#ifndef MINER_GIT_OBJECTS_H
#define MINER_GIT_OBJECTS_H

#include "base/table.h"
#include "miner/git/repository.h"

#include <stdatomic.h>

enum object_state {
    OBJECT_OK,
    OBJECT_MISSING, /* as in a partial clone */
    OBJECT_TOO_LARGE,
    OBJECT_DAMAGED, /* git cannot read it, it has another type, or its content has another id */
};

/* The objects of a repository that are asked for. All zero before the first objects_add(). */
struct objects {
    const char *type; /* of the objects: "tree"; NULL: "blob" */
    struct table ids;
    ARRAY(char) states;    /* enum object_state, by number of the id; after objects_check() */
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

/* Asks for the object after all others. An object that is asked for twice in a row is read once. */
void objects_add(struct objects *objects, const char *id);

/* Finds out which objects are there, and their sizes, before any content is read. Fails only if git
 * cannot be run. */
int objects_check(struct objects *objects, struct repository *repository, size_t max_bytes,
                  struct err *err);

/* The same for objects that have just been seen there: objects_next() finds out what they are. */
void objects_expect(struct objects *objects, struct repository *repository, size_t max_bytes);

/* Reads the next object in the order. If it is OBJECT_OK, sets its content, which is valid until
 * the next call and followed by a zero; otherwise "". `id` is that which was added. */
enum object_state objects_next(struct objects *objects, const char *id, const char **bytes,
                               size_t *length);

void objects_release(struct objects *objects);
SCOPED_VALUE(objects, objects_release)

#endif
