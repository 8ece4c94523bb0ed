/* What a system's predictions are held against: programs of which is known whether and where they
 * are wrong.
 *
 * They come from a store, or from a file of JSON lines (packed or not): rows of `pairs`, of `nbf`
 * (nbfbaselines, RealiT), or of a trainer's format with ids. The format of a line shows in its
 * keys. Of rows with ids the programs are the code that was to be corrected, and what it becomes.
 */
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
    struct fix_account account;     /* of a store: what was left out */
    const struct export_task *task; /* that rows --with-ids were exported with; NULL: not known */
    const char *dataset;            /* that the store was mined from; NULL: not known */
    bool is_store;
    bool is_place_given; /* the place of the bug was shown to the system: it only repairs.
                            The gold has no correct programs then */
    bool has_exclusions; /* `tokfix leak --mark` has marked fixes of the store */
};

/* Whether `path` is a database, of which the choice is looked at. What is no file is none; what is
 * not there is an error. */
int gold_find_kind(bool *is_store, const char *path, struct err *err);

/* Which fixes of a store, and what was shown of programs, and asked, of whom answers in words:
 * task, granularity, context and marks of `view`, whose task is never NULL. */
struct gold_options {
    const struct fix_choice *choice;
    struct export_view view;
};

/* Reads the gold: of a store what the choice takes, of a file every row. A row that cannot be used
 * is an error with its line, and so is an id that is there twice. Release with gold_release(), also
 * after a failure. */
int gold_read(struct gold *out, const char *path, const struct gold_options *options,
              struct err *err);
void gold_release(struct gold *gold);
SCOPED_VALUE(gold, gold_release)

/* Takes an item whose texts live as long as the gold. Fails when its id is there already; `place`
 * says where that happens. */
int gold_add(struct gold *gold, const struct gold_item *item, const char *place, struct err *err);

#endif
