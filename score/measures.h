/* The figures of a score, as JSON: shares of what is right, comparisons of systems, and what
 * rewrites lose.
 *
 * A share is an object {n, right, share, low, high, boot_low, boot_high}, with its 95 % intervals:
 * Wilson's, and that of a bootstrap over the problems of the items (base/chance.h), because fixes
 * of one problem are not independent. All but n and right are null if n is 0; the last two also if
 * all items are of one problem.
 *
 * Predictions are ranked guesses, and a share with a k counts the items for which one of the first
 * k is right. Or they are independent samples. Then it is the mean of the unbiased estimates of
 * pass@k over the items, `right` is their sum, and so is n if it is itself a number of right ones.
 * It is null if one of the items has fewer than k samples. (The scripts of Chen and others,
 * openai/human-eval, leave such a k out, too.) */
#ifndef SCORE_MEASURES_H
#define SCORE_MEASURES_H

#include "base/json.h"
#include "score/plausible.h"

/* The k of the shares, in ascending order. */
enum { MAX_SCORE_RANKS = 16 };
struct score_ranks {
    int k[MAX_SCORE_RANKS];
    int n;
    bool are_samples; /* pass@k of k samples, else the first k predictions */
};

/* Adds a k in its order, if it is not there. There must be room. */
void score_ranks_add(struct score_ranks *ranks, int k);

/* A system's outcomes on a gold, and how they are counted. */
struct scored {
    const struct gold *gold;
    const struct outcomes *outcomes;
    const struct plausibility *plausibility; /* by item; NULL: nothing was executed */
    const struct question *question;         /* of answers in words; NULL: there are none */
    const struct score_ranks *ranks;
    struct bootstrap *bootstrap; /* of gold->n_problems; NULL: without its intervals */
};

/* Returns what was read: the name of the system; the numbers of items, bugs and correct programs;
 * of answered and unanswered items, and of unknown ids; the question of answers in words (NULL:
 * there are none) and how many of these cannot be read; and whether the place of the bug was given.
 */
struct json *measures_inputs(const struct judged_system *system);

/* Adds the shares of a system to a list, as {system, category, language, score, k} with the members
 * of a share. The language is null, but if the gold has several, there are also rows of each. The
 * scores, with their categories:
 *
 *     joint           bugs, by category and `all`: everything that the question asks for is right
 *     localisation    their place is right; only if the question asks for it
 *     repair          of the bugs whose place is right (n), those whose repair is right, too; only
 *                     if the question asks for it. If the place was given (gold.h), of all bugs, as
 *                     in Takada's thesis, and there is neither of the first two
 *     false_positive  `correct` programs that are flagged; unknown if outcomes_are_of_bugs()
 *     exact, plausible  of the `executed` bugs, those for which an exact match, or a plausible
 *                     repair (plausible.h), is among the predictions; if `has_executed` */
void measures_shares(struct json *rows, const char *system, const struct scored *of,
                     bool has_executed);

/* Returns {n, not_shown, not_executed}: the number of executed bugs, of those that no test of
 * `tokfix verify` shows, and of those that a test shows, but not on this machine. */
struct json *measures_executed(const struct scored *of);

/* Compares a system with `n` baselines by their first k predictions (outcome_is_right()). `out`
 * receives an array for each, with a row for each category, `all` bugs, their `localisation` (the
 * place alone must be right; no items without a place to find), and `correct` programs:
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
 * The first family of p values is that of Tufano and others (on code review); the second family is
 * ours. Rows without items are omitted. */
void measures_compare(struct json **out, const struct scored *of,
                      const struct outcomes *const *baselines, size_t n, int k);

/* Finds whether a system still solves a bug after the programs of its fix are rewritten.
 *
 * A rewrite (a variant, or mutant, in the papers) is a separate gold item. Its id is that of its
 * bug with the kind of rewrite added to both submissions: `p1-s1~rename-s2~rename` is a rewrite of
 * `p1-s1-s2`. A number may follow the kind (`~rename2`).
 *
 * PDM and PDA are those of Li and others, Journal of Software 35(7), 2024 (doi
 * 10.13328/j.cnki.jos.007110), formulas 4 and 5. A bug is solved (repaired, in the paper) when one
 * of the first k predictions is right; the paper counts 200 candidates.
 *
 *     PDM = NDM/NAM  NAM: the rewrites of bugs that are solved; NDM: those of them that are not
 *     PDA = NDS/NAS  NAS: the bugs that are solved, with or without rewrites; NDS: those of them
 *                    with at least one rewrite that is not solved
 *
 * So an unsolved bug never counts, and neither does a rewrite that is solved although its bug is
 * not. Figures of several kinds are pooled: numerators and denominators are summed over the kinds,
 * and a bug counts in NAS and NDS once for each kind. The two kinds of the paper are `rename` and
 * `condition`.
 *
 * A rewrite is solved if a prediction gives exactly the fixed program, or its place and token. In
 * the paper, a patch that only passes the tests counts as lost, like a wrong one. Count outcomes of
 * executed tests in the same way.
 *
 * Members:
 *
 *     rewrites          the number of rewrites
 *     without_original  the number whose bug is not in the gold; otherwise ignored
 *     of_correct        the number made from correct programs; otherwise ignored
 *     kinds             [{kind, rewrites, rewrites_of_solved, pdm, solved, pda}], for `all` and for
 *                       each kind: all its rewrites, NAM, NDM/NAM, NAS, NDS/NAS
 *
 * A kind without rewrites has no NAS. Fails if an id is not that of a rewrite. Release `*out` with
 * json_free(), also after a failure. */
int measures_rewrites(struct json **out, const struct scored *bugs, const struct scored *rewrites,
                      int k, struct err *err);

/* Returns the detectors of Takada's thesis (tables 1 and 6; report/sql/thesis.sql has the others):
 * {table, training, joint, localisation, repair, false_positives}, in percent; null: not reported.
 * `repair` is at the given place. */
struct json *measures_thesis(void);

#endif
