/* What of a gold program was shown to a system that answers in words. */
#ifndef REPORT_GOLD_VIEW_H
#define REPORT_GOLD_VIEW_H

#include "report/answer.h"
#include "report/gold.h"

/* What it works with; zero it before the first use. */
struct gold_viewer {
    struct excerpt excerpt;
    struct syntax_parser *parser; /* of `language`, where something is parsed */
    const struct language *language;
    struct syntax_tree tree;
    struct str answer;
};

/* Sets an item's part, what was shown, and the right answer: those of the row by the view. Returns
 * NULL, or why nothing can be shown, a static text. */
const char *gold_show(struct gold_item *item, const struct export_row *row,
                      const struct export_view *view, struct gold_viewer *viewer,
                      struct arena *arena);
void gold_viewer_release(struct gold_viewer *viewer);

/* Makes the whole program what was shown. */
void gold_show_all(struct gold_item *item);

/* Makes the item of a row of a trainer's format with ids, and tells its task. Returns NULL, or what
 * is wrong with the row, a static text. */
const char *gold_read_answer(struct gold_item *item, const struct export_task **task,
                             const struct json *row, struct arena *arena);

#endif
