/* The sample of a choice. It uses a hash of the seed and the fix's id. So it does not depend on the
 * rest of the database, and a larger sample contains the smaller one. */
#ifndef DB_FIXES_SAMPLING_H
#define DB_FIXES_SAMPLING_H

#include "db/fixes/fix_item.h"

/* Keeps `n_sample` fixes (-1: all), in the order of the database. */
void sampling_cut_down(struct fix_selection *selection, int64_t n_sample);

/* Sorts fixes in the order of the database, each before its correct program. */
void sampling_sort(struct fix_selection *selection);

#endif
