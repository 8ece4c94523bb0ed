/* The tests of `tokfix check`. */
#ifndef REPORT_CHECKING_H
#define REPORT_CHECKING_H

#include "base/json.h"
#include "base/mem.h"
#include "guard/check.h"
#include "guard/leak.h"
#include "guard/needles.h"

#include <stdio.h>

/* How splits are compared. */
struct check_options {
    const struct near_preset *preset; /* what counts as a near duplicate */
    unsigned ties;                    /* what must not be in two splits */
};

struct checking_options {
    struct text_list against;          /* paths of benchmarks */
    const struct match_options *match; /* how their programs are found */
    unsigned splits;                  /* where benchmarks are searched, 1 << number; 0: all fixes */
    struct veracity_options veracity; /* `repaired` NULL: not asked for */
    struct check_options check;       /* ties 0, preset NULL: those of the database */
    bool is_marking;                  /* leaks and relatives are excluded, and then do not count */
    size_t limit;                     /* rows in each list of the report; SIZE_MAX: all */
};

struct checking {
    /* Keys: split_set; benchmarks (a list: name, options, items, programs, fixes, match,
     * threshold, min_tokens, summary, n_leaks, leaks, n_rejected, rejected, n_marked,
     * veracity); clean; n_unread (programs of benchmarks that could not be read). If the store has
     * splits, ancestry (relatives of held-out fixes: held_out, held_out_made, leaking, has_folds,
     * has_duplicates, n_leaks, leaks, n_marked), and splits: pairs, sizes (of each split or fold),
     * n_outside_real, n_outside_made, grouped_by, promise (ties_add_promise()), preset, options
     * (as words of a command line), tests (rows of test, violations, passed, result), n_crossings,
     * crossings. Lists have at most `limit` rows. */
    struct json *report;
    bool is_clean;     /* whatever relatives there are */
    size_t n_rejected; /* programs of benchmarks that could not be read */
};

/* Tests the store `db`; `path` is its name in messages. Marks in the caller's transaction. Fails if
 * there is nothing to test. Release `out` with checking_release(), also after a failure. */
int checking_run(struct checking *out, struct db *db, const char *path,
                 const struct checking_options *options, const struct guard_options *guard,
                 struct err *err);
void checking_release(struct checking *checking);
SCOPED_VALUE(checking, checking_release)

void checking_print(const struct json *report, FILE *out);

#endif
