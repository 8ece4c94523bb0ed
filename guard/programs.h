/* All programs of a store, tokenized once, by several threads, for all that look at them. */
#ifndef GUARD_PROGRAMS_H
#define GUARD_PROGRAMS_H

#include "base/meter.h"
#include "db/db.h"
#include "guard/fix_pairs.h"
#include "tokenize/program.h"

/* What guard/ computes of each program: fingerprints (guard/fingerprints.h), leaks (guard/leak.h).
 */
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
    int n_jobs; /* threads, from 1 */

    struct meter meter; /* how far a phase is ("comparing"); another begins with another label */

    /* Called before and after (`phase` NULL) a phase in which SQLite works. May be NULL. */
    void (*on_database)(void *context, const char *phase, struct db *db);
    void *context;
};

/* Use the meter and call on_database; `options` may be NULL. */
void guard_tell(const struct guard_options *options, const char *phase, const char *unit,
                uint64_t done, uint64_t total);
void guard_watch(const struct guard_options *options, const char *phase, struct db *db);

/* Shows each program of `pairs->program_ids` to all visitors. Fails when one does not parse, which
 * no program of an intact store does. */
int programs_visit(struct db *db, const struct pairs *pairs, const struct program_visitor *visitors,
                   size_t n_visitors, const struct guard_options *options, struct err *err);

#endif
