/* Gold from items, for tests. */
#ifndef TESTS_SUPPORT_GOLDS_H
#define TESTS_SUPPORT_GOLDS_H

#include "score/gold.h"

/* Adds an item, whose id is new, with its own problem. Its texts must live as long as the gold. */
void gold_take(struct gold *gold, const struct gold_item *item);

#endif
