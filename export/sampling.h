/* What choosing does with all fixes together: one per cluster, balance, sample, negatives, order.
 *
 * Every choice by chance goes by a hash of the seed and the fix's id: it does not depend on what
 * else is in the store, and a larger sample holds the smaller one. */
#ifndef EXPORT_SAMPLING_H
#define EXPORT_SAMPLING_H

#include "export/choice.h"

/* Of each cluster the earliest of its fixes that are there. */
void sampling_take_one_per_cluster(struct export_selection *selection);

/* At most `n_sample` fixes (-1: any number), and if they are to be balanced as many of each
 * category that is there; fails when that would be none of each. */
int sampling_cut_down(struct export_selection *selection, bool balances_categories,
                      int64_t n_sample, struct err *err);

/* Behind fixes, their fixed programs as correct ones: as many as `share` times the fixes, as far as
 * there are so many different ones. None is taken twice, and none that is a buggy program of a fix
 * of the store. */
int sampling_add_clean(struct export_selection *selection, struct db *db, double share,
                       struct err *err);

/* An order that depends on the seed and the fixes alone. */
void sampling_shuffle(struct export_selection *selection);

#endif
