/* Correct programs, problem by problem. Mutants are made from them. */
#ifndef FIXES_CORRECT_PROGRAMS_H
#define FIXES_CORRECT_PROGRAMS_H

#include "base/mem.h"
#include "base/err.h"
#include "db/store.h"

/* An Accepted submission. */
struct correct_program {
    struct submission_row submission; /* without the source */
    const char *code;
    size_t n_bytes;
};

/* The correct programs of one problem. */
struct correct_programs {
    const char *problem_id; /* belongs to the source */
    ARRAY(struct correct_program)
    list;               /* if several have the same tokens, the first one represents them */
    size_t n_unused;    /* submissions that cannot be read, or are too large */
    struct arena arena; /* owns the texts */
    const void *item;   /* for the source's own use */
};
void correct_programs_release(struct correct_programs *programs);

/* A source of correct programs. */
struct correct_source {
    void *context;

    /* Fills `out` with the programs of the next problem. Returns 1, 0 at the end, or ERR. Never
     * called by two threads at once. */
    int (*next)(void *context, struct correct_programs *out, struct err *err);

    /* Completes the work of next(). Called by several threads at once. May be NULL. */
    void (*load)(void *context, struct correct_programs *programs);
};

/* A source: the fixed programs of a database's real fixes in one language. */
struct fixed_programs {
    struct db_statement *program;     /* selects the program with a key */
    ARRAY(struct fixed_program) list; /* sorted by problem and key */
    size_t next;
    struct arena arena;
};

/* Opens the source. The database must outlive it. While the source is in use, another thread may
 * add rows to the database. Release with fixed_programs_close(), also after a failure. */
int fixed_programs_open(struct fixed_programs *out, struct db *db, const char *language,
                        struct err *err);
struct correct_source fixed_programs_source(struct fixed_programs *programs);
void fixed_programs_close(struct fixed_programs *programs);
SCOPED_VALUE(fixed_programs, fixed_programs_close)

#endif
