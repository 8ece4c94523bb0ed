/* What the verdicts of judges mean. One table for all sources.
 *
 * The verdicts of Project CodeNet are those of its README, and compared exactly. The words of other
 * judges (doc/rows.md has a list of them) are compared without case, blanks and punctuation:
 * "WRONG_ANSWER", "wrong-answer", "WrongAnswer" and "Wrong answer" are the same. Places and reasons
 * may follow a word: "WA on pretest 2", "TLE (2.0 s)". */
#ifndef BASE_VERDICTS_H
#define BASE_VERDICTS_H

#include <stdbool.h>
#include <stddef.h>

/* What a verdict means for a program. */
enum verdict_class {
    VERDICT_NONE, /* the text is not a verdict */
    VERDICT_ACCEPTED,
    VERDICT_FAILING,   /* the program was judged and found wrong */
    VERDICT_UNDECIDED, /* the judge failed or has not judged, or the verdict is unknown */
};

/* Returns the class of a status in CodeNet's metadata; VERDICT_UNDECIDED if it is not in its
 * README. */
enum verdict_class verdict_class_of(const char *status);

/* A few statuses mean something only together with the others of their column. What all of them
 * show is a set of these bits. */
enum verdict_trait {
    VERDICT_TRAIT_WORD = 1 << 0,       /* neither a score nor a sign, nor missing */
    VERDICT_TRAIT_NUMBER = 1 << 1,     /* 40, 87.5: a score in a column without words and signs */
    VERDICT_TRAIT_PLUS = 1 << 2,       /* + or +2, in the tables of ICPC contests */
    VERDICT_TRAIT_MINUS = 1 << 3,      /* -3, there */
    VERDICT_TRAIT_CODEFORCES = 1 << 4, /* a verdict exactly as spelled by Codeforces */
    VERDICT_TRAIT_EJUDGE = 1 << 5,     /* one that only ejudge has, such as RT */
};

/* Returns the traits of a status. Scores such as 40/100 and 87 % have none: they always mean the
 * same. */
unsigned verdict_traits_of(const char *status);

/* Whether the class of a status depends on the traits of its column. */
bool verdict_needs_traits(const char *status);

/* Returns the class of any judge's verdict in a column with these traits.
 * - Numbers are scores if the column has nothing else: 100 is Accepted, less is failing.
 * - `+`, `+2` are Accepted and `-3` is failing, if the column has nothing else.
 * - FAILED is undecided in Codeforces' list, where the judgement was denied; elsewhere the program
 *   is wrong. AC is undecided in ejudge's list: accepted for testing.
 * VERDICT_NONE: the verdict is unknown. An empty one is undecided. */
enum verdict_class verdict_class_of_judge(const char *status, unsigned traits);

/* Whether a comment in a program contains the word of a verdict:
 * - a code such as TLE or AC in upper case, as a word of its own ("AB AC AD" is a list of others);
 * - a phrase such as "wrong answer" or "time limit exceeded", in any case;
 * - a line that is a verdict, or a label and one: "WA on test 3", "Result: Accepted", "wa". A line
 *   that is one ordinary word, such as "ok" or "pass", is none;
 * - a line whose first sentence is "Accepted" or a code: "Accepted. From the editorial." */
bool verdict_is_in_comment(const char *comment, size_t length);

/* A score. The points are negative if there is none, and the full score is if it is unknown. */
struct verdict_score {
    double points, full;
};
#define NO_SCORE ((struct verdict_score){-1, -1})

/* Returns the score that a text is: 40, 40/100, 87.5 %. */
struct verdict_score verdict_score_of(const char *text);

/* Returns the number that a status is; a negative one if it is none. */
double verdict_number(const char *status);

/* Whether two statuses are the same: words without case, and with any of blank, `_` and `-` between
 * them; numbers by their value. Any other, such as `+`, is compared exactly. */
bool verdict_is_same(const char *status, const char *other);

/* Returns the name of what a status means: accepted, WA, PE, partial, TLE, MLE, OLE, QLE, ILE, RE,
 * CE; other: another text; none: "", NULL and the like. */
const char *verdict_name(const char *status);

#endif
