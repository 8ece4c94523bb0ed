/* Ancestry: relatives of held-out pairs in lesser splits. The order of splits is train, validation,
 * test: train is the least of them. In a set of folds, all pairs are held out, each fold from all
 * others: where the text below says lesser, it means the other folds.
 *
 * A relative of a pair is another pair of the same history (a user's submissions to a problem), or
 * a duplicate that `tokfix dedup` linked to it (exact, renamed, near), through any number of links.
 * Among relatives, those in the greatest split stay where they are, and the others count as
 * leaking.
 *
 * Near duplicates have a high Jaccard similarity of tokens. Others define history leakage by
 * another measure, the cosine similarity of CodeBERT vectors, of at least 0.85. */
#ifndef GUARD_ANCESTRY_H
#define GUARD_ANCESTRY_H

#include "base/mem.h"
#include "guard/duplicates.h"
#include "guard/fix_pairs.h"

/* The links between duplicates as `tokfix dedup` stored them. They form a forest, and each tree is
 * a cluster.
 *
 * Links of excluded pairs are included. Two pairs that are both linked to an excluded one may be
 * near each other without a link of their own. */

/* A link as seen from one of its ends. */
struct forest_link {
    uint32_t to;              /* pair */
    enum duplicate_kind kind; /* exact, renamed or near */
    double jaccard;
    size_t next; /* 1 + index of the pair's next link; 0: it is the last one */
};

/* Its arrays are in the ancestry's arena. */
struct link_forest {
    size_t n_pairs;
    struct forest_link *links;
    size_t *first; /* by pair: 1 + index of its first link; 0: it has none */
    /* By pair, after the search: the nearest start (a start is its own; PAIR_NONE: no start can be
     * reached), the number of links to it, and the first of these links. */
    uint32_t *nearest, *distance;
    size_t *step;
};

/* Returns the first link on a pair's way to its nearest start, or NULL if the pair is a start. */
const struct forest_link *link_forest_step(const struct link_forest *forest, uint32_t pair);

enum relation_kind { RELATED_HISTORY, RELATED_DUPLICATE };

struct ancestry_leak {
    uint32_t held_out; /* pair */
    enum relation_kind kind;
    uint32_t relative;    /* history: the earliest in a lesser split; duplicate: the nearest one */
    uint32_t n_relatives; /* relatives in lesser splits, in the history or the cluster */
    uint32_t n_steps;     /* links to the relative; 0 for a history */
    const struct link_forest *forest; /* link_forest_step() leads to a duplicate; NULL: history */
};

struct ancestry {
    ARRAY(struct ancestry_leak) leaks; /* by pair, history first */
    /* By pair in a lesser split: its first relative in the greatest split, and how they are
     * related. PAIR_NONE for other pairs. */
    uint32_t *held_out_relative;
    enum relation_kind *held_out_kind;
    int64_t n_held_out;      /* pairs in validation and test, or in any fold */
    int64_t n_held_out_made; /* of these, mutants and rewrites */
    int64_t n_leaking;       /* pairs that have a relative in a greater split */
    bool has_folds;
    bool has_duplicates; /* `tokfix dedup` was run */
    struct arena arena;  /* owns the arrays by pair */
};

/* Finds relatives among the pairs that are in a split and not excluded. Release with
 * ancestry_release(), also after a failure. */
int ancestry_find(struct ancestry *out, struct db *db, const struct pairs *pairs, struct err *err);
void ancestry_release(struct ancestry *ancestry);
SCOPED_VALUE(ancestry, ancestry_release)

/* Marks the relatives in lesser splits as excluded, in the split set that is viewed and in `pairs`.
 * There must be no folds, because each pair would be marked. */
int ancestry_mark(const struct ancestry *ancestry, struct pairs *pairs, struct db *db,
                  struct err *err);

#endif
