/* Mutants: a correct program with a bug inserted, which is drawn at random, and the fix that
 * removes the bug. */
#ifndef AUGMENT_MUTANT_H
#define AUGMENT_MUTANT_H

#include "augment/mutations.h"
#include "base/dice.h"
#include "base/hash.h"
#include "base/mem.h"
#include "classify/dialect.h"
#include "db/store.h"

/* Draws mutations of a program at random, each at most once.
 *
 * The draws depend only on the seed and the program, and are made one after another. So the first
 * five of a hundred are the same five as when only five are drawn. */
struct mutation_draws {
    struct mutations *mutations; /* borrowed */
    struct dice dice;
    ARRAY(uint64_t) n_left; /* by group: number of members that were not drawn */
    ARRAY(uint64_t)
    first_member;               /* by group: number of its first member, among the members of all
                                 * groups */
    ARRAY(unsigned char) drawn; /* one bit for each member */
    uint64_t n_left_of[N_MUTATION_RULES];
};

/* Starts the draws. `draws` must be zero before the first use; its memory is reused. */
void mutation_draws_begin(struct mutation_draws *draws, struct mutations *mutations, uint64_t seed);
void mutation_draws_release(struct mutation_draws *draws);
SCOPED_VALUE(mutation_draws, mutation_draws_release)

/* Draws a mutation that was not drawn before. Returns false if there is none left. */
bool mutation_draws_next(struct mutation_draws *draws, struct mutation *mutation);

struct mutant {
    struct mutation mutation;     /* its text is in the arena */
    struct fix_row row;           /* without submissions; texts in the arena */
    struct digest digest;         /* of the mutant's tokens */
    char sha256[SHA256_HEX_SIZE]; /* of the mutant's source */
    size_t n_bytes;
};

/* Makes mutants in one thread. */
struct mutant_maker {
    struct syntax_parser *parser;
    const struct dialect_finder *dialects;
    struct program program; /* the current mutant */
    struct str code, reversed, scratch;
};

/* Releases everything except `parser` and `dialects`, which are borrowed. */
void mutant_maker_release(struct mutant_maker *maker);

/* A tokenized correct program, and what is known about it. */
struct mutant_original {
    const struct program *program;
    struct digest digest;          /* of its tokens */
    const char *original_language; /* as in the metadata */
    const char *dialect;           /* as from dialect_find() */
};

/* Makes a mutant of a parsed program. Returns false if the mutation does not give a valid mutant. A
 * valid mutant parses, is in the same dialect of the language, differs from the original in exactly
 * one token, and is in the category of the mutation's rule. Its fix, applied as the manual says,
 * must give the original's tokens. Texts in `out` are copied into the arena, or static. */
bool mutant_make(struct mutant *out, struct mutant_maker *maker,
                 const struct mutant_original *original, const struct mutation *mutation,
                 struct arena *arena);

/* Appends the source of a mutant, made from the original's source. */
void mutant_write(struct str *out, const char *source, size_t length,
                  const struct mutation *mutation);

#endif
