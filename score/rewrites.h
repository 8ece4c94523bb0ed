/* Whether a system still solves a bug after the programs of its fix are rewritten.
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
 * executed tests in the same way. */
#ifndef SCORE_REWRITES_H
#define SCORE_REWRITES_H

#include "base/json.h"
#include "score/judge.h"

/* Collects the figures, with shares as in score.h:
 *
 *     rewrites          the number of rewrites
 *     without_original  the number whose bug is not in the gold; otherwise ignored
 *     of_correct        the number made from correct programs; otherwise ignored
 *     kinds             [{kind, rewrites, rewrites_of_solved, pdm, solved, pda}], for `all` and for
 *                       each kind: all its rewrites, NAM, NDM/NAM, NAS, NDS/NAS
 *
 * A kind without rewrites has no NAS. Fails if an id is not that of a rewrite. Release `*out` with
 * json_free(), also after a failure. */
int rewrites_score(struct json **out, const struct judged *bugs, const struct judged *rewrites,
                   int k, struct err *err);

#endif
