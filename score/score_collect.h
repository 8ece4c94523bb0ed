/* Collects all figures of a system and of its baselines from their predictions. */
#ifndef SCORE_SCORE_COLLECT_H
#define SCORE_SCORE_COLLECT_H

#include "base/meter.h"
#include "score/score.h"

struct score_request {
    const char *gold, *predictions;             /* paths, like all other texts here */
    struct text_list baselines;                 /* other systems' predictions for the same items */
    const char *rewrites, *rewrite_predictions; /* NULL: none */
    struct fix_choice choice;                   /* of a store */
    struct export_view view;                    /* of answers in words */
    bool has_task;                              /* the user gave the task: rows must agree */
    bool has_granularity, has_context;          /* the same for what was shown */
    bool executes;                              /* run the repaired programs; the gold is a store */
    bool has_thesis;                            /* add the detectors of the thesis */
    int64_t k;                                  /* one of the first k predictions must be right */
    int64_t n_jobs;

    /* Get messages: a note of one line; a wrong line of predictions. */
    void (*on_note)(void *context, const char *note);
    void (*on_wrong_line)(void *context, const char *message);
    void *context;
    struct meter meter; /* of the execution */
};

/* Fills `score` with the members inputs, bugs, patches, false_positives (score.h), k, calibration,
 * languages if there are several, and, if requested, plausible, thesis, baselines and rewrites.
 * Appends the name of the data set to `dataset` if the gold names it. */
int score_collect(struct json *score, struct str *dataset, const struct score_request *request,
                  struct err *err);

#endif
