/* Tokenizes all programs of a database once, with several threads, and shows them to visitors. */
#ifndef GUARD_PROGRAMS_H
#define GUARD_PROGRAMS_H

#include "base/meter.h"
#include "db/db.h"
#include "guard/fix_pairs.h"
#include "tokenize/program.h"

/* A visitor computes something from each program: fingerprints (guard/fingerprints.h), leaks
 * (guard/leak.h). */
struct program_visitor {
    void *context;
    void *(*worker_new)(void *context); /* the state of one thread */
    void (*worker_free)(void *worker);

    /* Called once for each program, from several threads at once and in any order. It may write
     * only to data that belongs to the program, and may parse it. */
    void (*visit)(void *context, void *worker, uint32_t program_number, struct program *program);
};

/* How guard/ works on a database. */
struct guard_options {
    int n_jobs; /* threads, from 1 */

    struct meter meter; /* shows the progress of a phase; each phase has its own label */

    /* Called before a phase in which SQLite works, and after it with `phase` NULL. May be NULL. */
    void (*on_database)(void *context, const char *phase, struct db *db);
    void *context;
};

/* Use the meter, and call on_database. `options` may be NULL. */
void guard_tell(const struct guard_options *options, const char *phase, const char *unit,
                uint64_t done, uint64_t total);
void guard_watch(const struct guard_options *options, const char *phase, struct db *db);

/* Shows each program of `pairs->program_ids` to all visitors. Fails if a program has no
 * tokens, which never happens in an intact database. */
int programs_visit(struct db *db, const struct pairs *pairs, const struct program_visitor *visitors,
                   size_t n_visitors, const struct guard_options *options, struct err *err);

#endif
