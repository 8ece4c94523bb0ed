/* The gold, with which a system's predictions are compared: programs that are known to be correct
 * or to have a bug at a known place.
 *
 * They come from a store, or from a file of JSON lines (compressed or not): rows of `pairs`, of
 * `nbf` (nbfbaselines, RealiT), or of a trainer's format with ids. The keys of a line show its
 * format. In rows with ids, the programs are the code to correct and the corrected code. */
#ifndef SCORE_GOLD_H
#define SCORE_GOLD_H

#include "base/table.h"
#include "fixes/choice.h"
#include "score/gold_item.h"

#include <stdint.h>

struct gold {
    ARRAY(struct gold_item) items;
    struct table ids;               /* by the items' numbers */
    struct arena arena;             /* of all texts */
    int64_t n_correct;              /* items that are correct programs */
    struct fix_account account;     /* of a store: which fixes were omitted */
    const struct export_task *task; /* the task of rows with ids; NULL: unknown */
    const char *dataset;            /* from which the store was mined; NULL: unknown */
    bool is_store;
    bool is_place_given; /* the place of the bug was shown to the system, which only repairs it. The
                            gold then has no correct programs */
    bool has_exclusions; /* `tokfix leak --mark` has marked fixes of the store */
};

/* Sets whether `path` is a database. A path that is not a regular file is not a database. Fails if
 * the path does not exist. */
int gold_find_kind(bool *is_store, const char *path, struct err *err);

/* Which fixes of a store are scored; and, for systems that answer in words, the task and what was
 * shown: task, granularity, context and marks of `view`. Its task is never NULL. */
struct gold_options {
    const struct fix_choice *choice;
    struct export_view view;
};

/* Reads the gold: the selected fixes of a store, or every row of a file. A row that cannot be used
 * and a duplicate id are errors with the line. Release `out` with gold_release(), also after a
 * failure. */
int gold_read(struct gold *out, const char *path, const struct gold_options *options,
              struct err *err);
void gold_release(struct gold *gold);
SCOPED_VALUE(gold, gold_release)

/* Adds an item. Its texts must live as long as the gold. Fails if its id is a duplicate; the
 * message begins with `place`. */
int gold_add(struct gold *gold, const struct gold_item *item, const char *place, struct err *err);

#endif
