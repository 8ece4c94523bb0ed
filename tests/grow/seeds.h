/* The programs that the tree grows from: sources of a CodeNet tree whose status is Accepted, so
 * that a judge has run them, and which script_read() takes. */
#ifndef GROW_SEEDS_H
#define GROW_SEEDS_H

#include "base/err.h"
#include "tests/grow/script.h"

struct seed {
    char *source; /* owned */
    struct script script;
    char *original_language; /* as in the metadata, owned */
    bool is_long;            /* so near to what is parsed that only certain edits are made */
};

struct seeds {
    ARRAY(struct seed) list;
    size_t n_accepted; /* Accepted rows in Python that were looked at */
};

/* Reads them in the order of the metadata. Rows and files that cannot be used are passed over;
 * fails when there are no two seeds that are not long. */
int seeds_read(struct seeds *out, const char *tree, struct err *err);

void seeds_release(struct seeds *seeds);

#endif
