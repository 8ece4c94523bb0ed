/* The files below a folder, such as site-packages, in which a package of the task may be installed
 * in a version that has the solution. */
#ifndef TASKS_PLAIN_FILES_H
#define TASKS_PLAIN_FILES_H

#include "base/err.h"

#include <stddef.h>

/* Calls `take` with the path below the folder and the content of each regular file of at most
 * `max_bytes`, in the order of the paths. Links are not followed, and folders called .git are left
 * out. `n_unread` counts files and folders that cannot be read. Fails if `folder` is not one. */
int plain_files_each(const char *folder, size_t max_bytes,
                     void (*take)(void *context, const char *path, const char *bytes,
                                  size_t length),
                     void *context, size_t *n_unread, struct err *err);

#endif
