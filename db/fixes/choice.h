/* Which fixes a command takes: how a user asks for them (struct fix_choice), which ones that are
 * (struct fix_selection), and what became of the others (struct fix_account). */
#ifndef DB_FIXES_CHOICE_H
#define DB_FIXES_CHOICE_H

#include "base/json.h"
#include "base/mem.h"
#include "base/str.h"
#include "db/db.h"
#include "db/fix_names.h"
#include "db/store.h"

#include <stdbool.h>
#include <stdint.h>

/* The filters with a list of values. Each has a row of fix_filters, a condition in choice.sql, and
 * an option that sets it (commands/filter_options.c). */
enum fix_filter_number {
    FILTER_LANGUAGE,
    FILTER_LICENSE,
    FILTER_ORIGIN,
    FILTER_REGION,
    FILTER_CATEGORY,
    N_FIX_FILTERS
};
struct fix_filter {
    const char *name;   /* of the option */
    const char *values; /* SQL: the values that fixes can have; '': unknown */
};
extern const struct fix_filter fix_filters[N_FIX_FILTERS];

/* The values that a filter asks for. */
struct filter_value {
    struct text_list list;    /* what is taken; empty: everything */
    struct text_list without; /* what is left out of that */
    bool is_default; /* `list` is the default of the option, which a list of the user replaces */
};

/* Adds an item of a list: "x" is taken, "!x" left out. Does not copy the text. */
void filter_value_add(struct filter_value *value, const char *item);

/* Whether a filter that takes a list of names takes this one. */
bool filter_value_has(const struct filter_value *value, const char *name);
void filter_value_release(struct filter_value *value);
SCOPED_VALUE(filter_value, filter_value_release)

/* The marks of a fix, as bits. */
enum fix_mark {
    MARK_DUPLICATE = 1,   /* an earlier fix of its exact cluster is in the choice */
    MARK_CONFLICTING = 2, /* its buggy program also has a different fix */
    MARK_EXCLUDED = 4,    /* it is in the table `exclusions` */
    MARK_NONE = 8,        /* it has none of these */
    MARK_ALL = 15
};
enum { N_FIX_MARKS = 3 };

/* A chosen fix, or its fixed program as a correct program. */
struct fix_item {
    int64_t fix_key;
    unsigned char split;    /* the stratum of its split */
    unsigned char language; /* its number (language_number()); MAX_LANGUAGES: an unknown one */
    bool is_clean;          /* the fixed program, as a correct program */
    bool is_left_out;       /* of `others` */
    int64_t fixed_source;   /* source_key of the fixed program */
    uint64_t sample_rank, clean_rank;
};

/* What the format of the rows cannot express. */
struct format_limits {
    bool omits_other;    /* fixes in the category other */
    bool shows_programs; /* rows have whole programs, so tokens are counted in the program, and not
                          * in the part around the fix */
    int64_t max_tokens;  /* longer fixes, which have a fate of their own; INT64_MAX: no limit */
};

/* The correct programs that are drawn as negatives. */
struct fix_negatives {
    double per_fix; /* for each row of a fix; 0 or more */

    /* Sets `is_taken` for those of n items that can be written as rows. The others do not count.
     * Returns 0 or ERR. NULL: all items can be written. */
    int (*probe)(const void *rows, struct db *db, const struct fix_item *items, size_t n,
                 bool *is_taken, struct err *err);
    const void *rows;
};

struct fix_choice {
    /* The fixes that are taken. */
    struct filter_value filters[N_FIX_FILTERS];
    const char *where;     /* an expression of SQL over the view fix_details; NULL: all */
    int64_t max_tokens;    /* INT64_MAX: no limit */
    unsigned marks;        /* enum fix_mark: a chosen fix has no others */
    bool takes_artificial; /* without origins: true takes all; false only real fixes, if there are
                            * any */
    struct format_limits format;

    /* Their splits. */
    const char *split_set;   /* as named by the user (store_choose_split_set()) */
    struct text_list splits; /* train, validation, test, fold1, ...; `none` for fixes in no split;
                              * `all` for those in any; `!fold1` for those in the others */
    bool takes_split_only;   /* without `splits`: if the database has splits, only fixes in one */

    /* How many of them. */
    const char *one_per_cluster; /* kind of cluster: one fix of each is taken, even if it is marked
                                  * as a duplicate; NULL: all are */
    int64_t n_sample;            /* maximum number of fixes; -1: all */
    bool needs_fixes;            /* with `where`, it is an error if nothing is chosen */
    struct fix_negatives negatives;
    const char *seed; /* of sample and negatives */
};

/* The first takes every fix without a mark. If there are real fixes, it takes no mutants and
 * rewrites: adding them to a database changes nothing unless they are asked for. The second takes
 * every fix. */
#define FIX_CHOICE_DEFAULT FIX_CHOICE_OF(MARK_NONE, false)
#define FIX_CHOICE_ALL     FIX_CHOICE_OF(MARK_ALL, true)
#define FIX_CHOICE_OF(taken_marks, made)                                         \
    {                                                                            \
        .max_tokens = INT64_MAX, .marks = taken_marks, .takes_artificial = made, \
        .format.max_tokens = INT64_MAX, .n_sample = -1, .seed = "0"              \
    }

/* Releases the lists of a choice. */
void fix_choice_release(struct fix_choice *choice);
SCOPED_VALUE(fix_choice, fix_choice_release)

