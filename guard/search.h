/* Needles searched for in one program after the other. */
#ifndef GUARD_SEARCH_H
#define GUARD_SEARCH_H

#include "base/scoped.h"
#include "guard/needles.h"

/* Which needles are similar to a bag. */

struct similar_index; /* opaque; for all threads */

/* Of the needles that have at least `min_tokens` tokens. They must outlive it. */
struct similar_index *similar_index_new(const struct needles *needles);
void similar_index_free(struct similar_index *index);
SCOPED_POINTER(similar_index, similar_index_free)

/* Calls `take` for the needles that are as similar to the bag as their options say. A few
 * needles are all compared; of many, candidates by MinHash, which finds 99.5 % of those at the
 * threshold. A needle may be told several times. */
void similar_search(const struct similar_index *index, const struct bag *bag,
                    void (*take)(void *context, uint32_t needle, double similarity), void *context);

enum leak_relation { RELATION_EQUAL, RELATION_CONTAINED, RELATION_SIMILAR };

/* equal, contained, similar. */
const char *leak_relation_name(enum leak_relation relation);

/* A needle found in a program: the strongest match, and of that the first place. */
struct hit {
    uint32_t needle;
    enum leak_match match;
    enum leak_relation relation;
    double similarity; /* 1 but for `similar` */
    uint32_t line;     /* of the program: where it begins */
};

struct search_index; /* opaque; for all threads */
struct search_index *search_index_new(const struct needles *needles);
void search_index_free(struct search_index *index);

struct search; /* opaque; one per thread */
struct search *search_new(const struct search_index *index);
void search_free(struct search *search);

struct hits {
    ARRAY(struct hit) list; /* by needle */
};

/* Finds all needles in a program; the hits are added to `out`. */
void search_program(struct hits *out, struct search *search, const struct program *program);

#endif
