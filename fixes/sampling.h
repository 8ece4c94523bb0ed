/* What choosing does with all fixes together: one per cluster, balance, sample, order.
 *
 * Every choice by chance goes by a hash of the seed and the fix's id: it does not depend on what
 * else is in the store, and a larger sample holds the smaller one. */
#ifndef FIXES_SAMPLING_H
#define FIXES_SAMPLING_H

#include "fixes/fix_item.h"

/* Marks the fixes of a cluster that come after its first selected one (real fixes come before made
 * ones): of exact clusters, or of those of `one_per_cluster`. */
void sampling_mark_later(struct fix_selection *selection, bool of_exact);

/* Decides the fate of all but `n_sample` fixes (-1: any number), and if they are to be balanced
 * leaves as many of each category that is there; fails when that would be none of each. */
int sampling_cut_down(struct fix_selection *selection, bool balances_categories, int64_t n_sample,
                      struct err *err);

/* The order of the store: fixes by their numbers, each before its correct program. */
void sampling_sort(struct fix_selection *selection);

/* An order that depends on the seed and the fixes alone. */
void sampling_shuffle(struct fix_selection *selection);

#endif
