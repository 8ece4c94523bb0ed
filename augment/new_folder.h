/* A folder that appears whole or not at all: it is written beside its place, as PATH.partial, and
 * renamed at the end. */
#ifndef AUGMENT_NEW_FOLDER_H
#define AUGMENT_NEW_FOLDER_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

struct new_folder {
    char *path;         /* where it will stand, owned */
    char *partial_path; /* where it is written, owned */
    int lock;           /* file descriptor of the partial folder */
};

/* Makes the partial folder. Fails when there is something at `path` that is no empty folder, or
 * when another run is writing it. What a killed run left at PATH.partial is removed, if all names
 * in it are such as `is_own` knows; anything else there is refused, and left as it is. */
int new_folder_open(struct new_folder *folder, const char *path, bool (*is_own)(const char *name),
                    struct err *err);

/* Makes a file in it. `name` is a path of safe names joined by '/', whose folders are made. */
int new_folder_write(const struct new_folder *folder, const char *name, const char *bytes,
                     size_t length, struct err *err);

/* Puts the folder in its place, and releases it, also on failure (the partial one is then
 * removed). */
int new_folder_commit(struct new_folder *folder, struct err *err);

/* Removes the partial folder with what was made in it, and releases the rest. */
void new_folder_abandon(struct new_folder *folder);

#endif
