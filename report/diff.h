/* Fixes as readable diffs on a terminal. */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include "db/store.h"

#include <stdbool.h>
#include <stdio.h>

/* What to show. */
struct diff_options {
    int64_t limit; /* at most that many fixes */
    int n_context; /* lines before and after the changed one */
    bool has_color;
    const char *const *categories; /* only these */
    size_t n_categories;
};

/* Prints the first fixes of the store. `n_shown` is how many there were. */
int diff_print(struct db *db, const struct diff_options *options, FILE *out, int64_t *n_shown,
               struct err *err);

#endif
