/* The real AtCoder pairs of ../shared/data/atcoder, mined, and the verdict of CPython's own
 * tokenizer on each (expected.tsv). */
#ifndef TESTS_SUPPORT_ATCODER_H
#define TESTS_SUPPORT_ATCODER_H

#include "db/db.h"

enum atcoder_column {
    PROBLEM,
    BUGGY,
    FIXED,
    OUTCOME, /* single, multi, identical, untokenizable */
    EDIT,
    CATEGORY,
    BEFORE,
    AFTER,
    LINE,
    COLUMN,
    FSTRING, /* 1: a program has f-strings, which that tokenizer reads as strings */
    N_COLUMNS
};

/* Mines the pairs and calls `check` for each of them, with its verdict and with a statement that
 * finds `columns` of fix_details by two submissions. Returns the number of pairs. Call it only if
 * has_atcoder() returns true. */
int atcoder_each_pair(const char *columns,
                      void (*check)(struct db_statement *find, char **verdict, void *context),
                      void *context);

#endif
