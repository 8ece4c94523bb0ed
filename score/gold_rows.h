/* Rows as items of gold, and the part of a program that was shown to a system that answers in words. */
#ifndef SCORE_GOLD_ROWS_H
#define SCORE_GOLD_ROWS_H

#include "score/answer.h"
#include "score/gold.h"

/* Buffers that items share; zero it before the first use. */
struct gold_viewer {
    struct excerpt excerpt;
    struct syntax_parser *parser; /* of `language`, where something is parsed */
    const struct language *language;
    struct syntax_tree tree;
    struct str answer;
};

/* Sets an item's shown part and right answer from its row and the view. Returns NULL, or as a
 * static text why nothing can be shown. */
const char *gold_show(struct gold_item *item, const struct fix *row, const struct export_view *view,
                      struct gold_viewer *viewer, struct arena *arena);
void gold_viewer_release(struct gold_viewer *viewer);

/* Sets the whole program as the shown part. */
void gold_show_all(struct gold_item *item);

/* Makes an item from a row of a trainer's format with ids, and sets its task. Texts are in the
 * arena. Returns NULL, or as a static text what is wrong with the row. */
const char *gold_read_answer(struct gold_item *item, const struct export_task **task,
                             const struct json *row, struct arena *arena);

/* Makes the item of a row of nbf, the test format of nbfbaselines and RealiT: its place is that of the marker, its fixed program is made by the
 * repair, its category is that of nbfbaselines' scorer, which goes by the type and, for operators,
 * by the repair. Returns NULL, or what is wrong with the row, a static text. */
const char *gold_read_nbf(struct gold_item *item, const struct json *row, struct arena *arena);

#endif
