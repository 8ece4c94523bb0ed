/* The steps of a choice that depend on all fixes: one per cluster, sample.
 *
 * Every random choice uses a hash of the seed and the fix's id. So it does not depend on the rest
 * of the database, and a larger sample contains the smaller one. */
#ifndef FIXES_SAMPLING_H
#define FIXES_SAMPLING_H

#include "fixes/fix_item.h"

/* In each cluster, sets the fate of all fixes except the first selected one. Real fixes come before
 * mutants and rewrites. The clusters are exact ones, or those of `one_per_cluster`. */
void sampling_mark_later(struct fix_selection *selection, bool of_exact);

/* Sets the fate of all fixes except `n_sample` of them (-1: keeps all). */
void sampling_cut_down(struct fix_selection *selection, int64_t n_sample);

/* Sorts fixes in the order of the database, each before its correct program. */
void sampling_sort(struct fix_selection *selection);

#endif
