/* Ancestry: relatives of held-out pairs in splits that are held out less.
 *
 * A relative is a pair of the same history (a user's submissions to a problem), or a duplicate as
 * `tokfix dedup` linked them (exact, renamed, near), through any number of links. Of all relatives
 * those stay that are held out most: test before validation before train.
 *
 * Near duplicates are similar by Jaccard similarity of tokens. The essay on history leakage takes
 * the cosine similarity of CodeBERT vectors, from 0.85, which is another measure. */
#ifndef GUARD_ANCESTRY_H
#define GUARD_ANCESTRY_H

#include "base/array.h"
#include "guard/fix_pairs.h"

/* The links between duplicates as `tokfix dedup` stored them: a forest whose trees are the
 * clusters.
 *
 * Links of excluded pairs are there, too: two pairs that such a one ties may be near each other
 * without a link of their own. */

/* A link as one of its ends sees it. */
struct forest_link {
    uint32_t to;      /* pair */
    const char *kind; /* exact, renamed, near */
    double jaccard;
};

/* Its arrays are in the ancestry's arena. */
struct link_forest {
    size_t n_pairs;
    struct forest_link *links; /* by pair */
    size_t *start;             /* by pair: where its links begin; one more at the end */
    /* Once searched, by pair: the nearest start (itself for a start, PAIR_NONE where there is
     * none), how many links away it is, and the first of them. */
    uint32_t *nearest, *distance;
    size_t *step;
};

/* The first step of a pair's way to its nearest start; NULL for a start. */
const struct forest_link *link_forest_step(const struct link_forest *forest, uint32_t pair);

enum relation_kind { RELATED_HISTORY, RELATED_DUPLICATE };

struct ancestry_leak {
    uint32_t held_out; /* pair */
    enum relation_kind kind;
    uint32_t relative;    /* of the history: the earliest of a lesser split; else the nearest one */
    uint32_t n_relatives; /* in lesser splits, of the history or the cluster */
    uint32_t n_steps;     /* links to the relative; of a history 0 */
};

struct ancestry {
    ARRAY(struct ancestry_leak) leaks; /* by pair, history first */
    struct link_forest forest; /* link_forest_step() leads to a duplicate that is a relative */
    /* By pair in a lesser split: its first relative of those that are held out most, and how
     * they are related; else PAIR_NONE. */
    uint32_t *held_out_relative;
    enum relation_kind *held_out_kind;
    int64_t n_held_out;  /* pairs in validation and test */
    int64_t n_leaking;   /* pairs that are a relative of one that is held out more */
    bool has_duplicates; /* `tokfix dedup` was run */
    struct arena arena;  /* of what is by pair */
};

/* Finds them among the pairs that are in a split and not excluded. Release with
 * ancestry_release(). */
int ancestry_find(struct ancestry *out, struct db *db, const struct pairs *pairs, struct err *err);
void ancestry_release(struct ancestry *ancestry);
SCOPED_VALUE(ancestry, ancestry_release)

/* Marks the relatives in lesser splits as excluded. */
int ancestry_mark(const struct ancestry *ancestry, const struct pairs *pairs, struct db *db,
                  struct err *err);

#endif
