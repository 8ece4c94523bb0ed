/* Leakage: programs of a benchmark in the fixes of a database.
 *
 * Follows Li and others, Journal of Software 35(7), 2024 (doi 10.13328/j.cnki.jos.007110), section
 * 1.2. An item of the benchmark leaks as a buggy program, as a fixed program, or as a pair of both
 * in the same fix. A pair leak is also a buggy leak and a fixed leak. The paper looks for the patch
 * that a system wrote; tokfix looks for the item's fixed program instead. */
#ifndef GUARD_LEAK_H
#define GUARD_LEAK_H

#include "base/mem.h"
#include "guard/bag.h"
#include "guard/benchmark.h"
#include "guard/fix_pairs.h"
#include "guard/search.h"

/* ---- Needles ----
 *
 * The programs of a benchmark, and the search for them in other programs.
 *
 * A search ignores white space, blank lines, comments, and strings that are statements (docstrings,
 * which act as comments). A program is found in another one if
 *   its tokens are equal to the other's tokens, or contained in them (`type1`);
 *   the same holds after the names of the part are numbered by first use (`type2`);
 *   or the two programs are similar as a whole (`similar`).
 * The first two are the leaks of Li and others, Journal of Software, 2024. */

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

/* ---- Leaks ---- */

enum leak_kind {
    LEAK_PAIR,  /* the paper's: LEAK_BUGGY and LEAK_FIXED in the same fix */
    LEAK_BUGGY, /* the item's buggy program is in the fix's buggy program */
    LEAK_FIXED, /* the item's fixed program is in the fix's fixed program */
    N_PAPER_LEAK_KINDS,
    /* Not in the paper: the item's buggy program is in the fixed one, and the other way round. */
    LEAK_BUGGY_IN_FIXED = N_PAPER_LEAK_KINDS,
    LEAK_FIXED_IN_BUGGY,
    N_LEAK_KINDS
};

/* pair, buggy, fixed, buggy-in-fixed, fixed-in-buggy. */
extern const char *const leak_kind_names[];

struct leak {
    uint32_t item; /* of the benchmark */
    uint32_t pair; /* of the database */
    enum leak_kind kind;
    struct hit hit; /* for LEAK_PAIR, that of the weaker side, with the line in the buggy program */
    bool is_in_fixed; /* which program of the pair contains it */
    bool is_implied;  /* another leak of this item in this pair says as much; it is not listed */
};

struct leaks {
    ARRAY(struct leak) list; /* by item, pair, kind: all leaks, implied ones too */
    size_t n_listed;         /* the number of leaks that are not implied */
};

/* What is searched for, and where: in the pairs that are not excluded. */
struct leak_request {
    const char *path; /* of the benchmark */
    const struct match_options *match;
    unsigned splits; /* whose pairs are searched, 1 << number; 0: all */
};

/* The search for one benchmark in one database. */
struct leak_search {
    unsigned splits; /* of the request */
    struct benchmark benchmark;
    struct needles needles;
    struct leaks leaks;
    struct hits *hits; /* by program; until leak_search_end() */
    size_t n_programs;
};

/* Reads the benchmark, and makes the visitor that searches for its programs. Pass the visitor to
 * programs_visit(), and do not move `out` until that has returned. Fails if no program of the
 * benchmark can be searched for, so that "nothing found" always means something. Release with
 * leak_search_release(), also after a failure. */
int leak_search_begin(struct leak_search *out, struct program_visitor *visitor,
                      const struct leak_request *request, struct db *db, const struct pairs *pairs,
                      struct err *err);

/* Finds the leaks in the pairs. */
void leak_search_end(struct leak_search *search, const struct pairs *pairs);
void leak_search_release(struct leak_search *search);
SCOPED_VALUE(leak_search, leak_search_release)

/* Marks the pairs that leak as excluded, in the database and in `pairs`. Sets `n_marked` to the
 * number of pairs that were not excluded before. */
int leaks_mark(const struct leaks *leaks, struct pairs *pairs, const struct benchmark *benchmark,
               struct db *db, int64_t *n_marked, struct err *err);

/* Removes the marks that tokfix check has made in a database. Sets the number of fixes that had
 * any. */
int leaks_unmark(int64_t *n_fixes, struct db *db, struct err *err);

/* Performance veracity: how much of a system's performance on a benchmark is not due to leakage.
 *
 * Formula 6 of Li and others, Journal of Software 35(7), 2024:
 *
 *     PV = (Perf_o - Perf_L) / Perf_T
 *
 * Perf_o is the number of items that the system repairs. Perf_L is the number of these items that
 * leak, in one kind of leak. Perf_T is Perf_o, minus the items of Perf_L that the system no longer
 * repairs after it was retrained without the leaking fixes. If it was not retrained, Perf_T is
 * Perf_o. */
struct veracity_options {
    const char *repaired;  /* file with the ids of the repaired items, one a line */
    const char *retrained; /* the same after retraining; NULL: not retrained */
    enum leak_kind kind;   /* the leaks that Perf_L counts; one of the paper's kinds */
};

struct veracity {
    enum leak_kind kind;
    int64_t n_repaired;                   /* items that the system repairs: Perf_o */
    int64_t n_leaked[N_PAPER_LEAK_KINDS]; /* those that leak, by kind; that of `kind` is Perf_L */
    int64_t n_unsearched;                 /* those in which no leak of `kind` could be found */
    bool is_retrained;
    int64_t n_lost;         /* items of Perf_L that the retrained detector does not repair */
    int64_t n_lost_besides; /* other items no longer repaired; the formula does not count them */
    int64_t n_gained;       /* items repaired only after retraining; not counted either */
};

/* Reads the ids, and compares them with the leaks that a search found. Those in fixes of validation
 * and test, which are not trained on, do not count, unless the request names splits. Fails if
 * an id is not in the benchmark, if an id is duplicate, or if no item of the benchmark can leak in
 * this kind. */
int veracity_read(struct veracity *out, const struct veracity_options *options,
                  const struct leak_search *search, const struct pairs *pairs, struct err *err);

/* Returns PV for three counts, or NAN if `total` is 0. Perf_T is n_repaired - n_lost. */
double performance_veracity(int64_t n_repaired, int64_t n_leaked, int64_t total);

#endif
