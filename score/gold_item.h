/* An item of the gold: a program of which is known whether and where it is wrong, and the part of
 * it that was shown to a system that answers in words. */
#ifndef SCORE_GOLD_ITEM_H
#define SCORE_GOLD_ITEM_H

#include "base/json.h"
#include "export/example.h"
#include "languages/language.h"
#include "tokenize/program.h"
#include "tokenize/token_text.h"

#include <stdbool.h>
#include <stdint.h>

/* The byte of a program (UTF-8) that stands in that line (from 1; ended by LF, CRLF or CR) and
 * column (from 0, in code points): the inverse of source_position(). False when there is no such
 * place; the end of a line is one. */
bool place_find(size_t *byte, struct token_text program, int64_t line, int64_t column);

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

    /* What was shown of the program to whom answers in words: the part that the answer to a repair
     * takes the place of, and where the first line that was shown starts (from 1 and from 0). */
    size_t part_start, part_end;
    struct position shown;
    const char *right; /* the answer that export gives, where that is no code; else "" */
    bool is_unplaced;  /* line, column and after are not known: the two programs tell them */
};

enum { GOLD_MAX_BYTES = 1 << 20 }; /* of a program */

/* What items are made with; zero it, but for the first two, before the first use. */
struct gold_viewer {
    const struct export_view *view;
    struct arena *arena; /* of the texts of the items */
    struct excerpt excerpt;
    struct syntax_parser *parser; /* of `language`, where something is parsed */
    const struct language *language;
    struct syntax_tree tree;
    struct str answer;
};
void gold_viewer_release(struct gold_viewer *viewer);
SCOPED_VALUE(gold_viewer, gold_viewer_release)

/* Sets an item's shown part and right answer from its row and the view. Returns NULL, or as a
 * static text why nothing can be shown. */
const char *gold_item_show(struct gold_item *item, const struct fix *row,
                           struct gold_viewer *viewer);

/* Makes an item from a row of `pairs`, of a trainer's format with ids, whose `task` is set (else to
 * NULL), or of nbf, the test format of nbfbaselines and RealiT: there its place is that of the
 * marker, its fixed program is made by the repair, its category is that of nbfbaselines' scorer,
 * which goes by the type and, for operators, by the repair. Returns NULL, or as a static text what
 * is wrong with the row. */
const char *gold_item_read(struct gold_item *item, const struct export_task **task,
                           const struct json *row, struct gold_viewer *viewer);

#endif
