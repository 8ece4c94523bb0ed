/* Correct programs, problem by problem: what mutants are made of. */
#ifndef AUGMENT_CORRECT_PROGRAMS_H
#define AUGMENT_CORRECT_PROGRAMS_H

#include "base/arena.h"
#include "base/array.h"
#include "base/err.h"
#include "db/store.h"

/* An Accepted submission. */
struct correct_program {
    struct submission_row submission; /* but the source_key */
    const char *code;
    size_t n_bytes;
};

/* Those of a problem, and what they are made of. */
struct correct_programs {
    ARRAY(struct correct_program)
    list;               /* the first of several with the same tokens stands for them */
    size_t n_unused;    /* submissions that cannot be read, or are too large */
    struct arena arena; /* of the texts */
    const void *item;   /* the source's own */
};
void correct_programs_release(struct correct_programs *programs);

/* Where they come from. */
struct correct_source {
    void *context;

    /* Goes to the next problem: 1, 0 at the end, ERR. Never called by two threads at once. */
    int (*next)(void *context, struct correct_programs *out, struct err *err);

    /* Completes what next() began; called by several threads at once. May be NULL. */
    void (*load)(void *context, struct correct_programs *programs);
};

/* The fixed programs of a store's real fixes. */
struct fixed_programs {
    struct db_statement *program;     /* of a key */
    ARRAY(struct fixed_program) list; /* by problem and key */
    size_t next;
    struct arena arena;
};

/* Begins to go through them; the store is open, and outlives it. While it goes on, rows may be
 * added to the store by another thread. Release with fixed_programs_close(), also after a
 * failure. */
int fixed_programs_open(struct fixed_programs *out, struct db *db, struct err *err);
struct correct_source fixed_programs_source(struct fixed_programs *programs);
void fixed_programs_close(struct fixed_programs *programs);
SCOPED_VALUE(fixed_programs, fixed_programs_close)

#endif
