/* Mutants: a correct program with a bug inserted, and the fix that removes the bug. */
#ifndef AUGMENT_MUTANT_H
#define AUGMENT_MUTANT_H

#include "augment/mutation_draws.h"
#include "base/sha256.h"
#include "classify/dialect.h"
#include "base/hash.h"
#include "db/store.h"

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
