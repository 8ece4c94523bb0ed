/* Mutants: a correct program with a bug put in, and the fix that takes it out again. */
#ifndef AUGMENT_MUTANT_H
#define AUGMENT_MUTANT_H

#include "augment/mutation_draws.h"
#include "base/sha256.h"
#include "classify/dialect.h"
#include "base/hash.h"
#include "db/store.h"

struct mutant {
    struct mutation mutation;     /* its text in the arena */
    struct fix_row row;           /* but the submissions; texts in the arena */
    struct digest digest;         /* of its tokens */
    char sha256[SHA256_HEX_SIZE]; /* of its source */
    size_t n_bytes;
};

/* Makes the mutants of one thread. */
struct mutant_maker {
    struct syntax_parser *parser;
    const struct dialect_finder *dialects;
    struct program program; /* the mutant at hand */
    struct str code, reversed, scratch;
};

/* Releases all but parser and dialects, which are borrowed. */
void mutant_maker_release(struct mutant_maker *maker);

/* A tokenized program, and what is known of it. */
struct mutant_original {
    const struct program *program;
    struct digest digest;          /* of its tokens */
    const char *original_language; /* as in the metadata */
    const char *dialect;           /* as dialect_find() has it */
};

/* Makes the mutant of a program. False when it is none: it does not parse, or reads as another
 * dialect of the language, differs in more than one token, or in none, is of another category
 * than the mutation's rule, or its fix, applied as the README says, does not give the original's
 * tokens. Texts are copied into the arena, or static. */
bool mutant_make(struct mutant *out, struct mutant_maker *maker,
                 const struct mutant_original *original, const struct mutation *mutation,
                 struct arena *arena);

/* Appends the source of a mutant, of the original's source. */
void mutant_write(struct str *out, const char *source, size_t length,
                  const struct mutation *mutation);

#endif
