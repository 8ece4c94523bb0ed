/* Whether two sources make a single-token fix, and if not, why. */
#ifndef MINER_SOURCE_PAIR_H
#define MINER_SOURCE_PAIR_H

#include "miner/reject.h"
#include "codenet/source.h"
#include "tokenize/difference.h"
#include "tokenize/sieve.h"

/* What comparing needs; of one thread. */
struct source_pair_comparison {
    struct sieve *sieve;
    struct syntax_parser *parser;
    size_t max_tokens; /* of a program; 0: no limit */
    bool
        parses_all; /* parse also what the sieve settles, each source from its start, and believe the
                        parser where it finds the same tokens or a single edit: slower, and the
                        result must be the same */
};

/* Compares two sources that were read, and parses them if it must. Returns REJECT_NONE for a fix,
 * for which it sets `edit`. */
enum reject_reason source_pair_compare(struct source_pair_comparison *comparison,
                                       struct source *buggy, struct source *fixed,
                                       struct token_edit *edit);

#endif
