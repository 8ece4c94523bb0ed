/* Searches programs for needles, one program after another. */
#ifndef GUARD_SEARCH_H
#define GUARD_SEARCH_H

#include "base/mem.h"
#include "guard/needles.h"

enum leak_relation { RELATION_EQUAL, RELATION_CONTAINED, RELATION_SIMILAR };

/* equal, contained, similar. */
extern const char *const leak_relation_names[];

/* A needle found in a program: its strongest match, and the first place of that match. */
struct hit {
    uint32_t needle;
    enum leak_match match;
    enum leak_relation relation;
    double similarity; /* 1 except for `similar` */
    uint32_t line;     /* where the match begins in the program */
};

struct search_index; /* opaque; shared by all threads */
struct search_index *search_index_new(const struct needles *needles);
void search_index_free(struct search_index *index);

struct search; /* opaque; one per thread */
struct search *search_new(const struct search_index *index);
void search_free(struct search *search);

struct hits {
    ARRAY(struct hit) list; /* by needle */
};

/* Finds all needles in a program, and adds the hits to `out`. */
void search_program(struct hits *out, struct search *search, struct program *program);

#endif
