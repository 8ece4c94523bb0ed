/* Writes a file or folder that appears whole or not at all.
 *
 * It is written next to its final place as PATH.partial and renamed at the end. The partial file is
 * locked while it is written, so two runs cannot write the same target. A partial file that a
 * killed run left is overwritten. A run that is stopped (base/interrupt.h) removes its own. Only
 * files that a run of tokfix wrote are ever removed; for a folder, its rules decide which these
 * are. */
#ifndef BASE_TARGET_H
#define BASE_TARGET_H

#include "base/err.h"
#include "base/interrupt.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>

/* The contents that tokfix writes to a kind of folder. */
struct folder_rules {
    /* Looks through a folder, finished or partial. Sets `n` to the number of names in it, and
     * `foreign` to a name that tokfix did not write (the caller frees it), or to NULL. */
    int (*look)(const char *path, char **foreign, size_t *n, struct err *err);

    /* Called for a folder without a foreign name. Fails if it is nevertheless not a folder of this
     * kind. NULL: such folders cannot be replaced. */
    int (*check)(const char *path, struct err *err);

    /* Empties a folder without a foreign name, so that `look` finds none either if the process is
     * killed meanwhile. NULL: in any order. */
    void (*clear)(const char *path);
};

struct target {
    char *path;                       /* the final path, owned */
    char *partial_path;               /* the path while it is written, owned */
    const struct folder_rules *rules; /* of a folder; NULL: it is a file */
    int lock;                         /* descriptor of the partial file or folder */
    bool is_replacing;                /* an existing file or folder may be replaced */

    struct interrupt_partial *partial; /* removed when the process is stopped by a signal */
};

/* Fails if the target would overwrite an input: `path` or its partial file is the file `input`,
 * under any name. `what` is the description of the input in the message: "the database". Succeeds
 * if `input` is not a regular file (a folder, a pipe, "-", or missing). */
int target_spare(const char *path, const char *input, const char *what, struct err *err);

/* Fails if target_open() would refuse the file at `path`. Creates nothing. */
int target_check(const char *path, bool is_replacing, struct err *err);

/* Creates the partial file, empty. Fails when `path` exists and must not be replaced, or when the
 * partial file cannot be created. */
int target_open(struct target *target, const char *path, bool is_replacing, struct err *err);

/* Creates the partial folder, empty. Fails if another run is writing it, or if something is at
 * `path` that is not an empty folder. With `is_replacing`, a folder that satisfies the rules may be
 * at `path`. */
int target_open_folder(struct target *target, const char *path, const struct folder_rules *rules,
                       bool is_replacing, struct err *err);

/* Opens a folder for the files of other targets. Creates it in its final place unless it exists.
 * target_abandon() removes it if it was created here and is empty. */
int target_open_shared(struct target *target, const char *path, struct err *err);

/* Creates a file in a partial folder. `name` is a path of safe names joined by '/'. Its folders are
 * created. */
int target_write(const struct target *target, const char *name, const char *bytes, size_t length,
                 struct err *err);

/* Moves the target to its final place and releases it. A file is first written to the disk. On
 * failure the partial file is removed and the target is released, too. After success, something was
 * made (interrupt_place_partial()). */
int target_commit(struct target *target, struct err *err);

/* The same for several files, in their order, after all were written to the disk. If one cannot be
 * moved, files that had no predecessor are removed again, and the message counts those that were
 * replaced. Releases all targets, also on failure. */
int target_commit_all(struct target *const *targets, size_t n, struct err *err);

/* Removes the partial file or folder and releases the target. Does nothing for a target that is
 * zeroed, was committed or could not be opened. */
void target_abandon(struct target *target);
SCOPED_VALUE(target, target_abandon)

#endif
