/* What the verdicts of judges mean. One table for all sources.
 *
 * The verdicts of Project CodeNet are those of its README, and compared exactly. The words of other
 * judges (Codeforces, DMOJ, DOMjudge, AtCoder, Kattis, SPOJ, HUSTOJ, QDUOJ, Luogu, Yandex) are
 * compared without case, and any run of other characters than letters and digits counts as one
 * blank: "WRONG_ANSWER", "wrong-answer" and "Wrong answer" are the same. */
#ifndef MINER_VERDICTS_H
#define MINER_VERDICTS_H

#include "miner/pair_source.h"

/* Returns the class of a status in CodeNet's metadata; VERDICT_UNDECIDED if it is not in its
 * README. */
enum verdict_class verdict_class_of(const char *status);

/* Returns the class of any judge's verdict. A number is a score: 100 is Accepted, less is failing.
 * VERDICT_NONE: the verdict is unknown. An empty one is undecided. */
enum verdict_class verdict_class_of_judge(const char *status);

/* Codeforces means something else by a few names than other judges do. Whether a list of verdicts
 * is that of Codeforces, its other verdicts say: one of them is a sign, such as OK or WRONG_ANSWER,
 * exactly as spelled by Codeforces. */
bool verdict_is_codeforces_sign(const char *status);

/* Returns the class that a status has only in such a list; VERDICT_NONE if it means there what it
 * means in any other one. */
enum verdict_class verdict_class_in_codeforces(const char *status);

#endif
