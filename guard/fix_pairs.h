/* The fixes of a database, in memory, and their programs, each tokenized once, for the code that
 * looks for duplicates, splits and leaks.
 *
 * A pair is a fix: a buggy program and its fixed program. Real fixes come first, then mutants and
 * rewrites. Each of the two parts is in order of time (date of the fixed submission, date of the
 * buggy one, order in the database). So the first of several pairs is the earliest, and a real one
 * if there is one. Programs, problems, users and categories are numbered from 0. */
#ifndef GUARD_FIX_PAIRS_H
#define GUARD_FIX_PAIRS_H

#include "base/mem.h"
#include "base/meter.h"
#include "base/table.h"
#include "db/store.h"
#include "tokenize/program.h"

#include <stdbool.h>

#define PAIR_NONE UINT32_MAX

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

struct pair {
    int64_t fix_key;
    const char *id;         /* as in exports; in the arena of `struct pairs`; NULL: not read */
    uint32_t buggy, fixed;  /* programs */
    uint32_t problem, user; /* numbers in the tables */
    uint32_t token_index;   /* of the edit, in the buggy program */
    uint64_t edit;          /* hash of the kind of edit, the old token and the new one */
    int32_t split;          /* number, or NO_SPLIT */
    bool is_excluded;
    bool is_left_out; /* by tokfix split, because of its region or commit */
    bool is_made;     /* a mutant or a rewrite */
    bool is_judged;   /* by contest judges: its fixed program was Accepted */
};

struct pairs {
    ARRAY(struct pair) list;
    bool has_real;
    ARRAY(int64_t) program_ids; /* key of the source, by program; ascending */
    uint32_t *by_fix_key;       /* numbers of pairs, sorted by the fix's key; owned */
    struct table problems, users;
    struct arena arena;
};

/* Reads all fixes; their ids, some 45 bytes a pair, only if `with_ids` is set. Fails if a fix has
 * no submissions or sources, or is in an unknown split. Release with pairs_release(), also after a
 * failure. */
int pairs_read(struct pairs *pairs, struct db *db, bool with_ids, struct err *err);
void pairs_release(struct pairs *pairs);
SCOPED_VALUE(pairs, pairs_release)

/* Returns the number of the pair with this key, or PAIR_NONE. */
uint32_t pairs_find(const struct pairs *pairs, int64_t fix_key);

/* Whether the pair decides the splits: it is not excluded or left out, and it is real or the
 * database has no real fixes. Mutants and rewrites follow the real fixes. */
bool pair_decides(const struct pairs *pairs, const struct pair *pair);

/* Whether splits are compared with this pair: it is in a split, and not excluded. */
bool pair_is_in_split(const struct pair *pair);

/* ---- Their programs ---- */

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

/* Shows each program of `pairs->program_ids` to all visitors. Fails if a program has no
 * tokens, which never happens in an intact database. */
int programs_visit(struct db *db, const struct pairs *pairs, const struct program_visitor *visitors,
                   size_t n_visitors, const struct guard_options *options, struct err *err);

#endif
