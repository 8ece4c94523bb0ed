/* Compares a system with others, its baselines, on the same items. */
#ifndef SCORE_SCORE_BASELINE_H
#define SCORE_SCORE_BASELINE_H

#include "score/score.h"

/* Compares a system with `n` baselines by their first k predictions (outcome_is_right). `out`
 * receives an array for each, with a row for each category, `all` bugs, their `localisation` (the
 * place alone must be right; no items without score_has_place()), and `correct` programs:
 *
 *     category, n, both, only_system, only_baseline, neither
 *     p_exact     McNemar's test (base/chance.h)
 *     p_holm_systems     p_exact of this row, adjusted by Holm over the baselines
 *     p_holm_categories  p_exact, adjusted over the categories of this baseline; null for the
 *                        last three rows
 *     chi_squared, p_chi_squared
 *     odds_ratio, odds_low, odds_high
 *         of only_system / only_baseline; null for 0 / 0. If only_baseline alone is 0, odds_ratio
 *         and odds_high are infinite, which is written as null
 *
 * The first family of p values is that of Tufano and others (on code review); the
 * second family is ours. Rows without items are omitted. */
void score_compare(struct json **out, const struct scored *of,
                   const struct outcomes *const *baselines, size_t n, int k);

#endif
