/* Filters: the properties of a fix that can leave it out of a choice. A filter consists of a number
 * (fix_item.h), a row of the table here, and the option that sets its value
 * (commands/filters.c). */
#ifndef FIXES_FIX_FILTER_H
#define FIXES_FIX_FILTER_H

#include "base/str.h"
#include "fixes/fix_item.h"

/* SQL: the kind of the commit of the fix f; 'none': it may be a fix. */
#define FIX_SWEEP_KIND \
    "coalesce((SELECT sweep_kind FROM fix_files o WHERE o.fix_key = f.fix_key), 'none')"

struct fix_filter {
    const char *name;      /* of the option */
    const char *condition; /* SQL about the fix f, its buggy submission b, its fixed one a and its
                            * marks m. $ is the value, # the number of tokens */
    const char *among;     /* SQL: the fixes that the filter is about; NULL: all */
    bool is_of_bug;        /* depends on the bug, not on the programs: fixes that it leaves out can
                            * still give correct programs */
};

/* All filters. The fate of fixes that filter 0 leaves out is FATE_FILTER. */
extern const struct fix_filter fix_filters[N_FIX_FILTERS];

/* Returns the filter with this fate, or NULL. */
const struct fix_filter *fix_filter_of(enum fix_fate fate);

/* Appends " WHEN condition THEN fate" for each filter that the choice uses; the condition is true
 * for the fixes that the filter leaves out. */
void fix_filters_add_sql(struct str *sql, const struct fix_choice *choice);

/* Appends SQL: a sum of 1 << filter number - first, of the filters from the first one on that leave
 * the fix out. */
void fix_filters_add_refusing(struct str *sql, const struct fix_choice *choice, int first);

/* Adds an item of a list: "x" is taken, "!x" left out. Does not copy the text. */
void filter_value_add(struct filter_value *value, const char *item);

/* Whether a filter that takes a list of names takes this one. */
bool filter_value_takes(const struct filter_value *value, const char *name);

/* Returns the number of tokens that --max-tokens and the limit of a format count, as SQL about the
 * fix f. */
const char *fix_choice_counted_tokens(const struct fix_choice *choice);

/* Release the lists of a filter, and of all filters in a choice. */
void filter_value_release(struct filter_value *value);
void fix_filters_release(struct fix_choice *choice);

/* Appends a text as a quoted string of SQL. */
void fix_filter_add_quoted(struct str *sql, const char *text);

#endif
