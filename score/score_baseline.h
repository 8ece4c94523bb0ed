/* A system beside others, its baselines, on the same items. */
#ifndef SCORE_SCORE_BASELINE_H
#define SCORE_SCORE_BASELINE_H

#include "score/score.h"

/* Compares a system with `n` baselines by their first k predictions (verdict_is_right). `out`
 * receives an array for each, with a row for each category, `all` bugs, and `correct` programs:
 *
 *     category, n, both, only_system, only_baseline, neither
 *     both_share, only_system_share, only_baseline_share
 *         of the union, what at least one of the two solves; null where it is empty
 *     p_exact     McNemar's test (score/statistics.h)
 *     p_holm_systems     p_exact of this row, adjusted by Holm over the baselines
 *     p_holm_categories  the same over the categories of this baseline; null for all and correct
 *     chi_squared, p_chi_squared
 *     odds_ratio, odds_low, odds_high
 *         only_system / only_baseline: null for 0 / 0; where only_baseline alone is 0, odds_ratio
 *         and odds_high are null, too, for infinite
 *
 * The shares and the first family are those of Tufano and others (on code review); the second is
 * ours. Rows without items are in neither
 * family: null. */
void score_compare(struct json **out, const struct gold *gold, const struct verdicts *system,
                   const struct verdicts *const *baselines, size_t n, int k);

/* Prints the comparisons of a score (score.h) that has baselines. */
void score_baselines_print(const struct json *score, FILE *out);

#endif
