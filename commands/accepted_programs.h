/* Reads the Accepted submissions of a dataset, problem by problem. Mutants are made from these
 * programs, and no mutant may be equal to one of them; nor should a buggy program. */
#ifndef MINER_ACCEPTED_PROGRAMS_H
#define MINER_ACCEPTED_PROGRAMS_H

#include "db/fixes/correct_programs.h"
#include "tokenize/languages/language.h"

/* A dataset that a store was mined from, as a user names it. */
struct mined_dataset {
    const char *path, *metadata; /* `metadata` is NULL if the dataset contains them */
    struct db *db;               /* the store */
    const char *db_path;         /* temporary files go to its folder */
};

/* Opens the source of its programs in one language. It is a tree, an archive or rows, and must be
 * one that the store was mined from; fails for any other. If it has no path, they are the fixed
 * programs of the store's fixes. */
int accepted_programs_open(struct correct_source *out, const struct mined_dataset *dataset,
                           const struct language *language, struct err *err);

#endif
