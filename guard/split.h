/* Splits that do not leak: what is tied together (closure.h) lands together.
 *
 * Each unit (a problem; or a user, if no problems tie; or else a fix) has a place by a hash of
 * the seed and its name, whatever else is in the store. A group of tied pairs takes the most
 * held-out place of its units: test before validation before train. So a group that grows when
 * more is mined keeps what was in test there. The exception is a group with more pairs than the
 * split is to hold: it goes to the split that is to hold most. `previous` lifts that, too: what
 * an earlier store's split says of a pair is kept, and wins by the same order. */
#ifndef GUARD_SPLIT_H
#define GUARD_SPLIT_H

#include "guard/closure.h"

struct split_options {
    const char *seed;
    int64_t ratio[N_SPLITS]; /* 0 or more, not all 0, in lowest terms */
    unsigned closure;        /* what ties pairs */
    const char *previous;    /* path of an earlier store, or NULL */
};

/* Reads a ratio: two (train, test) or three (train, validation, test) decimal numbers such as 8,
 * 0.8 or .8, with colons between them. What is the same ratio gives the same whole numbers, in
 * lowest terms: 8:1:1 of 80:10:10 and of 0.8:0.1:0.1. Returns 0, or ERR for anything else, for
 * zeroes only, and for what takes numbers above a million. */
int split_ratio_read(int64_t ratio[N_SPLITS], const char *text);

/* How it came out, for one split. Shares are of all pairs that are not excluded. */
struct split_share {
    int64_t n_pairs, n_groups;
    double wanted; /* the ratio's share */
    /* Mean and standard deviation over all seeds, with these groups; NAN: not placed by seed
     * alone */
    double expected, deviation;
};

struct split_summary {
    struct split_share shares[N_SPLITS];
    int64_t n_pairs, n_groups;
    int64_t n_excluded;                /* pairs in no split because they are excluded */
    int64_t n_unlisted;                /* of an import: pairs of problems that are in no list */
    int64_t n_large, n_pairs_in_large; /* groups that are larger than a split they could be in */
    int64_t n_previous, n_moved;       /* pairs that had a split; those that had to go to another */
};

/* The summary of a split that an earlier run put into the store, which must have one. What only
 * that run knew is NAN (expected, deviation) or -1 (n_large, n_pairs_in_large, n_moved). */
int split_summary_read(struct split_summary *summary, struct db *db, struct err *err);

/* Decides, and puts the splits into the store in the place of earlier ones. */
int split_make(struct split_summary *summary, struct db *db, const struct split_options *options,
               struct err *err);

/* A split given by lists of problem ids: a file for each split, one id a line; NULL for none. */
int split_import(struct split_summary *summary, struct db *db, const char *const paths[N_SPLITS],
                 struct err *err);

#endif
