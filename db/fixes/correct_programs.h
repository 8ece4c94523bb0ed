/* Correct programs, problem by problem. Mutants are made from them. */
#ifndef DB_FIXES_CORRECT_PROGRAMS_H
#define DB_FIXES_CORRECT_PROGRAMS_H

#include "base/err.h"
#include "base/mem.h"
#include "db/store.h"

/* An Accepted submission. */
struct correct_program {
    struct submission_row submission; /* without the source */
    const char *path; /* of the file in its repository; NULL: a submission to a contest */
    const char *code;
    size_t n_bytes;
};

/* The correct programs of one problem. */
struct correct_programs {
    const char *problem_id; /* belongs to the source */
    /* If several have the same tokens, the first one represents them. */
    ARRAY(struct correct_program) list;
    size_t n_unused;    /* submissions that cannot be read, or are too large */
    struct arena arena; /* owns the texts */
    const void *item;   /* for the source's own use */
};
void correct_programs_release(struct correct_programs *programs);

/* A source of correct programs. All zero before it is opened. */
struct correct_source {
    void *context;
    size_t n_problems;

    /* Fills `out` with the programs of the next problem. Returns 1, 0 at the end, or ERR. Never
     * called by two threads at once. */
    int (*next)(void *context, struct correct_programs *out, struct err *err);

    /* Completes the work of next(). Called by several threads at once. May be NULL. */
    void (*load)(void *context, struct correct_programs *programs);

    /* See correct_source_finish(). May be NULL. */
    int (*finish)(void *context, struct err *err);
    void (*close)(void *context);
};

/* Call it after the last problem. Fails if a file could not be read or an archive is damaged. */
int correct_source_finish(const struct correct_source *source, struct err *err);

/* A zeroed one is ignored. */
void correct_source_close(struct correct_source *source);
SCOPED_VALUE(correct_source, correct_source_close)

/* Opens a source: the fixed programs of a database's real fixes in one language. The database must
 * outlive it. While the source is in use, another thread may add rows to the database. */
int fixed_programs_open(struct correct_source *out, struct db *db, const char *language,
                        struct err *err);

#endif
