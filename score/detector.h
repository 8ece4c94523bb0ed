/* Simple bug detectors, as a floor for tables of scores. All weigh the same changes of a program: a
 * name, a literal or an operator becomes another text of its kind, from the program, from the
 * operators of the language or, for literals, from what was learned; a negation is deleted, or
 * inserted before a name. The odds of a change are those that it repairs a bug, and that there is
 * none, if half of all programs have a bug. */
#ifndef SCORE_DETECTOR_H
#define SCORE_DETECTOR_H

#include "score/gold.h"

struct lessons; /* opaque: what was learned from fixes */
struct lessons *lessons_new(void);
void lessons_free(struct lessons *lessons);
SCOPED_POINTER(lessons, lessons_free)

/* Learns from an item of a store: its fixed program, and its edit. Memory: some 100 bytes for each
 * different sequence of up to three tokens. */
void lessons_add(struct lessons *lessons, const struct gold_item *item);

/* Returns the name of a detector: 0, 1, ...; NULL after the last. */
const char *detector_name(int detector);

struct guess_options {
    int detector;
    size_t k;            /* maximum number of predictions of an item */
    double correct_odds; /* "no bug" is the first prediction if the odds of all changes together are
                            not greater, else the last; 0: it is none */
    const char *seed;    /* of random draws, with the id of the item */
};

/* Appends the predictions for an item (predictions.h). */
void lessons_guess(struct str *out, struct lessons *lessons, const struct gold_item *item,
                   const struct guess_options *options);

#endif