/* Returns the only language that the choice names; NULL: it names none or several. */
const char *fix_choice_language(const struct fix_choice *choice);

/* Whether the choice takes fixes of this stratum. It does if it names it, or names none. */
bool fix_choice_has_split(const struct fix_choice *choice, int split);

/* What happens to a fix (choice.sql): it is chosen, or the first of these things leaves it out. */
enum fix_fate {
    FATE_CHOSEN,
    FATE_LICENSE,
    FATE_CATEGORY, /* other, although the seven others are taken */
    FATE_REGION,
    FATE_ARTIFICIAL, /* not real, and no origin was asked for */
    FATE_DUPLICATE,
    FATE_CONFLICTING,
    FATE_EXCLUDED,
    FATE_LONG, /* more tokens than readers of the format accept */
    FATE_NO_SPLIT,
    N_FIX_FATES
};

/* What became of the fixes that --where takes. */
struct fix_account {
    /* By fate; those left out count if an option can undo it (choice.sql). */
    int64_t n[N_FIX_FATES];

    /* Those that the default of --region leaves out. */
    struct {
        int64_t n[N_REGIONS + 1]; /* by region; N_REGIONS: an unknown one */
        int64_t n_in_no_split;    /* of them, although a split was asked for */
    } regions;

    /* Correct programs, by split. */
    struct {
        int64_t n_drawn[N_STRATA], n_wanted[N_STRATA];
    } clean;

    unsigned subsets;        /* of the split set (store_read_subsets()); 0: it does not exist */
    bool has_split_left_out; /* a fix in no split, chosen or not, is in split_left_out */
    bool has_dedup;          /* tokfix dedup was run */
    bool format_omits_other; /* of the choice */
};

struct fix_selection {
    ARRAY(struct fix_item) items; /* in the order of the database, a fix before its program */
    /* Left out because of their bugs; their correct programs can be used */
    ARRAY(struct fix_item) others;
    struct arena arena;
    struct fix_account account;
};

/* Selects fixes. Filters that depend only on the fix come first. Then the earliest remaining fix of
 * each exact cluster is taken. Splits are looked at after that, so each split gets the same fixes
 * as in a choice of all splits. Fails if --where is not an expression that a user may write, if it
 * takes none of the fixes, or if the choice needs fixes and the other filters leave out those that
 * it takes; the message lists the values that its columns have. Fails if the choice needs splits or
 * clusters and the database has none. Release with fix_selection_release(), also after a failure.
 *
 * A sample is drawn by a hash of the seed and the fix's id. So it does not depend on the rest of
 * the database, and a larger sample contains the smaller one.
 *
 * Correct programs are the fixed programs of fixes, drawn in the same way for each split
 * separately. No program is taken twice, and no program that is also the buggy program of a fix in
 * the database. A program that is in several splits is taken only in the greatest of them (test,
 * then validation), even if that split is not written. They are drawn first from the fixes of the
 * selection, then from fixes that were left out only because of their bugs. If there are not
 * enough, all are taken. */
int fix_select(struct fix_selection *out, struct db *db, const struct fix_choice *choice,
               struct err *err);
void fix_selection_release(struct fix_selection *selection);
SCOPED_VALUE(fix_selection, fix_selection_release)

/* Adds every correct program of the selection's fixes, and counts them in the account. */
int fix_add_correct_programs(struct fix_selection *selection, struct db *db, struct err *err);

/* Fills the table temp.filtered_fixes (fix_key) with the fixes that a choice takes, for commands
 * that read the fixes themselves. `account` has what was left out; it is not said that duplicates
 * were not searched for. The database may be read-only. */
int fix_select_keys(struct fix_account *account, struct db *db, const struct fix_choice *choice,
                    struct err *err);

/* The command that puts the fixes of split_left_out into splits. */
#define FIX_SPLIT_ALL "tokfix split --region all with its earlier options"

/* If the database has splits and the choice names none, appends counts such as "3 in train, 1 in
 * none" to `counts`, and sets `n_in_none` to the number of fixes in no split. Returns the number of
 * splits, where "none" counts as one; 0 otherwise. */
int fix_count_splits(const struct fix_selection *selection, const struct fix_choice *choice,
                     struct str *counts, int64_t *n_in_none);

/* Fails if the database has splits, the choice names none, and the fixes are in several splits or
 * in none. The message contains the counts. `what` names the thing that would mix the splits ("one
 * file"). `advice` says what else the user can do; it may be empty. */
int fix_refuse_mixed_splits(const struct fix_selection *selection, const struct fix_choice *choice,
                            const char *what, const char *advice, struct err *err);

/* Returns {"n": 120, "kinds": [{"name": "docstring", "n": 80}, ...]}: the fixes that the default of
 * FILTER_REGION leaves out, by region. Release with json_free(). */
struct json *fix_account_regions(const struct fix_account *account);

/* The options that notes may advise: those that the command has. */
enum fix_advice {
    ADVISE_FILTERS,      /* --license, --region, --category, --origin, --marked and the like */
    ADVISE_CODE_LICENSE, /* the same, but --license is called --code-license */
    ADVISE_LICENSE_AND_REGION, /* these two alone */
};

/* Calls `take` with each note for the user. A note is one line without its line end, valid during
 * the call. Notes say how many fixes were left out, and which option includes them; and how many
 * correct programs are missing. */
void fix_account_tell(const struct fix_account *account, enum fix_advice advice,
                      void (*take)(void *context, const char *note), void *context);

#endif
