/* All programs of a store, tokenized by several threads. */
#ifndef GUARD_PROGRAMS_H
#define GUARD_PROGRAMS_H

#include "db/db.h"
#include "guard/pairs.h"
#include "tokenize/program.h"

struct program_visitor {
    void *context;
    void *(*worker_new)(void *context); /* a thread's own state */
    void (*worker_free)(void *worker);

    /* Called once for each program, by several threads at once and in any order; what it writes
     * must be the program's own. */
    void (*visit)(void *context, void *worker, uint32_t program_number,
                  const struct program *program);
};

/* How guard/ goes through a store. */
struct guard_options {
    int n_jobs;                                                        /* threads, from 1 */
    void (*on_progress)(void *context, uint64_t done, uint64_t total); /* may be NULL */
    void *context;
};

/* The language of a store's programs; fails when this tokfix has none of that name. */
int programs_language(const struct language **out, struct db *db, struct err *err);

/* Visits the programs of `pairs->program_ids`. Fails when one does not parse, which no program of
 * an intact store does. */
int programs_visit(struct db *db, const struct pairs *pairs, const struct program_visitor *visitor,
                   const struct guard_options *options, struct err *err);

#endif
