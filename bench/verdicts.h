/* The numbers that the histories are drawn from: how many submissions a user makes, and what the
 * judge says, as Project CodeNet and Takada's thesis (2024) report them. */
#ifndef BENCH_VERDICTS_H
#define BENCH_VERDICTS_H

#include "base/dice.h"

enum verdict { VERDICT_FAILING, VERDICT_ACCEPTED, VERDICT_UNDECIDED };

enum { MAX_HISTORY = 30 };

/* The size of a history, 1 to MAX_HISTORY. */
size_t history_size_draw(struct dice *dice);

/* The verdicts of a history of `n` submissions. */
void verdicts_draw(struct dice *dice, size_t n, enum verdict verdicts[MAX_HISTORY]);

/* A status of CodeNet that says so. */
const char *verdict_draw_status(struct dice *dice, enum verdict verdict);

#endif
