/* Mutations of a program as a readable text. */
#ifndef TESTS_SUPPORT_LISTED_MUTATIONS_H
#define TESTS_SUPPORT_LISTED_MUTATIONS_H

#include "augment/mutant.h"
#include "base/mem.h"

/* A Python program, which must parse, and its mutations: uniform if `real` is NULL.
 * Release with mutated_release(). */
struct mutated_program {
    struct program program;
    struct mutations mutations;
};
void mutated_find(struct mutated_program *out, const char *code, const struct real_edits *real);
void mutated_release(struct mutated_program *mutated);
SCOPED_VALUE(mutated_program, mutated_release)

/* Appends the groups of a rule, joined by "; ". A group is a token, its line and column (both from
 * 1), and its replacements: "x 2:5 > y, z". An added or removed `not` is "+not 2:5" or "-not 2:5".
 * Pairs of arguments are "a <> b, a <> c". A group of real edits is "+ 2:5 > -, 3:1 * 7", where 7
 * is its weight. */
void mutations_print(struct str *out, struct mutations *mutations, enum mutation_rule rule);

/* Appends one mutation: "x 2:5 > y", "+not 2:5", "-not 2:5" or "a <> b". */
void mutation_print(struct str *out, const struct program *program,
                    const struct mutation *mutation);

#endif
