/* The names of the table `fixes`: of its columns, and of what a fix can be, by name in the database
 * and by number in the code: origins, splits, outcomes of executing it, regions. Each list of names
 * is in the order of its numbers, and ends with NULL. */
#ifndef DB_FIX_NAMES_H
#define DB_FIX_NAMES_H

#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The columns of `fixes`, except its keys. schema.sql says what each one is; a test compares the
 * two lists. The rows that are written and those that are read (db/fixes/fix_reader.h) have a
 * member for each column here, and the SQL that writes, merges and reads them names each.
 *
 * TEXT     NULL if the column allows it
 * BYTES    a text with a length
 * NUMBER   int64_t
 * OPTIONAL a number that is NULL in the table if it is 0
 * BUGGY    a number of struct place_row, of the place in the buggy program
 * FIXED    the same of the fixed program; the column begins with fixed_ */
#define FIX_COLUMNS(TEXT, BYTES, NUMBER, OPTIONAL, BUGGY, FIXED) \
    TEXT(origin)                                                 \
    TEXT(edit)                                                   \
    TEXT(category)                                               \
    TEXT(pattern)                                                \
    TEXT(role)                                                   \
    TEXT(region)                                                 \
    TEXT(before_kind)                                            \
    TEXT(after_kind)                                             \
    BYTES(before)                                                \
    BYTES(after)                                                 \
    BUGGY(start_byte)                                            \
    BUGGY(end_byte)                                              \
    BUGGY(line)                                                  \
    BUGGY(column)                                                \
    BUGGY(token_index)                                           \
    BUGGY(token_end_byte)                                        \
    BUGGY(n_tokens)                                              \
    FIXED(start_byte)                                            \
    FIXED(end_byte)                                              \
    FIXED(line)                                                  \
    FIXED(column)                                                \
    FIXED(token_index)                                           \
    FIXED(n_tokens)                                              \
    NUMBER(repair_in_program)                                    \
    NUMBER(in_scope)                                             \
    NUMBER(parses)                                               \
    NUMBER(verdict_in_comment)                                   \
    TEXT(dialect)                                                \
    OPTIONAL(first_failing_date)                                 \
    TEXT(function)                                               \
    OPTIONAL(function_line)                                      \
    OPTIONAL(function_end_line)                                  \
    OPTIONAL(part_n_tokens)

/* For SQL: ", origin, edit, ...", and ", ?, ?, ...". */
#define FIX_COLUMN_NAME(name)       ", " #name
#define FIX_COLUMN_FIXED_NAME(name) ", fixed_" #name
#define FIX_COLUMN_VALUE(name)      ", ?"
#define FIX_COLUMN_NAMES                                                            \
    FIX_COLUMNS(FIX_COLUMN_NAME, FIX_COLUMN_NAME, FIX_COLUMN_NAME, FIX_COLUMN_NAME, \
                FIX_COLUMN_NAME, FIX_COLUMN_FIXED_NAME)

/* The place of a token in one of the two programs. */
struct place_row {
    int64_t start_byte, end_byte, line, column, token_index;
    int64_t token_end_byte; /* end of the token at token_index, even if that token is not the edited
                             * one */
    int64_t n_tokens;       /* in the program */
};

#define FIX_ROW_TEXT(name) const char *name;
#define FIX_ROW_BYTES(name) \
    const char *name;       \
    size_t name##_length;
#define FIX_ROW_NUMBER(name) int64_t name;
#define FIX_ROW_OF_PLACE(name)

/* A row of `fixes`. The origin may be NULL: real; and so may the region: code. */
struct fix_row {
    int64_t buggy, fixed; /* keys of submissions */
    struct place_row buggy_place, fixed_place;
    FIX_COLUMNS(FIX_ROW_TEXT, FIX_ROW_BYTES, FIX_ROW_NUMBER, FIX_ROW_NUMBER, FIX_ROW_OF_PLACE,
                FIX_ROW_OF_PLACE)
};

/* The id of a fix is PROBLEM-BUGGY-FIXED. If the source names a pair and not its two programs, as a
 * commit does, the buggy program has the id of the fixed one after this prefix, and the id of the
 * fix is PROBLEM-FIXED. FIX_ID is that in SQL, of the submissions `b` and `a`, as in the view
 * fix_details. */
