/* Whether answers fit the question that they are scored by. A store and rows of `pairs` do not say
 * what a system was shown, and an answer about another part of the program, or to another task,
 * would count as wrong. */
#ifndef SCORE_ASKED_H
#define SCORE_ASKED_H

#include "score/judge.h"

/* The question: a task, and how much code was shown. What the user has named is not doubted. */
struct asked {
    const struct export_view *view;
    bool names_task, names_granularity, names_context;
};

/* Fails if more of the answers (100 at most are tried) are right as answers to another question.
 * The message begins with `path`, and names the options of that question. Does nothing if the gold
 * says what was asked, or if no answer has words or code. */
int asked_check(const struct gold *gold, const struct predictions *predictions,
                const struct asked *asked, const char *path, struct err *err);

#endif
