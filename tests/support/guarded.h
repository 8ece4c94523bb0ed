/* Databases as guard/ reads them, and benchmarks from texts. */
#ifndef TESTS_SUPPORT_GUARDED_H
#define TESTS_SUPPORT_GUARDED_H

#include "db/store.h"
#include "guard/fingerprints.h"
#include "guard/fix_pairs.h"
#include "guard/leak.h"

/* Databases with fixes of given programs. */

struct guarded_fix {
    const char *buggy, *fixed; /* programs that differ in one token */
    const char *problem_id;    /* NULL: p00001; else p00002 */
    const char *user_id;       /* NULL: u1 */
    int64_t buggy_date, fixed_date;
};

/* Creates the database $SCRATCH/NAME with these fixes and opens it for changes. The n-th fix (from
 * 0) has the id n + 1, and is from the submission sNb to sNa. Its edit is computed from the two
 * programs. */
struct db *guarded_store(const char *name, const struct guarded_fix *fixes, size_t n);

/* A database and the results that guard/ computes from it. */
struct guarded {
    struct db *db;
    struct pairs pairs;
    struct fingerprints prints;
};

/* Creates a database of these fixes and reads it. */
void guarded_open(struct guarded *guarded, const char *name, const struct guarded_fix *fixes,
                  size_t n, const struct near_preset *preset);
void guarded_close(struct guarded *guarded);
SCOPED_VALUE(guarded, guarded_close)

/* Reads an open database. guarded_close() closes it. */
void guarded_read(struct guarded *guarded, struct db *db, const struct near_preset *preset);

/* Returns the preset with this name. */
const struct near_preset *guarded_preset(const char *name);

/* Returns the index of the n-th fix among the pairs. */
uint32_t guarded_pair(const struct guarded *guarded, size_t n);

/* Benchmarks and needles from texts. */

/* Adds an item. NULL means that it does not have this side. The texts must outlive the
 * benchmark. */
void benchmark_add(struct benchmark *benchmark, const char *id, const char *buggy,
                   const char *fixed);

/* Returns needles of Python programs, which must all parse. */
void needles_of(struct needles *needles, struct benchmark *benchmark,
                const struct match_options *options);

#endif