#define FIX_BEFORE "before-"
#define FIX_ID                                                                             \
    "b.problem_id || '-' || iif(b.submission_id = '" FIX_BEFORE "' || a.submission_id, ''" \
    ", b.submission_id || '-') || a.submission_id"

enum fix_origin { ORIGIN_REAL, ORIGIN_MUTANT, ORIGIN_REWRITE, N_ORIGINS };
extern const char *const store_origins[N_ORIGINS + 1];

/* The subsets that a split set (schema.sql) has: the splits in their order, or the first of the
 * folds. Fixes in no subset form a stratum of their own. */
enum {
    NO_SPLIT = -1,
    SPLIT_TRAIN,
    SPLIT_VALIDATION,
    SPLIT_TEST,
    N_SPLITS,
    SPLIT_FOLDS = N_SPLITS, /* the first fold */
    MAX_FOLDS = 10,
    N_SUBSETS = N_SPLITS + MAX_FOLDS,
    STRATUM_NONE = N_SUBSETS,
    N_STRATA
};
extern const char *const split_names[N_STRATA + 1]; /* of the strata, the last one "none" */

/* Returns the subsets of a split set with this number of folds, as bits 1 << subset: 0 folds are
 * the three splits. */
unsigned split_subsets(int64_t n_folds);

/* The split set that commands mean if none is named. */
#define SPLIT_SET_DEFAULT "default"
enum { MAX_SPLIT_SET_NAME = 32 };

/* Whether a new set may have this name: [a-z0-9][a-z0-9_-]*, which is also safe as a file name, and
 * not the name of a split or of all. */
bool split_set_is_name(const char *name);

/* What `tokfix verify` found: the column `verdict`. Not a verdict, which is a judge's. */
enum fix_outcome {
    FIX_REPRODUCED,       /* a test shows the bug */
    FIX_PROVEN,           /* an input that was found shows it */
    FIX_WEAK_TESTS,       /* both programs pass all tests, and no input was found */
    FIX_SAMPLE_DISAGREES, /* the output of the fixed program is not that of a test */
    FIX_FIXED_ERRS,       /* the fixed program fails with an error on a test */
    FIX_NEAR_LIMIT,       /* only their times may differ, but are too near the limit to say so */
    FIX_FLAKY,            /* two runs of a program differ */
    FIX_UNSUPPORTED,      /* this machine cannot run the programs */
    FIX_NO_TESTS,         /* the problem has no tests */
    FIX_EQUIVALENT,       /* of a mutant: it did what the original does wherever both ran */
    FIX_REWRITE_DIFFERS,  /* of a rewrite: a program does not do what its original does */
    N_FIX_OUTCOMES,
    NOT_EXECUTED = N_FIX_OUTCOMES
};
extern const char *const fix_outcome_names[N_FIX_OUTCOMES + 1];

/* What kind of text the changed token belongs to (classify/classify.h): the first of these that
 * fits. */
enum fix_region {
    REGION_GENERATED,        /* the file is generated, or other people's */
    REGION_DOCSTRING,        /* documentation that is a string */
    REGION_TEST_EXPECTATION, /* what an assertion of a test expects */
    REGION_VERSION,          /* says which version of something */
    REGION_MESSAGE,          /* a text for people, in a file of a repository */
    REGION_OUTPUT,           /* a literal that a submission to a contest prints */
    REGION_CODE,             /* everything else */
    N_REGIONS
};
extern const char *const fix_region_names[N_REGIONS + 1];

/* Return the number of a name. For others, and for NULL: N_ORIGINS, NOT_EXECUTED, STRATUM_NONE;
 * split_find() returns NO_SPLIT. */
enum fix_origin fix_origin_find(const char *name);
enum fix_outcome fix_outcome_find(const char *name);
int split_stratum(const char *name);
int split_find(const char *name);

/* Appends the names of splits, given as bits, 1 << number: "train,test". */
void split_add_names(struct str *out, unsigned splits);

#endif
