/* The gold, with which a system's predictions are compared: programs that are known to be correct
 * or to have a bug at a known place.
 *
 * They are rows that `tokfix export` writes, JSON lines (compressed or not): of `pairs`, or of a
 * trainer's format with ids. The keys of a row show its format. In rows with ids, the programs are
 * the code to correct and the corrected code. Places count in the code of the row. */
#ifndef SCORE_GOLD_H
#define SCORE_GOLD_H

#include "base/json.h"
#include "base/mem.h"
#include "base/table.h"
#include "db/db.h"
#include "export/question.h"
#include "tokenize/token.h"
#include "tokenize/languages/language.h"

#include <stdbool.h>
#include <stdint.h>

/* The category of a correct program, beside those of enum bug_category. */
enum { GOLD_CORRECT = N_CATEGORIES };

/* The place of the token (for a missing `not`, of the token after it), and what is right there. All
 * zero for a correct program, with an empty text. */
struct gold_bug {
    int64_t line, column; /* from 1, and from 0 in code points */
    const char *after;    /* "": the token is superfluous */
    bool is_unplaced;     /* all three are unknown; the two programs determine them */
};

/* A program that is correct or has a bug at a known place. */
struct gold_item {
    const char *id;        /* unique */
    const char *problem;   /* its id; of a git repository its id. NULL: unknown */
    size_t problem_number; /* from 0, the same for items of the same problem; an item whose problem
                              is unknown has one of its own */
    const struct language *language;
    const char *dialect; /* a name of the language's; NULL: unknown */
    int category;        /* enum bug_category, or GOLD_CORRECT */
    struct gold_bug bug;
    struct token_text program, fixed; /* the same for a correct program, and if a row with another
                                         question than a repair does not have the fixed one */
    const char *right;                /* the answer in the row, if it is not code */

    /* What a database knows of it (gold_find_fixes()). */
    int64_t fix_key; /* 0: nothing */
    int split;       /* its stratum */
};

enum { GOLD_MAX_BYTES = 1 << 20 }; /* of a program */

struct gold {
    ARRAY(struct gold_item) items;
    struct table ids;                /* by the items' numbers */
    struct arena arena;              /* of all texts */
    int64_t n_correct;               /* items that are correct programs */
    size_t n_problems;               /* numbers of problems (gold_item) */
    size_t n_without_problem;        /* items whose problem is unknown */
    const struct question *question; /* of rows with ids; of other rows the first, repair */
    bool is_place_given; /* the place of the bug was shown to the system, which only repairs it. The
                            gold then has no correct programs */
};

/* Reads every row of a file; "-" is standard input. `is_place_given`: the system was given the
 * place; rows with ids say it themselves. A row that cannot be used and a duplicate id are errors
 * with the line. Release `out` with gold_release(), also after a failure. */
int gold_read(struct gold *out, const char *path, bool is_place_given, struct err *err);

/* Finds the fix of each item by its id, in one pass over the fixes: its key, and its split. Fails
 * if the database has none of the items; `path` is its name in messages. */
int gold_find_fixes(struct gold *gold, struct db *db, const char *path, struct err *err);

void gold_release(struct gold *gold);
SCOPED_VALUE(gold, gold_release)

#endif
