/* Reasons for which pairs are no fixes. */
#ifndef MINER_REJECT_H
#define MINER_REJECT_H

/* Why a pair is no fix. What costs little is looked at first, and a pair has the
 * first reason that is found: counting the pairs of the history, reading both sides, comparing
 * their texts (sieve.h), parsing both, comparing their tokens. */
enum reject_reason {
    REJECT_NONE,
    REJECT_TOO_MANY_PAIRS, /* --max-pairs; the sides are not looked at */
    REJECT_UNREADABLE,
    REJECT_TOO_LARGE,       /* --max-bytes */
    REJECT_ENCODING,        /* not UTF-8 */
    REJECT_IDENTICAL,       /* the texts show that nothing of meaning differs, or the tokens do */
    REJECT_MULTI_TOKEN,     /* the texts show more than a single edit, or the tokens do */
    REJECT_SYNTAX_ERROR,    /* the texts do not, and one side does not parse */
    REJECT_TOO_MANY_TOKENS, /* --max-tokens; the texts do not, either */
    N_REJECT_REASONS
};

/* The reason's name in the store. */
const char *reject_reason_name(enum reject_reason reason);

#endif
