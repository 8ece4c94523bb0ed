/* Compares a system with others, its baselines, on the same items. */
#ifndef SCORE_SCORE_BASELINE_H
#define SCORE_SCORE_BASELINE_H

#include "score/score.h"

/* Compares a system with `n` baselines by their first k predictions (verdict_is_right). `out`
 * receives an array for each, with a row for each category, `all` bugs, their `localisation` (the
 * place alone must be right; no items without score_has_place()), and `correct` programs:
 *
 *     category, n, both, only_system, only_baseline, neither
 *     both_share, only_system_share, only_baseline_share
 *         shares of the items that at least one of the two solves; null if there are none
 *     p_exact     McNemar's test (base/statistics.h)
 *     p_holm_systems     p_exact of this row, adjusted by Holm over the baselines
 *     p_holm_categories  p_exact, adjusted over the categories of this baseline; null for the
 *                        last three rows
 *     chi_squared, p_chi_squared
 *     odds_ratio, odds_low, odds_high
 *         of only_system / only_baseline; null for 0 / 0. If only_baseline alone is 0, odds_ratio
 *         and odds_high are infinite, which is written as null
 *
 * The shares and the first family of p values are those of Tufano and others (on code review); the
 * second family is ours. Rows without items are in neither family; their values are null. */
void score_compare(struct json **out, const struct scored *of,
                   const struct verdicts *const *baselines, size_t n, int k);

/* Prints the comparisons of a score (score.h) that has baselines. */
void score_baselines_print(const struct json *score, FILE *out);

#endif
