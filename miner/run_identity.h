/* What a run is: which options, which tokfix, which dataset. Two parts of work belong together when all
 * of it is the same. */
#ifndef MINER_RUN_IDENTITY_H
#define MINER_RUN_IDENTITY_H

#include "base/sha256.h"
#include "db/store.h"
#include "codenet/problem_list.h"
#include "miner/problem_miner.h"
#include "miner/shard.h"

struct run_identity {
    struct run_row row; /* of an unfinished run */
    char listing_sha256[SHA256_HEX_SIZE];
};

/* The identity of a run with these options; `list` (borrowed) may be NULL as long as the dataset is not
 * known. */
void run_identity_make(struct run_identity *identity, const struct mine_options *options,
                       const struct shard *shard, const struct problem_list *list);

/* Appends how two runs differ in options and tokfix, " and " between several differences: what is `there`
 * (recorded), and what is `here`. Nothing, when they do not. */
void run_identity_add_differences(struct str *out, const struct run_row *there,
                                  const struct run_row *here);

/* The same for what the dataset's metadata are: their list. */
void run_identity_add_listing_differences(struct str *out, const struct run_row *there,
                                          const struct run_row *here);

#endif
