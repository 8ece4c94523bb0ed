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
 *     PDM  of the rewrites, those on which the verdict (is the first prediction right in place and
 *          repair?) is another one than on the bug itself
 *     PDA  of the bugs that have rewrites, those with at least one such rewrite
 *
 * and performance veracity, of what is solved the share that does not leak: before, of the bugs
 * that have rewrites; after, of the rewrites, which leak if their bug does. */
#ifndef REPORT_REWRITES_H
#define REPORT_REWRITES_H

#include "base/json.h"
#include "report/verdicts.h"

#include <stdio.h>

/* Collects the figures: {rewrites, without_original, of_correct, has_leaks, kinds: [{kind, leaks,
 * rewrites, pdm, bugs, pda, ...}], veracity: [{kind, ...}]}. A row of `kinds` is of one kind of
 * rewrite or `all`, and of items that leak (`yes`), do not (`no`), or of both (`any`); of leaks
 * `yes` and `no` there are rows, and of `veracity` any, only when the gold's store knows what
 * leaks. Rewrites whose bug is not in `gold`, or is a correct program, are only counted. Fails for
 * an id that is none of a rewrite. */
int rewrites_score(struct json **out, const struct gold *gold, const struct verdicts *verdicts,
                   const struct gold *rewrites, const struct verdicts *rewrite_verdicts,
                   struct err *err);
void rewrites_print(const struct json *object, FILE *out);

/* Appends the id of the bug to `original` and the kind, without a number, to `kind`. False when
 * `id` is none of a rewrite. */
bool rewrite_read_id(const char *id, struct str *original, struct str *kind);

#endif
