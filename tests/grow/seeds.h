/* The programs from which the tree grows: sources of CodeNet trees that a judge has run (their
 * status is Accepted) and that script_read() accepts. */
#ifndef GROW_SEEDS_H
#define GROW_SEEDS_H

#include "base/err.h"
#include "tests/grow/grown_language.h"
#include "tests/grow/script.h"

struct seed {
    char *source; /* owned */
    struct script script;
    char *original_language; /* as in the metadata; owned */
    bool is_long; /* so close to the limit of the parser that only certain edits are possible */
};

/* The seeds of one language. */
struct seeds {
    ARRAY(struct seed) list;
    size_t n_accepted; /* Accepted rows in the language that were read */
};

/* The seeds of all languages. */
struct seed_bank {
    struct seeds seeds[N_GROWN_LANGUAGES]; /* empty: nothing grows in this language */
};

/* Reads the seeds of the trees, whose paths a comma separates, in the order of the metadata. Skips
 * rows and files that cannot be used. Leaves out a language with fewer than ten seeds that are not
 * long, because the few foreign programs of a tree are too alike. Fails if that leaves none. */
int seed_bank_read(struct seed_bank *out, const char *trees, struct err *err);

void seed_bank_release(struct seed_bank *bank);

#endif
