/* Leakage: a benchmark's programs in the fixes of a store.
 *
 * Follows Li and others, Journal of Software 35(7), 2024 (doi 10.13328/j.cnki.jos.007110), section
 * 1.2: a benchmark's item leaks as a buggy program, as a fixed program, or as a pair of both in the
 * same fix. A pair leak is a buggy leak and a fixed leak too. The paper looks for the patch that a
 * system made; here the item's fixed program is used instead. */
#ifndef GUARD_LEAK_H
#define GUARD_LEAK_H

#include "guard/programs.h"
#include "guard/search.h"

struct leak_hits; /* what was found in each program */

enum leak_kind {
    LEAK_PAIR,  /* of the paper: both of the next two, in the same fix */
    LEAK_BUGGY, /* the item's buggy program is in the fix's buggy program */
    LEAK_FIXED, /* its fixed program is in the fixed one */
    N_PAPER_LEAK_KINDS,
    LEAK_BUGGY_IN_FIXED =
        N_PAPER_LEAK_KINDS, /* ours: the item's buggy program is in the fixed one */
    LEAK_FIXED_IN_BUGGY,    /* its fixed program is in the buggy one */
    LEAK_PROGRAM,           /* a program that is neither called buggy nor fixed is in either */
    N_LEAK_KINDS
};

/* pair, buggy, fixed, buggy-in-fixed, fixed-in-buggy, program. */
const char *leak_kind_name(enum leak_kind kind);

struct leak {
    uint32_t item; /* of the benchmark */
    uint32_t pair; /* of the store */
    enum leak_kind kind;
    enum leak_match match; /* of a pair: the weaker one of its sides, and so on */
    enum leak_relation relation;
    double similarity;
    bool is_in_fixed; /* which program of the pair it is in */
    bool is_implied;  /* another kind of leak of this item in this pair says as much: not listed */
    uint32_t line;    /* there */
};

struct leaks {
    ARRAY(struct leak) list; /* by item, pair, kind: every kind of leak, implied or not */
    size_t n_listed;         /* those that are not implied */
};

/* One benchmark against one store, from its path to its leaks. */
struct leak_search {
    struct benchmark benchmark;
    struct needles needles;
    struct leaks leaks;
    struct leak_hits *hits; /* until leak_search_end() */
};

/* Reads the benchmark at `path`, and makes the visitor that searches for it, to which
 * programs_visit() is to show all programs; until then `out` is to stay where it is. Fails when
 * none of the benchmark's programs can be searched for, so that nothing found means something.
 * Release with leak_search_release(), also after a failure. */
int leak_search_begin(struct leak_search *out, struct program_visitor *visitor, const char *path,
                      struct db *db, const struct pairs *pairs, const struct match_options *options,
                      struct err *err);

/* Finds the leaks in the pairs that are not excluded: of one split, or with NO_SPLIT all. */
void leak_search_end(struct leak_search *search, const struct pairs *pairs, int split);

/* Begins, visits all programs, and ends. */
int leak_search_run(struct leak_search *out, const char *path, struct db *db,
                    const struct pairs *pairs, const struct match_options *options, int split,
                    const struct guard_options *guard, struct err *err);
void leak_search_release(struct leak_search *search);
SCOPED_VALUE(leak_search, leak_search_release)

/* Marks the pairs that leak as excluded, in the store and in `pairs`. Returns the number of
 * pairs in `n_marked`. */
int leaks_mark(const struct leaks *leaks, struct pairs *pairs, const struct benchmark *benchmark,
               struct db *db, int64_t *n_marked, struct err *err);

/* How many fixes had marks, and by which reason; and how many of them are in no split now. */
struct unmarked {
    int64_t n_fixes, n_benchmark, n_ancestry, n_in_no_split;
};

/* Takes back what leaks_mark() and ancestry_mark() marked in a store. */
int leaks_unmark(struct unmarked *out, struct db *db, struct err *err);

#endif
