/* Filters: the properties of a fix that can leave it out of a choice. A filter consists of a number
 * (fix_item.h), a row of the table here, and the option that sets its value
 * (commands/filters.c). */
#ifndef FIXES_FIX_FILTER_H
#define FIXES_FIX_FILTER_H

#include "base/str.h"
#include "fixes/fix_item.h"

/* The value of a filter. After the colon: what it is if the filter is not used. In a list, items
 * may also be left out (filter_value.without): none of them may match. */
enum filter_kind {
    TAKES_ONE,   /* a list; one item must match: an empty list */
    TAKES_EACH,  /* a list; each item must match: an empty list */
    TAKES_GLOB,  /* a list of globs of SQLite; one must match: an empty list */
    TAKES_PAIR,  /* a list; one pair of items must match: an empty list */
    TAKES_RANGE, /* least and most: INT64_MIN and INT64_MAX */
    TAKES_MARKS, /* choice.marks: a value with MARK_NONE */
    TAKES_WHERE, /* choice.where: NULL */
    TAKES_BOOL,  /* least, 0 or 1: a negative number */
};

struct fix_filter {
    const char *name; /* of the option */
    enum filter_kind kind;
    const char *condition; /* SQL. $ is the value or the list; in a range, the minimum, then the
                            * maximum. # is the number of tokens. f is the fix, b its buggy and a
                            * its fixed submission, m its marks */
    const char *among;     /* SQL: the fixes that the filter is about; NULL: all */
    bool is_of_bug;        /* depends on the bug, not on the programs: fixes that it leaves out can
                            * still give correct programs */
    const char *why;       /* what it leaves out, "of other origins"; NULL: "by --NAME" */
    const char *advice;    /* the options that include them; NULL: obvious */
    /* Whether a name in the list means one of the database, which is in the list then (choice.c).
     * NULL: names are compared as they are */
    bool (*means)(const char *name, const char *stored);
};

/* SQL: a column of the file of the fixed submission `a` (v) or of its commit (c); NULL: the fix is
 * not of a git repository. That of a mutant or a rewrite is that of the version that it was made
 * from. */
#define FIX_FILTER_OF_FILE(column)                                                        \
    "(SELECT " column " FROM main.submissions o "                                         \
    "JOIN file_versions v USING (submission_key) JOIN main.commits c USING (commit_key) " \
    "WHERE o.problem_id = a.problem_id AND o.submission_id = substr(a.submission_id, 1, " \
    "instr(a.submission_id || '~', '~') - 1))"

/* SQL: the licence of that file; NULL: unknown. */
#define FIX_FILTER_FILE_LICENSE FIX_FILTER_OF_FILE("v.license")

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

/* Adds an item of a list: "x" is taken, "!x" left out. "!" alone is taken, and "\!x" is
 * taken as "!x". Does not copy the text. */
void filter_value_add(struct filter_value *value, const char *item);

/* Whether a filter that takes a list of names takes this one. */
bool filter_value_takes(const struct filter_value *value, const char *name);

/* Returns the number of tokens that --min-tokens, --max-tokens and the limit of a format count, as
 * SQL about the fix f. */
const char *fix_choice_counted_tokens(const struct fix_choice *choice);

/* Release the lists of a filter, and of all filters in a choice. */
void filter_value_release(struct filter_value *value);
void fix_filters_release(struct fix_choice *choice);

/* Appends a text as a quoted string of SQL. */
void fix_filter_add_quoted(struct str *sql, const char *text);

#endif
