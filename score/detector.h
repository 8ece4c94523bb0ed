/* Simple bug detectors, as a floor for tables of scores. All weigh the same changes of a program: a
 * name becomes another name of the program; an operator or a literal becomes another of its class
 * that is in the program or in the fixes. No token is inserted or deleted. */
#ifndef SCORE_DETECTOR_H
#define SCORE_DETECTOR_H

#include "export/export.h"
#include "score/gold.h"

struct detector_options {
    int kind;         /* 0: by frequent edits, 1: by n-grams, 2: at random */
    size_t k;         /* maximum number of predictions of a bug */
    const char *seed; /* of random draws, with the id of the bug */
    struct meter meter;
};

/* Writes and counts predictions (predictions.h) for the bugs in this part of the split set, after
 * learning from the fixes in others. Memory: some 100 bytes for each different trigram. */
int detector_run(int64_t *n, struct output *output, const struct detector_options *options,
                 const struct gold *fixes, const struct gold *bugs, int part, struct err *err);

#endif
