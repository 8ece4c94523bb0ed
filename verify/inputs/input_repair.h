/* Makes a changed tree fit its shape again, and what is kept of the samples where that is easy. */
#ifndef VERIFY_INPUT_REPAIR_H
#define VERIFY_INPUT_REPAIR_H

#include "verify/inputs/input_draw.h"

/* Gives lists and blocks the sizes that the scalars say, words their lengths, numbers their bounds,
 * and orders lists. It may fail, so ask input_facts_hold(). Returns false if sizes are impossible.
 */
bool input_repair(const struct input_source *source, struct input_tree *tree);

#endif
