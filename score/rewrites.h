/* Whether a system solves a bug also when the programs of its fix are written otherwise.
 *
 * A rewrite (a variant, or mutant, in the papers) is a gold item of its own. Its id is that of its
 * bug with the kind of rewrite added to both submissions: `p1-s1~rename-s2~rename` is one of
 * `p1-s1-s2`; a number may follow the kind (`~rename2`).
 *
 * PDM and PDA are those of Li and others, Journal of Software 35(7), 2024 (doi
 * 10.13328/j.cnki.jos.007110), formulas 4 and 5. A bug is solved (repaired, in the paper) when one
 * of the first k predictions is right; the paper counts 200 candidates.
 *
 *     PDM = NDM/NAM  NAM: the rewrites of bugs that are solved; NDM: those of them that are not
 *     PDA = NDS/NAS  NAS: the bugs that are solved, with or without rewrites; NDS: those of them
 *                    with at least one rewrite that is not solved
 *
 * So a bug that is not solved never counts, nor does what a rewrite gains. Figures of several kinds
 * are pooled: numerators and denominators are summed over the kinds, and a bug counts in NAS and
 * NDS once for each kind. The two kinds of the paper are `rename` and `condition`.
 *
 * A rewrite is solved when a prediction gives exactly the fixed program, or says its place and
 * token. In the paper a patch that only passes the tests is lost, too, as a wrong one is; verdicts
 * of executed tests are to be counted like that.
 *
 * Two more figures are ours: verdicts that change (of all rewrites of all bugs, gained and lost),
 * and what is solved without leaks (of what is solved, the share that does not leak: before, of the
 * bugs that have rewrites; after, of the rewrites, which leak if their bug does). */
#ifndef SCORE_REWRITES_H
#define SCORE_REWRITES_H

#include "base/json.h"
#include "score/judge.h"

#include <stdio.h>

/* Collects the figures, with shares as in score.h:
 *
 *     rewrites              how many there are
 *     without_original      those whose bug is not in the gold: only counted
 *     of_correct            which are of correct programs: only counted
 *     has_leaks             whether the gold's store knows what leaks
 *     kinds                 [{kind, leaks, rewrites_of_solved, pdm, solved, pda, rewrites, changed,
 *                           bugs, bugs_changed}]: NAM, NDM/NAM, NAS, NDS/NAS; all rewrites and the
 *                           share whose verdict is another; bugs that have rewrites and the share
 *                           with such a rewrite. A row for `all` kinds, for `rename+condition` when
 *                           there are both, and for each kind, of `any` items; when has_leaks,
 *                           also for those that leak: `yes`, and `no`
 *     solved_without_leaks  [{kind, solved_before, before, solved_after, after}], when has_leaks
 *
 * A kind without rewrites has no NAS. Fails for an id that is not one of a rewrite,
 * and for more kinds than MAX_REWRITE_KINDS. Release with json_free(). */
enum { MAX_REWRITE_KINDS = 32 };
int rewrites_score(struct json **out, const struct gold *gold, const struct verdicts *verdicts,
                   const struct gold *rewrites, const struct verdicts *rewrite_verdicts, int k,
                   struct err *err);
void rewrites_print(const struct json *object, double k, FILE *out);

/* Appends the id of the bug to `original` and the kind, without a number, to `kind`. A submission
 * may have several `~kind` behind (a mutant, or a rewrite, that was rewritten): the last one is the
 * rewrite's. False when `id` is none of a rewrite. */
bool rewrite_read_id(const char *id, struct str *original, struct str *kind);

#endif
