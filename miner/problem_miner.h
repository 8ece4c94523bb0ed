/* Mining one problem: the unit of work.
 *
 * Everything that is found goes into a result of its own, so that problems can be mined at the
 * same time and written one after the other. */
#ifndef MINER_PROBLEM_MINER_H
#define MINER_PROBLEM_MINER_H

#include "base/table.h"
#include "db/store.h"
#include "miner/pairing.h"
#include "miner/source_pair.h"

struct mine_options {
    const struct language *language;
    enum pairing pairing;
    enum failing failing; /* FAILING_JUDGED or FAILING_ALL */
    size_t max_bytes;     /* of a source */
    size_t max_tokens;    /* of a program; tokens of layout count; 0: no limit */
    size_t max_pairs;     /* of a history */
    bool parses_all;      /* parse also the pairs that their texts settle */
};

/* A submission that takes part in a fix. */
struct used_submission {
    const struct submission *submission;
    struct source_row source;
    char sha256[SHA256_HEX_SIZE];
};

/* Rejected pairs of a status, by reason. */
struct reject_counts {
    size_t of[N_REJECT_REASONS];
};

struct problem_result {
    const struct problem *problem;
    struct arena arena; /* of all texts below */
    struct input_errors errors;
    struct submissions submissions;
    size_t n_histories;
    size_t n_compared; /* submissions that take part in a pair */
    size_t n_pairs;
    struct table statuses;                 /* of rejected pairs: of the failing side */
    ARRAY(struct reject_counts) n_rejects; /* by the numbers of `statuses` */
    size_t n_unparsed_single;              /* pairs rejected as REJECT_SYNTAX_ERROR that differ
                                                 in a single edit as the light scan cuts them */
    size_t n_undecided_pairs;              /* whose earlier side is undecided: with FAILING_ALL
                                                 part of n_pairs, else beside them */
    size_t n_undecided_fixes;              /* of these, in the six categories */
    ARRAY(size_t) n_histories_of_size;     /* index: number of submissions */
    ARRAY(struct used_submission) used;
    ARRAY(struct fix_row) fixes; /* `buggy` and `fixed` are indices into `used` */
};

struct problem_miner; /* opaque: parser and memory of one thread */

int problem_miner_new(struct problem_miner **out, const struct mine_options *options,
                      struct err *err);
void problem_miner_free(struct problem_miner *miner);

/* Mines a problem. The result is the caller's; free with problem_result_free(). */
struct problem_result *problem_miner_run(struct problem_miner *miner, const struct dataset *dataset,
                                         const struct problem *problem);
void problem_result_free(struct problem_result *result);

#endif
