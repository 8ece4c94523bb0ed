#include "db/fixes/fix_filter.h"

#include "base/spdx.h"

#include <string.h>

const struct fix_filter fix_filters[N_FIX_FILTERS] = {
    [FILTER_LANGUAGE] = {"language", "SELECT language FROM run_languages"},
    [FILTER_LICENSE] = {"license", "SELECT '' UNION SELECT license FROM file_versions "
                                   "WHERE license IS NOT NULL"},
    [FILTER_ORIGIN] = {"origin", "VALUES ('real'), ('mutant'), ('rewrite')"},
    [FILTER_REGION] = {"region", "SELECT region FROM regions"},
    [FILTER_CATEGORY] = {"category", "SELECT category FROM categories"},
};

void filter_value_add(struct filter_value *value, const char *item)
{
    if (item[0] == '!')
        array_push(&value->without, item + 1);
    else
        array_push(&value->list, item);
}

bool filter_value_takes(const struct filter_value *value, const char *name)
{
    bool is_taken = value->list.n == 0;
    for (size_t i = 0; i < value->list.n; i++)
        is_taken = is_taken || strcmp(value->list.items[i], name) == 0;
    for (size_t i = 0; i < value->without.n; i++)
        is_taken = is_taken && strcmp(value->without.items[i], name) != 0;
    return is_taken;
}

/* A list of licences allows expressions, and an unknown licence is none. */
bool fix_filter_takes(const struct fix_choice *choice, int number, const char *value)
{
    const struct filter_value *asked = &choice->filters[number];
    if (number != FILTER_LICENSE)
        return filter_value_takes(asked, value);
    return (!asked->list.n || (*value && spdx_is_one_of(value, &asked->list))) &&
           !(asked->without.n && *value && spdx_is_one_of(value, &asked->without));
}

void filter_value_release(struct filter_value *value)
{
    array_release(&value->list);
    array_release(&value->without);
}

void fix_filters_release(struct fix_choice *choice)
{
    for (int number = 0; number < N_FIX_FILTERS; number++)
        filter_value_release(&choice->filters[number]);
}
