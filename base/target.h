/* A file or folder that appears whole or not at all.
 *
 * It is written beside its place, as PATH.partial, and renamed at the end. While it is written the
 * partial one is locked, so that two runs with one target do not mix; one that a killed run left
 * behind is written over; one that is stopped (base/interrupt.h) removes it. Nothing is ever
 * removed that a run may not have made: of a folder, that is for its rules to say. */
#ifndef BASE_TARGET_H
#define BASE_TARGET_H

#include "base/scoped.h"
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

struct target {
    char *path;                       /* where it will stand, owned */
    char *partial_path;               /* where it is written, owned */
    const struct folder_rules *rules; /* of a folder; NULL: it is a file */
    int lock;                         /* file descriptor of the partial one */
    bool is_replacing;                /* an existing one may be replaced */

    /* While several are committed */
    char *kept_path; /* where what stood at `path` is kept; NULL: nowhere */
    bool is_moved;   /* it is not at `path` any more, even before that is replaced */
    bool is_placed;  /* the new file is in its place */

    struct interrupt_partial *partial; /* removed when the process is stopped */
};

/* Refuses a target that would take the place of a file that is read: `path` or its partial file
 * is the file `input`, under whatever name. `what` says in the message what that is: "the
 * database". For an input that is no file (a folder, a pipe, "-", none at all) there is nothing
 * to be said. */
int target_spare(const char *path, const char *input, const char *what, struct err *err);

/* Whether target_open() would refuse what stands at `path`, without making anything. */
int target_check(const char *path, bool is_replacing, struct err *err);

/* Creates the partial file, empty. Fails when `path` exists and may not be replaced, or when the
 * partial file cannot be created. */
int target_open(struct target *target, const char *path, bool is_replacing, struct err *err);

/* Makes the partial folder, empty. Fails if another run is writing it, or if something
 * other than an empty folder is at `path`. With `is_replacing`, a folder that the rules know may be
 * there. */
int target_open_folder(struct target *target, const char *path, const struct folder_rules *rules,
                       bool is_replacing, struct err *err);

/* A folder for the files of other targets: made in its place, unless it is there. Abandoning it
 * removes it if it was made, and is empty. */
int target_open_shared(struct target *target, const char *path, struct err *err);

/* Makes a file in a partial folder. `name` is a path of safe names joined by '/', whose folders are
 * made. */
int target_write(const struct target *target, const char *name, const char *bytes, size_t length,
                 struct err *err);

/* Puts what was written in its place, a file after it is on the disk, and releases the target,
 * also on failure (the partial one is then removed). From then on something was made
 * (interrupt_place_partial()). */
int target_commit(struct target *target, struct err *err);

/* The same for several files: all are put in their places, or none, and what stood there is as
 * it was. Until all are, what they replace is kept as PATH.partial-old; where it cannot be put
 * back because the disk fails again, the message says that it is there. Releases all targets,
 * also on failure. */
int target_commit_all(struct target *const *targets, size_t n, struct err *err);

/* Removes the partial file or folder and releases the target. One that is zeroed, was committed or
 * could not be opened is left as it is. */
void target_abandon(struct target *target);
SCOPED_VALUE(target, target_abandon)

#endif
