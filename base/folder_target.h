/* A folder that appears whole or not at all.
 *
 * It is written beside its place, as PATH.partial, and renamed at the end. While it is written the
 * partial folder is locked, so that two runs with one target do not mix; one that a killed run left
 * behind is written over, and one that is stopped (base/interrupt.h) removes it. Nothing is ever
 * removed that a run may not have made: that is for the rules to say. */
#ifndef BASE_FOLDER_TARGET_H
#define BASE_FOLDER_TARGET_H

#include "base/err.h"
#include "base/interrupt.h"

#include <stdbool.h>
#include <stddef.h>

/* What the runs that make such a folder put into it. */
struct folder_rules {
    /* Looks through a folder, finished or partial. `n` is the number of names in it; `foreign`
     * takes one that no run made, to be freed; NULL: there is none. */
    int (*look)(const char *path, char **foreign, size_t *n, struct err *err);

    /* Fails when a folder in which no name is foreign is not such a one for all that; NULL: none
     * can be replaced. */
    int (*check)(const char *path, struct err *err);
};

struct folder_target {
    char *path;         /* where it will stand, owned */
    char *partial_path; /* where it is written, owned */
    const struct folder_rules *rules;
    int lock; /* file descriptor of the partial folder */
    bool is_replacing;
    struct interrupt_partial *partial; /* removed when the process is stopped */
};

/* Makes the partial folder, empty. Fails if another run is writing it, or if something
 * other than an empty folder is at `path`. With `is_replacing`, a folder that the rules know may be
 * there. */
int folder_target_open(struct folder_target *target, const char *path,
                       const struct folder_rules *rules, bool is_replacing, struct err *err);

/* Makes a file in it. `name` is a path of safe names joined by '/', whose folders are made. */
int folder_target_write(const struct folder_target *target, const char *name, const char *bytes,
                        size_t length, struct err *err);

/* Renames the partial folder to `path` and releases the target, also on failure (the partial folder
 * is then removed). Afterwards something was made (interrupt_place_partial()). */
int folder_target_commit(struct folder_target *target, struct err *err);

/* Removes the partial folder and releases the rest. */
void folder_target_abandon(struct folder_target *target);

#endif
