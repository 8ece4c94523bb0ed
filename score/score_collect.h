/* All figures of a system, and of those that it is compared with, from their predictions. */
#ifndef SCORE_SCORE_COLLECT_H
#define SCORE_SCORE_COLLECT_H

#include "score/score.h"

struct score_request {
    const char *gold, *predictions;             /* paths, as all others */
    struct text_list baselines;                 /* what other systems predict of the same items */
    const char *rewrites, *rewrite_predictions; /* NULL: none */
    struct fix_choice choice;                   /* of a store */
    struct export_view view;                    /* of answers in words */
    bool has_task,
        has_view;    /* the task, how much was shown, were given: rows must not say otherwise */
    bool has_thesis; /* the detectors of the thesis are wanted beside it */
    int64_t k;       /* of so many first predictions one must be right */
    int64_t n_jobs;

    /* Take what there is to say: a note, one line, and each line of predictions that is wrong. */
    void (*on_note)(void *context, const char *note);
    void (*on_wrong_line)(void *context, const char *message);
    void *context;
};

/* Fills `score` with the members inputs, bugs, patches, false_positives (score.h), k, calibration,
 * and, where they are asked for, thesis, baselines and rewrites. Appends the name of the data set
 * to `dataset` if the gold says it. */
int score_collect(struct json *score, struct str *dataset, const struct score_request *request,
                  struct err *err);

#endif
