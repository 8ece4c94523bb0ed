/* The programs from which the tree grows: sources of a CodeNet tree that a judge has run (their
 * status is Accepted) and that script_read() accepts. */
#ifndef GROW_SEEDS_H
#define GROW_SEEDS_H

#include "base/err.h"
#include "tests/grow/script.h"

struct seed {
    char *source; /* owned */
    struct script script;
    char *original_language; /* as in the metadata; owned */
    bool is_long; /* so close to the limit of the parser that only certain edits are possible */
};

struct seeds {
    ARRAY(struct seed) list;
    size_t n_accepted; /* Accepted rows in Python that were read */
};

/* Reads the seeds in the order of the metadata. Skips rows and files that cannot be used. Fails if
 * there are fewer than two seeds that are not long. */
int seeds_read(struct seeds *out, const char *tree, struct err *err);

void seeds_release(struct seeds *seeds);

#endif
