/* What changes between the trees of commits and of their parents, as git diff-tree says it. */
#ifndef MINER_GIT_TREE_CHANGES_H
#define MINER_GIT_TREE_CHANGES_H

#include "miner/git/repository.h"

#include <stdbool.h>
#include <stddef.h>

/* A file that changes. What is missing before or after has the mode "000000" and an id of zeros. */
struct tree_change {
    const char *mode[2], *id[2]; /* before, after; modes as "100644" */
    char status;                 /* A added, D deleted, M modified, T of another type, R renamed */
    const char *path[2];         /* before, after; they differ only if it is renamed; any bytes */
};

/* Two commits to compare. */
struct tree_pair {
    const char *commit, *parent; /* ids; parent NULL: the commit has none, and all is new */
};

struct tree_comparison {
    const struct tree_pair *pairs; /* borrowed, as is what follows */
    size_t n;
    bool finds_renames; /* of files that keep at least half of their content; the files of a pair
                           that cannot be read for it are compared without renames */
    void *context;

    /* Takes a change of a pair. It is valid until the end of the call. The pairs come in their
     * order, except those that are compared again. */
    void (*take)(void *context, size_t pair, const struct tree_change *change);

    /* Called for a pair that git cannot compare: what was taken of it may be incomplete, and must
     * be forgotten. If renames are found, the pair may be compared again after that. */
    void (*drop)(void *context, size_t pair);
};

/* Compares the pairs. A merge is compared with the parent that its pair names. `n_damaged` is set
 * to the number of pairs that could not be compared, and what git says of the first of them is
 * appended to `damage`, if that is empty. Fails only if git cannot be run. */
int tree_changes_read(const struct tree_comparison *comparison, struct repository *repository,
                      size_t *n_damaged, struct str *damage, struct err *err);

#endif
