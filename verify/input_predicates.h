/* What may hold of numbers, words and edges of an input. Each function returns a set of bits: what
 * holds. Most sets have a second function, or value, for the bits that say anything at all: that
 * one number is sorted says nothing. */
#ifndef VERIFY_INPUT_PREDICATES_H
#define VERIFY_INPUT_PREDICATES_H

#include "verify/input_tree.h"

/* A number beside another. */
enum {
    HOLDS_LE = 1 << 0,
    HOLDS_LT = 1 << 1,
    HOLDS_GE = 1 << 2,
    HOLDS_GT = 1 << 3,
    HOLDS_NE = 1 << 4,
    HOLDS_EQ = 1 << 5
};
uint32_t input_number_relations(long double a, long double b);

/* A number beside two others: products, sums, differences. With b twice: pairs, squares. */
enum {
    HOLDS_LE_PRODUCT = 1 << 0,
    HOLDS_LE_SUM = 1 << 1,
    HOLDS_GE_SUM = 1 << 2,
    HOLDS_LE_DIFFERENCE = 1 << 3,
    HOLDS_LE_PAIRS = 1 << 4,
    HOLDS_LE_HALF = 1 << 5,
    HOLDS_GE_HALF = 1 << 6
};
uint32_t input_number_triples(long double a, long double b, long double c, bool is_same);

/* A list of numbers, or of words. */
enum {
    HOLDS_NONDECREASING = 1 << 0,
    HOLDS_INCREASING = 1 << 1,
    HOLDS_NONINCREASING = 1 << 2,
    HOLDS_DECREASING = 1 << 3,
    HOLDS_DISTINCT = 1 << 4,
    HOLDS_FROM_ONE = 1 << 5,  /* a permutation of 1 .. n */
    HOLDS_FROM_ZERO = 1 << 6, /* a permutation of 0 .. n - 1 */
    HOLDS_NEIGHBOURS_DIFFER = 1 << 7,
    HOLDS_BELOW_PLACE = 1 << 8, /* the i-th is at most i: parents of nodes 2, 3, ... */
    HOLDS_NOT_PLACE = 1 << 9,   /* the i-th is not i */
    HOLDS_ALL_EQUAL = 1 << 10,
    HOLDS_NOT_ALL_EQUAL = 1 << 11,
    HOLDS_EVEN_SUM = 1 << 12,
    HOLDS_SAME_LENGTH = 1 << 13,
    HOLDS_HAS_ZERO = 1 << 14,
    HOLDS_HAS_ONE = 1 << 15,
    HOLDS_FIRST_LEAST = 1 << 16,
    HOLDS_LAST_MOST = 1 << 17
};
uint32_t input_list_holds(const struct input_cell *const *cells, size_t n, struct arena *scratch);

/* Two lists of the same number of numbers. */
enum {
    HOLDS_EACH_LE = 1 << 0,
    HOLDS_EACH_LT = 1 << 1,
    HOLDS_EACH_GE = 1 << 2,
    HOLDS_EACH_GT = 1 << 3,
    HOLDS_EACH_NE = 1 << 4,
    HOLDS_SAME_VALUES = 1 << 5,
    HOLDS_SUM_EQ = 1 << 6,
    HOLDS_SUM_LE = 1 << 7,
    HOLDS_SUM_GE = 1 << 8,
    HOLDS_DISJOINT = 1 << 9,
    HOLDS_LISTS_DIFFER = 1 << 10
};
uint32_t input_lists_hold(const struct input_cell *const *a, const struct input_cell *const *b,
                          size_t n, struct arena *scratch);

/* One word. */
enum {
    HOLDS_NO_ZERO_FIRST = 1 << 0,
    HOLDS_BALANCED = 1 << 1, /* brackets ( ), if there are any */
    HOLDS_PALINDROME = 1 << 2,
    HOLDS_EVEN_LENGTH = 1 << 3,
    HOLDS_CHARS_DIFFER = 1 << 4, /* neighbours */
    HOLDS_CHARS_DISTINCT = 1 << 5,
    HOLDS_CHARS_SORTED = 1 << 6,
    HOLDS_NO_END_DOTS = 1 << 7
};
uint32_t input_word_holds(const char *text, size_t length);

/* Two words. */
enum {
    HOLDS_WORDS_DIFFER = 1 << 0,
    HOLDS_LENGTH_EQ = 1 << 1,
    HOLDS_LENGTH_LE = 1 << 2,
    HOLDS_LENGTH_GE = 1 << 3,
    HOLDS_ANAGRAM = 1 << 4,
    HOLDS_CONTAINED = 1 << 5 /* all characters of the first are in the second */
};
uint32_t input_words_hold(const struct input_cell *a, const struct input_cell *b);

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

/* A square matrix. */
enum {
    HOLDS_SQUARE = 1 << 0,
    HOLDS_SYMMETRIC = 1 << 1,
    HOLDS_DIAGONAL_EQUAL = 1 << 2,
    HOLDS_TRIANGLE = 1 << 3,      /* a <= b + c for all ways: distances */
    HOLDS_DIAGONAL_ZERO = 1 << 4, /* of words: is '-', '.', or '0' */
    HOLDS_MIRRORED = 1 << 5 /* of words: the character at (j, i) follows from that at (i, j) */
};
uint32_t input_matrix_holds(const struct input_line *const *rows, size_t n);

/* A square grid of characters: rows of one word. */
uint32_t input_grid_holds(const struct input_line *const *rows, size_t n);

#endif
