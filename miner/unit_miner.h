/* Mines one unit of work.
 *
 * Everything that is found goes into the unit's own result, so that units can be mined in parallel
 * and written one after the other. */
#ifndef MINER_UNIT_MINER_H
#define MINER_UNIT_MINER_H

#include "miner/histories.h"
#include "miner/unit_result.h"

struct mine_options {
    unsigned languages; /* a set (languages/language.h) */
    enum pairing pairing;
    enum failing failing; /* FAILING_JUDGED or FAILING_ALL */
    size_t max_bytes;     /* of a source */
    size_t max_tokens;    /* of a program, including layout tokens; 0: no limit */
    size_t max_pairs;     /* of a history */
};

struct unit_miner; /* opaque: the parsers and memory of one thread */

struct unit_miner *unit_miner_new(const struct mine_options *options);
void unit_miner_free(struct unit_miner *miner);

/* Mines a unit of the source. The caller owns the result and frees it with unit_result_free(). */
struct unit_result *unit_miner_run(struct unit_miner *miner, const struct pair_source *source,
                                   const struct unit *unit);

#endif
