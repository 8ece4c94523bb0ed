/* The programs of a benchmark, and the search for them in other programs.
 *
 * A search ignores white space, blank lines, comments, and strings that are statements (docstrings,
 * which act as comments). A program is found in another one if
 *   its tokens are equal to the other's tokens, or contained in them (`type1`);
 *   the same holds after the names of the part are numbered by first use (`type2`);
 *   or the two programs are similar as a whole (`similar`).
 * The first two are the leaks of Li and others, Journal of Software, 2024. */
#ifndef GUARD_NEEDLES_H
#define GUARD_NEEDLES_H

#include "base/mem.h"
#include "guard/bag.h"
#include "guard/benchmark.h"
#include "guard/search.h"

enum leak_match { MATCH_TYPE1, MATCH_TYPE2, MATCH_SIMILAR, N_LEAK_MATCHES };

/* type1, type2, similar. */
extern const char *const leak_match_names[];

struct match_options {
    const char *name;      /* of a preset */
    enum leak_match match; /* the weakest kind of match that counts */
    uint32_t min_tokens;   /* a shorter program matches only if it is equal: SEARCH_MIN_TOKENS, or
                            * 1, no minimum */
    double threshold;      /* similar: minimum Jaccard similarity of the multisets */
};

/* type1, type2, similar, li: what `--match` chooses. The last entry has no name, the first one is
 * the default. `li`, the definition of Li and others, has no minimum. */
extern const struct match_options match_presets[];

/* Returns the preset with this name, or NULL. */
const struct match_options *match_preset_find(const char *name);

struct needle {
    uint32_t item; /* of the benchmark */
    enum item_side side;
    struct bag *bag; /* of the tokens, for `similar`, otherwise NULL; owned */
    struct bag_outline outline;
};

/* Does not change after it was made. */
struct needles {
    struct match_options options;
    ARRAY(struct needle) list;
    struct search_index *index; /* of their tokens, without layout */
};

/* Tokenizes the programs of the benchmark, also pieces of programs. What has no tokens is added to
 * the benchmark's rejects. Release with needles_release(). */
void needles_make(struct needles *out, struct benchmark *benchmark,
                  const struct match_options *options);
void needles_release(struct needles *needles);
SCOPED_VALUE(needles, needles_release)

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

struct hits {
    ARRAY(struct hit) list; /* by needle */
};

struct needle_search; /* opaque; one per thread */
struct needle_search *needle_search_new(const struct needles *needles);
void needle_search_free(struct needle_search *search);
SCOPED_POINTER(needle_search, needle_search_free)

/* Finds all needles in a program, and adds the hits to `out`, which has none. */
void needle_search_program(struct hits *out, struct needle_search *search,
                           const struct program *program);

#endif
