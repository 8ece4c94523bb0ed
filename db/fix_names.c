/* Each list is in the order of its numbers. */
#include "db/fix_names.h"

#include <string.h>

const char *const store_origins[] = {"real", "mutant", "rewrite", NULL};
const char *const split_names[] = {"train", "validation", "test",   "fold1", "fold2",
                                   "fold3", "fold4",      "fold5",  "fold6", "fold7",
                                   "fold8", "fold9",      "fold10", "none",  NULL};
const char *const fix_outcome_names[] = {
    "reproduced", "proven",      "weak_tests", "sample_disagrees",  "fixed_errs",      "near_limit",
    "flaky",      "unsupported", "no_tests",   "equivalent_so_far", "rewrite_differs", NULL};

const char *const fix_region_names[] = {
    "generated", "docstring", "test_expectation", "version", "message", "output", "code", NULL};

unsigned split_subsets(int64_t n_folds)
{
    if (n_folds <= 0 || n_folds > MAX_FOLDS)
        return (1u << N_SPLITS) - 1;
    return ((1u << n_folds) - 1) << SPLIT_FOLDS;
}

bool split_set_is_name(const char *name)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_-";
    size_t length = strlen(name);
    return length && length <= MAX_SPLIT_SET_NAME && strspn(name, letters) == length &&
           !strchr("_-", *name) && strcmp(name, "all") != 0 &&
           text_place(name, split_names) == N_STRATA;
}

enum fix_origin fix_origin_find(const char *name)
{
    return (enum fix_origin)text_place(name, store_origins);
}

enum fix_outcome fix_outcome_find(const char *name)
{
    return (enum fix_outcome)text_place(name, fix_outcome_names);
}

int split_stratum(const char *name)
{
    int number = text_place(name, split_names);
    return number < N_STRATA ? number : STRATUM_NONE;
}

int split_find(const char *name)
{
    int stratum = split_stratum(name);
    return stratum == STRATUM_NONE ? NO_SPLIT : stratum;
}

void split_add_names(struct str *out, unsigned splits)
{
    const char *comma = "";
    for (int split = 0; split < N_SUBSETS; split++)
        if (splits >> split & 1) {
            str_print(out, "%s%s", comma, split_names[split]);
            comma = ",";
        }
}
