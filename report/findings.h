/* What `tokfix check` finds: between the splits of a store, of benchmarks in it, and of its
 * held-out programs in training data. */
#ifndef REPORT_FINDINGS_H
#define REPORT_FINDINGS_H

#include "base/json.h"
#include "base/mem.h"
#include "guard/crossings.h"
#include "guard/leak.h"
#include "guard/training.h"

#include <stdio.h>

/* How splits are compared. */
struct check_options {
    const struct near_preset *preset; /* what counts as a near duplicate */
    unsigned ties;                    /* what must not be in two splits */
};

struct check_request {
    struct text_list against;          /* paths of benchmarks */
    const struct match_options *match; /* how their programs are found */
    unsigned splits;                  /* where benchmarks are searched, 1 << number; 0: all fixes */
    struct veracity_options veracity; /* `repaired` NULL: not asked for */
    struct check_options check;       /* ties 0, preset NULL: those of the database */
    bool is_marking;                  /* leaks and relatives are excluded, and then do not count */
    size_t limit;                     /* rows in each list of findings; SIZE_MAX: all */
};

struct findings {
    /* Keys: split_set; benchmarks (a list: name, options, items, programs, fixes, match,
     * threshold, min_tokens, summary, n_leaks, leaks, n_rejected, rejected, n_marked,
     * veracity); clean; n_unread (programs of benchmarks that could not be read). If the store has
     * splits, ancestry (relatives of held-out fixes: held_out, held_out_made, leaking, has_folds,
     * has_duplicates, n_leaks, leaks, n_marked), and splits: pairs, sizes (of each split or fold),
     * n_outside_real, n_outside_made, grouped_by, promise (ties_add_promise()), preset, options
     * (as words of a command line), tests (rows of test, violations, passed, result), n_crossings,
     * crossings. Lists have at most `limit` rows. */
    struct json *all;
    bool is_clean;     /* whatever relatives there are */
    size_t n_rejected; /* programs of benchmarks that could not be read */
};

/* Tests the store `db`; `path` is its name in messages. Marks in the caller's transaction. Fails if
 * there is nothing to test. Release `out` with findings_release(), also after a failure. */
int findings_collect(struct findings *out, struct db *db, const char *path,
                     const struct check_request *request, const struct guard_options *guard,
                     struct err *err);
void findings_release(struct findings *findings);
SCOPED_VALUE(findings, findings_release)

void findings_print(const struct json *all, FILE *out);

/* Returns the held-out programs that a search has found in training data. Lists have at most
 * `limit` rows; SIZE_MAX: all. Keys: held_out (splits), held_out_fixes (real ones),
 * held_out_mutants, held_out_rewrites, programs, match, min_tokens, files, rows, texts, n_found
 * (rows with held-out programs), n_fixes (held-out ones of any origin whose programs were found),
 * summary (n_rows by match and relation; a row counts once in each), n_findings, findings (file,
 * line, place, row, match: exact or renamed, relation: whole or part, tokens, fixes: id, split,
 * origin, program), n_common (parts that were left out, because fixes in other splits have them),
 * n_problems, problems (place, reason), clean. Release with json_free(). */
struct json *training_findings_make(const struct training *training,
                                    const struct training_options *options, size_t limit);
void training_findings_print(const struct json *found, FILE *out);

#endif
