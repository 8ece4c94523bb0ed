#include "db/fix_names.h"

#include <string.h>

const char *const store_origins[] = {"real", "mutant", "rewrite", NULL};
const char *const split_names[] = {"train", "validation", "test", "none", NULL};
const char *const fix_verdict_names[] = {
    "reproduced", "proven",      "weak_tests", "sample_disagrees",  "fixed_errs",      "near_limit",
    "flaky",      "unsupported", "no_tests",   "equivalent_so_far", "rewrite_differs", NULL};

/* Returns the place of a name in the list, or that of NULL. */
static int find(const char *const *names, const char *name)
{
    int number = 0;
    while (names[number] && !(name && strcmp(names[number], name) == 0))
        number++;
    return number;
}

enum fix_origin fix_origin_find(const char *name)
{
    return (enum fix_origin)find(store_origins, name);
}

enum fix_verdict fix_verdict_find(const char *name)
{
    return (enum fix_verdict)find(fix_verdict_names, name);
}

int split_stratum(const char *name)
{
    int number = find(split_names, name);
    return number < N_STRATA ? number : STRATUM_NONE;
}

int split_find(const char *name)
{
    int stratum = split_stratum(name);
    return stratum == STRATUM_NONE ? NO_SPLIT : stratum;
}
