/* Stores with what guard/ reads of them, and benchmarks from texts. */
#ifndef TESTS_SUPPORT_GUARDED_H
#define TESTS_SUPPORT_GUARDED_H

#include "db/store.h"
#include "guard/fingerprints.h"
#include "guard/fix_pairs.h"
#include "guard/needles.h"

/* Stores with fixes of given programs, as guard/ sees them. */

struct guarded_fix {
    const char *buggy, *fixed; /* programs that differ in one token */
    const char *problem_id;    /* NULL: p00001; else p00002 */
    const char *user_id;       /* NULL: u1 */
    int64_t buggy_date, fixed_date;
};

/* Makes $SCRATCH/NAME with these fixes and opens it for changes. The n-th fix (from 0) has the id n
 * + 1, goes from the submission sNb to sNa, and is stored as the two programs show it. */
struct db *guarded_store(const char *name, const struct guarded_fix *fixes, size_t n);

/* A store and what guard/ computes of it. */
struct guarded {
    struct db *db;
    struct pairs pairs;
    struct fingerprints prints;
};

/* Makes a store of these fixes and reads it. */
void guarded_open(struct guarded *guarded, const char *name, const struct guarded_fix *fixes,
                  size_t n, const struct fingerprint_options *options);
void guarded_close(struct guarded *guarded);
SCOPED_VALUE(guarded, guarded_close)

/* Reads a store that is open, which is closed by guarded_close(). */
void guarded_read(struct guarded *guarded, struct db *db,
                  const struct fingerprint_options *options);

/* The options of a preset's name. */
struct fingerprint_options guarded_preset(const char *name);

/* The number of the n-th fix among the pairs. */
uint32_t guarded_pair(const struct guarded *guarded, size_t n);

/* Benchmarks and needles from texts. */

/* Adds an item; a NULL text is a side that it does not have. The texts must outlive the benchmark.
 */
void benchmark_add(struct benchmark *benchmark, const char *id, const char *buggy,
                   const char *fixed, const char *program);

/* Needles of Python programs that all parse. */
void needles_of(struct needles *needles, struct benchmark *benchmark,
                const struct match_options *options);

#endif
