/* Mining one problem: the unit of work.
 *
 * Everything that is found goes into a result of its own, so that problems can be mined at the
 * same time and written one after the other. */
#ifndef MINER_PROBLEM_MINER_H
#define MINER_PROBLEM_MINER_H

#include "db/store.h"
#include "miner/pairing.h"
#include "miner/source_pair.h"

struct mine_options {
    const struct language *language;
    enum pairing pairing;
    size_t max_bytes;  /* of a source */
    size_t max_tokens; /* of a program; tokens of layout count; 0: no limit */
    size_t max_pairs;  /* of a history */
    bool parses_all;   /* parse also the pairs that their texts settle */
};

/* A submission that takes part in a fix. */
struct used_submission {
    const struct submission *submission;
    struct source_row source;
    char sha256[SHA256_HEX_SIZE];
};

struct problem_result {
    const struct problem *problem;
    struct arena arena; /* of all texts below */
    struct input_errors errors;
    struct submissions submissions;
    size_t n_histories;
    size_t n_compared; /* submissions that take part in a pair */
    size_t n_pairs;
    size_t n_rejects[N_REJECT_REASONS][N_FAILING_STATUSES];
    ARRAY(size_t) n_histories_of_size; /* index: number of submissions */
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
