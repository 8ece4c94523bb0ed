/* What a system's predictions are held against: programs of which is known whether and where they
 * are wrong.
 *
 * They come from a store, or from a file of JSON lines (packed or not): rows of `pairs`, or of
 * `nbf` (nbfbaselines, RealiT). The format of a line shows in its keys. */
#ifndef REPORT_GOLD_H
#define REPORT_GOLD_H

#include "base/table.h"
#include "export/choice.h"
#include "tokenize/language.h"
#include "tokenize/token_text.h"

/* The category of a correct program, beside those of enum bug_category. */
enum { GOLD_CORRECT = N_CATEGORIES };

struct gold_item {
    const char *id; /* unlike all others */
    const struct language *language;
    int category;   /* enum bug_category, or GOLD_CORRECT */
    bool is_leaked; /* the store has it marked as excluded */

    /* Of the token (for a missing `not`, the one that it must stand before): from 1, and from 0 in
     * code points; both 0 for a correct program. */
    int64_t line, column;

    const char *after;                /* the token that is right there; "" for one too many */
    struct token_text program, fixed; /* the same for a correct program */
};

struct gold {
    ARRAY(struct gold_item) items;
    struct table ids;              /* by the items' numbers */
    struct arena arena;            /* of all texts */
    int64_t n_correct;             /* items that are correct programs */
    struct export_account account; /* of a store: what was left out */
    bool is_store;
    bool has_exclusions; /* `tokfix leak --mark` has marked fixes of the store */
};

enum { GOLD_MAX_BYTES = 1 << 20 }; /* of a program */

/* Whether `path` is a database, of which the choice is looked at. What is no file is none; what is
 * not there is an error. */
int gold_find_kind(bool *is_store, const char *path, struct err *err);

/* Reads the gold: of a store what the choice takes, of a file every row. A row that cannot be used
 * is an error with its line, and so is an id that is there twice. Release with gold_release(), also
 * after a failure. */
int gold_read(struct gold *out, const char *path, const struct export_choice *choice,
              struct err *err);
void gold_release(struct gold *gold);

/* The parts for each kind, and what they have in common. gold_add() takes an item whose texts live
 * as long as the gold, and fails when its id is there already; `place` says where that happens. */
int gold_read_store(struct gold *out, const char *path, const struct export_choice *choice,
                    struct err *err);
int gold_read_lines(struct gold *out, const char *path, struct err *err);
int gold_add(struct gold *gold, const struct gold_item *item, const char *place, struct err *err);

#endif
