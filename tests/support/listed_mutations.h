/* Mutations of a program as a text that a test can be read by. */
#ifndef TESTS_SUPPORT_LISTED_MUTATIONS_H
#define TESTS_SUPPORT_LISTED_MUTATIONS_H

#include "augment/mutations.h"
#include "base/scoped.h"

/* A Python program that must parse, and its mutations, uniform where `real` is NULL;
 * argument_swap is among them. Release with mutated_release(). */
struct mutated_program {
    struct program program;
    struct mutations mutations;
};
void mutated_find(struct mutated_program *out, const char *code, const struct real_edits *real);
void mutated_release(struct mutated_program *mutated);
SCOPED_VALUE(mutated_program, mutated_release)

/* Appends the groups of a rule, joined by "; ". A token, where it stands (line and column, both
 * from 1), and what it becomes: "x 2:5 > y, z"; a `not` that comes or goes: "+not 2:5", "-not 2:5";
 * pairs of arguments: "a <> b, a <> c". A group of real edits is "+ 2:5 > -, 3:1 * 7", 7 being its
 * weight. */
void mutations_print(struct str *out, struct mutations *mutations, enum mutation_rule rule);

/* Appends one mutation: "x 2:5 > y", "+not 2:5", "-not 2:5" or "a <> b". */
void mutation_print(struct str *out, const struct program *program,
                    const struct mutation *mutation);

#endif
