/* Rows counted by a name and by split. */
#ifndef PUBLISH_TALLY_H
#define PUBLISH_TALLY_H

#include "base/table.h"
#include "fixes/choice.h"

struct split_counts {
    int64_t of[N_SPLITS];
};

/* The sum over all splits. */
int64_t split_counts_total(const struct split_counts *counts);

/* Zero it before the first use. */
struct tally {
    struct table names;
    ARRAY(struct split_counts) counts; /* by the names' numbers */
};

/* Counts one more. */
void tally_add(struct tally *tally, const char *name, int split);

/* A name without counts, so that it keeps its place, and is shown with 0. */
void tally_name(struct tally *tally, const char *name);

/* The numbers of the names, most rows first, and then by name; to be released with free(). */
size_t *tally_order(const struct tally *tally);

void tally_release(struct tally *tally);

#endif
