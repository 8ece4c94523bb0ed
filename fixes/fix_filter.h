/* The filters of a choice: what of a fix itself leaves it out. A filter is a field of the choice, a
 * row of the table here, and the option that sets the field (commands/filters.c). */
#ifndef FIXES_FIX_FILTER_H
#define FIXES_FIX_FILTER_H

#include "base/str.h"
#include "fixes/fix_item.h"

/* What a filter compares with, a field of struct fix_choice, and when it asks for nothing. */
enum filter_kind {
    FILTER_TEXT,  /* const char *: NULL */
    FILTER_ONE,   /* struct text_list, one of which: an empty one */
    FILTER_EACH,  /* struct text_list, each of which: an empty one */
    FILTER_PAIR,  /* struct text_list, two and two, one pair of which: an empty one */
    FILTER_RANGE, /* int64_t least and most: INT64_MIN and INT64_MAX */
    FILTER_BITS,  /* unsigned: 0 */
    FILTER_BOOL,  /* int, 0 or 1: below 0 */
};

struct fix_filter {
    const char *name;      /* of the option */
    enum filter_kind kind; /* of */
    size_t field;          /* offset in struct fix_choice */
    size_t most;           /* that of the other field of a range */
    const char *condition; /* in SQL, $ the value or the list, of a range first the least; f is the
                            * fix, b and a the submissions before and after, m the marks, r the
                            * run */
    bool is_of_bug;        /* not of the programs: these can still be drawn as correct ones */
    const char *why;       /* what it leaves out: "of other origins"; NULL: "by --NAME" */
    const char *advice;    /* the options that take it; NULL where that is plain */
};

/* In the order in which they are asked; the fate of what the first leaves out is FATE_FILTER. NULL
 * ends the list. */
const struct fix_filter *fix_filter_at(int number);

/* Appends " WHEN NOT (condition) THEN fate" for all that ask for something. */
void fix_filters_add_sql(struct str *sql, const struct fix_choice *choice);

/* Gives back the lists that filters have in a choice. */
void fix_filters_release(struct fix_choice *choice);

/* Appends a text as one of SQL. */
void fix_filter_add_quoted(struct str *sql, const char *text);

#endif
