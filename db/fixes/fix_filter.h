/* Filters with a list of values. Each has a number (fix_item.h), a row of the table here, a
 * condition in choice.sql, and an option that sets it (commands/filters.c). */
#ifndef DB_FIXES_FIX_FILTER_H
#define DB_FIXES_FIX_FILTER_H

#include "db/fixes/fix_item.h"

struct fix_filter {
    const char *name;   /* of the option */
    const char *values; /* SQL: the values that fixes can have; '': unknown */
};
extern const struct fix_filter fix_filters[N_FIX_FILTERS];

/* Whether the filter of a choice takes fixes with this value. */
bool fix_filter_takes(const struct fix_choice *choice, int number, const char *value);

/* Adds an item of a list: "x" is taken, "!x" left out. Does not copy the text. */
void filter_value_add(struct filter_value *value, const char *item);

/* Whether a filter that takes a list of names takes this one. */
bool filter_value_takes(const struct filter_value *value, const char *name);

/* Release the lists of a filter, and of all filters in a choice. */
void filter_value_release(struct filter_value *value);
void fix_filters_release(struct fix_choice *choice);

#endif
