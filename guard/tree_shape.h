/* The shape of a syntax tree, as a bag of small pieces of it.
 *
 * The pieces are pq-grams (Augsten, Böhlen and Gamper, VLDB 2005) with p = 2 and q = 3: a node,
 * its parent, and three neighbours among its children; of each node its kind counts, not its
 * text. Their Jaccard similarity follows the edit distance of the trees. */
#ifndef GUARD_TREE_SHAPE_H
#define GUARD_TREE_SHAPE_H

#include "guard/bag.h"

/* The bag of a program's tree without comments. Release with bag_release(). */
void tree_shape(struct bag *out, const struct program *program, const struct syntax_parser *parser);

#endif
