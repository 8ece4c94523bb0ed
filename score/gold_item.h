/* An item of the gold: a program that is correct or has a bug at a known place, and the part of it
 * that was shown to a system that answers in words. */
#ifndef SCORE_GOLD_ITEM_H
#define SCORE_GOLD_ITEM_H

#include "base/json.h"
#include "export/example.h"
#include "languages/language.h"
#include "tokenize/program.h"
#include "tokenize/token_text.h"

#include <stdbool.h>
#include <stdint.h>

/* Finds the byte of a program (UTF-8) at a line (from 1; ended by LF, CRLF or CR) and a column
 * (from 0, in code points): the inverse of source_position(). The end of a line is a place, too.
 * Returns false if there is no such place. */
bool place_find(size_t *byte, struct token_text program, int64_t line, int64_t column);

/* The category of a correct program, beside those of enum bug_category. */
enum { GOLD_CORRECT = N_CATEGORIES };

struct gold_item {
    const char *id;  /* unique */
    int64_t fix_key; /* of a store; 0: the item is from a file */
    const struct language *language;
    const char *dialect; /* a name of the language's; NULL: unknown */
    int category;        /* enum bug_category, or GOLD_CORRECT */
    bool is_leaked;      /* the store marks it as excluded */

    /* The place of the token (for a missing `not`, of the token after it): from 1, and from 0 in
     * code points; both 0 for a correct program. */
    int64_t line, column;

    const char *after;                /* the right token there; "": the token is superfluous */
    struct token_text program, fixed; /* the same for a correct program, and if a row with another
                                         task than a repair does not have the fixed one */

    /* What was shown of the program to a system that answers in words: the part that the answer to
     * a repair replaces, and where the first shown line starts (from 1 and from 0). */
    size_t part_start, part_end;
    struct position shown;
    const char *right; /* the exported answer, if it is not code; else "" */

    /* If the whole program is known: as much as gold_item_show() needs, to show it again by another
     * view. Else NULL. */
    const struct fix *fix;
    bool is_unplaced; /* line, column and after are unknown; the two programs determine them */
};

enum { GOLD_MAX_BYTES = 1 << 20 }; /* of a program */

/* What is needed to make items. Zero all members except the first two before the first use. */
struct gold_viewer {
    const struct export_view *view;
    struct arena *arena; /* of the texts of the items */
    struct excerpt excerpt;
    struct lexical *lexical; /* for functions: of the language of the latest item */
    struct str answer;
};
void gold_viewer_release(struct gold_viewer *viewer);
SCOPED_VALUE(gold_viewer, gold_viewer_release)

/* Sets an item's shown part and right answer from its row and the view. Returns NULL, or a static
 * text with the reason why nothing can be shown. */
const char *gold_item_show(struct gold_item *item, const struct fix *row,
                           struct gold_viewer *viewer);

/* Makes an item from a row of `pairs`; of a trainer's format with ids, which sets `task` (else it
 * is NULL); or of nbf, the test format of nbfbaselines and RealiT. In nbf the place is that of the
 * marker, the repair makes the fixed program, and the category is that of nbfbaselines' scorer,
 * which depends on the type and, for operators, on the repair. Returns NULL, or a static text with
 * what is wrong with the row. */
const char *gold_item_read(struct gold_item *item, const struct export_task **task,
                           const struct json *row, struct gold_viewer *viewer);

#endif
