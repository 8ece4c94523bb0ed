/* What may hold of numbers, lists and rows of an input. Each function returns a set of bits: what
 * holds. A family of bits is here because verdicts, or false proofs in the control, change without
 * it. */
#ifndef INPUTS_INPUT_PREDICATES_H
#define INPUTS_INPUT_PREDICATES_H

#include "verify/inputs/input_tree.h"

/* A number beside another. */
enum {
    HOLDS_LE = 1 << 0,
    HOLDS_LT = 1 << 1,
    HOLDS_GE = 1 << 2,
    HOLDS_GT = 1 << 3,
    HOLDS_NE = 1 << 4,
    HOLDS_EQ = 1 << 5
};
uint32_t input_number_relations(int64_t a, int64_t b);

/* A list of numbers, or of words. */
enum {
    HOLDS_NONDECREASING = 1 << 0,
    HOLDS_INCREASING = 1 << 1,
    HOLDS_NONINCREASING = 1 << 2,
    HOLDS_DECREASING = 1 << 3,
    HOLDS_DISTINCT = 1 << 4,
    HOLDS_NEIGHBOURS_DIFFER = 1 << 5
};
uint32_t input_list_holds(const struct input_cell *const *cells, size_t n, struct arena *scratch);

/* Rows: the first two fields as an edge of a graph. */
enum {
    HOLDS_ROWS_DISTINCT = 1 << 0,
    HOLDS_PAIRS_DISTINCT = 1 << 1,
    HOLDS_EDGES_DISTINCT = 1 << 2 /* {u, v} whichever comes first */
};
uint32_t input_rows_hold(const struct input_line *const *rows, size_t n);

/* The same, with nodes 1 .. n_nodes. Nothing holds if a number is not a node. */
enum { HOLDS_NODES = 1 << 0, HOLDS_CONNECTED = 1 << 1, HOLDS_ACYCLIC = 1 << 2 };
uint32_t input_edges_hold(const struct input_line *const *rows, size_t n, size_t n_nodes);

/* Events: rows whose first field is a kind and whose second names a thing, in the order of time. A
 * kind beside another. */
enum {
    HOLDS_NEVER_AFTER = 1 << 0, /* it never happens to a thing that the other has happened to */
    HOLDS_FEWER = 1 << 1,       /* before it, it happened less often than the other, */
    HOLDS_FEWER_EACH = 1 << 2   /* to the same thing, too */
};

#endif
