/* The folder that is published: it appears whole or not at all.
 *
 * It is written beside its place, as PATH.partial, and renamed at the end; one that a killed run
 * left behind is written over. Only files that a published folder has are ever removed: a folder
 * that holds anything else is refused and left as it is. */
#ifndef PUBLISH_FOLDER_TARGET_H
#define PUBLISH_FOLDER_TARGET_H

#include "base/err.h"

#include <stdbool.h>

struct folder_target {
    char *path;         /* where it will stand, owned */
    char *partial_path; /* where it is written, owned */
    int lock;           /* file descriptor of the partial folder */
    bool is_replacing;
};

/* Makes the partial folder, empty but for an empty data/. Fails when there is something at `path`:
 * unless `is_replacing`, and it is an empty folder, or one with a manifest of tokfix and nothing
 * that was not published. */
int folder_target_open(struct folder_target *target, const char *path, bool is_replacing,
                       struct err *err);

/* Puts the folder in its place, and releases it, also on failure (the partial one is then
 * removed). */
int folder_target_commit(struct folder_target *target, struct err *err);

/* Removes the partial folder and releases the rest. */
void folder_target_abandon(struct folder_target *target);

#endif
