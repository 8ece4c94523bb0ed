/* A simple bug detector, as a floor for tables of scores. It weighs changes of a program by how
 * often the fixes make them: a name becomes another name of the program; an operator or a literal
 * becomes another of its class that is in the program or in the fixes. No token is inserted or
 * deleted. */
#ifndef SCORE_DETECTOR_H
#define SCORE_DETECTOR_H

#include "score/predictions.h"

struct detector; /* opaque */

/* Returns a detector that has learned nothing. Memory: some 100 bytes for each trigram. */
struct detector *detector_new(void);
void detector_free(struct detector *detector); /* NULL is ignored */
SCOPED_POINTER(detector, detector_free)

void detector_learn(struct detector *detector, const struct language *language,
                    struct token_text buggy_code, struct token_text fixed_code);

/* Adds at most k predictions for an item, the best first. `number` is that of the item. */
void detector_predict(struct predictions *out, struct detector *detector,
                      const struct gold_item *item, uint32_t number, size_t k);

#endif
