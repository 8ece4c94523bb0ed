/* Whether a system finds a bug also when the program around it is written otherwise.
 *
 * A rewrite is a gold item of its own whose id is that of a bug with the kind of rewrite behind
 * both submissions: `p1-s1~rename-s2~rename` is one of `p1-s1-s2`; a number may follow the kind
 * (`~rename2`).
 *
 * PDM (differing mutants) and PDA (affected bugs) are named after the measures of Li and others,
 * Journal of Software 35(7), 2024 (doi 10.13328/j.cnki.jos.007110), which may count in another way;
 * what is counted here is this alone:
 *
 *     PDM  of the rewrites, those on which the verdict (is one of the first k predictions right in place
 *          and repair?) is another one than on the bug itself
 *     PDA  of the bugs that have rewrites, those with at least one such rewrite
 *
 * and performance veracity, of what is solved the share that does not leak: before, of the bugs
 * that have rewrites; after, of the rewrites, which leak if their bug does. */
#ifndef REPORT_REWRITES_H
#define REPORT_REWRITES_H

#include "base/json.h"
#include "report/verdicts.h"

#include <stdio.h>

/* Collects the figures, with shares as in score.h:
 *
 *     rewrites          how many there are
 *     without_original  of these, whose bug the gold does not have: only counted
 *     of_correct        which are of correct programs: only counted
 *     has_leaks         whether the gold's store knows what leaks
 *     kinds             [{kind, leaks, rewrites, pdm, bugs, pda}]: a row for `all` kinds and for each,
 *                       of `any` items; when has_leaks, also for those that leak: `yes`, and `no`
 *     veracity          [{kind, solved_before, before, solved_after, after}], when has_leaks
 *
 * Fails for an id that is none of a rewrite, and for more kinds than MAX_REWRITE_KINDS. Release
 * with json_free(). */
enum { MAX_REWRITE_KINDS = 32 };
int rewrites_score(struct json **out, const struct gold *gold, const struct verdicts *verdicts,
                   const struct gold *rewrites, const struct verdicts *rewrite_verdicts, int k,
                   struct err *err);
void rewrites_print(const struct json *object, double k, FILE *out);

/* Appends the id of the bug to `original` and the kind, without a number, to `kind`. A submission may
 * have several `~kind` behind (a mutant, or a rewrite, that was rewritten): the last one is the
 * rewrite's. False when `id` is none of a rewrite. */
bool rewrite_read_id(const char *id, struct str *original, struct str *kind);

#endif
