/* Whether predictions are right: one item at a time.
 *
 * A prediction stands for an edit: the token that starts at its place becomes `repair`; an empty
 * repair deletes it. A repair that the language knows as a word which alone makes a fix (Python:
 * `not`) is put before the token, as in nbf, unless that token is another operator, which it
 * replaces: `-` becomes `not` in `-x`. A place that the program does not have is looked for once
 * more with lines that LF alone ends, as nbf counts them.
 *
 * An answer in words (answer.h) stands for what its task asks. Code is put in the place of what was
 * shown, and compared with the program token by token: what differs is the place and the repair. Of
 * a place alone (locate) or a category alone (classify) that alone must be right; an explanation
 * must have the line, and the tokens before and after. */
#ifndef REPORT_JUDGE_H
#define REPORT_JUDGE_H

#include "export/task.h"
#include "report/predictions.h"

enum { JUDGED_RANKS = 10 }; /* predictions of an item that are looked at */

/* What an item's predictions come to. Ranks are those of the first prediction of which it holds; 0:
 * of none of the first JUDGED_RANKS. */
struct verdict {
    uint8_t n_predictions; /* that are looked at; 0 is as good as "no bug" */
    uint8_t no_bug;        /* it says that there is no bug */
    uint8_t n_unreadable;  /* answers that cannot be read: they are wrong */
    uint8_t located;       /* its place is the bug's */
    uint8_t repaired;      /* its repair is the right token, or its edit gives the fixed program */
    uint8_t solved;        /* both are right, or its edit gives the fixed program; or what else the
                              task asks for */

    /* Of a correct program in which the first prediction sees a bug, the category of its edit (enum
     * bug_category; CATEGORY_OTHER for what is no single-token edit); else 0. */
    uint8_t alarm;

    double probability; /* of the first prediction; NAN: none */
};

struct judge; /* opaque: what a thread works with */

struct judge *judge_new(void);
void judge_free(struct judge *judge);

/* Judges the predictions of an item, which are in the order of their ranks; `task` is that of
 * answers in words. Two tokens are the same whatever stands between the words of one (`not  in`); a
 * program is the fixed one if its tokens are. */
void judge_item(struct verdict *out, struct judge *judge, const struct gold_item *item,
                const struct prediction *predictions, size_t n, const struct export_task *task);

#endif
