/* One benchmark against one store, from its path to its leaks. */
#ifndef GUARD_LEAK_SEARCH_H
#define GUARD_LEAK_SEARCH_H

#include "guard/leak.h"

struct leak_search {
    struct benchmark benchmark;
    struct needles needles;
    struct leaks leaks;
};

/* Reads the benchmark and searches the store for it, as leaks_find() says. Fails when none of
 * its programs can be searched for, so that nothing found means something. Release with
 * leak_search_release(), also after a failure. */
int leak_search_run(struct leak_search *out, const char *path, struct db *db,
                    const struct pairs *pairs, const struct match_options *options, int split,
                    const struct guard_options *guard, struct err *err);
void leak_search_release(struct leak_search *search);

#endif
