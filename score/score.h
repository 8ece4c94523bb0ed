/* The score of systems on a gold: figures (measures.h) as JSON, and the same figures for people, as
 * LaTeX and as CSV. */
#ifndef SCORE_SCORE_H
#define SCORE_SCORE_H

#include "base/meter.h"
#include "score/measures.h"

#include <stdio.h>

/* What is scored. */
struct score_request {
    const char *gold;                           /* rows; a path, like all other texts here */
    const char *predictions;                    /* NULL: the floor is scored */
    struct text_list baselines;                 /* other systems' predictions for the same rows */
    const char *rewrites, *rewrite_predictions; /* rows and their predictions; NULL: none */
    const char *database, *split_set;           /* NULL: none */
    const char *floor;                          /* gets the predictions of the floor; NULL: none */
    bool is_replacing;                          /* `floor` may exist */
    bool is_place_given;                        /* the system was given the place of the bug */
    bool executes;                              /* run the repaired programs; needs a database */
    bool has_thesis;                            /* add the detectors of the thesis */
    int64_t k;                                  /* one of the first k predictions must be right */
    struct score_ranks ranks;                   /* the k of all shares, among them this one */
    int64_t n_jobs;

    void (*on_note)(void *context, const char *note); /* gets notes of one line */
    void *context;
    struct meter meter; /* of the floor and the execution */
};

/* Fills `score` with the members name (of the system), k, samples (true; else absent), bootstrap
 * ({problems, without_problem, resamples}), inputs (a list: of the system, of its baselines, and of
 * the floor), shares (of all these, in the same order) and floor ({learned, why_not}: why_not is
 * the reason if no floor could be made). If requested, also executed, thesis, baselines (their
 * names and comparisons, measures_compare()) and rewrites (measures_rewrites()). Names are the
 * paths of the files. */
int score_collect(struct json *score, const struct score_request *request, struct err *err);

/* Prints a score. */
void score_print(const struct json *score, FILE *out);

/* Prints the table of the shares and those of the tests as LaTeX (report/tabular.h). `gold` is the
 * name of the file of rows. */
void score_print_latex(const struct json *score, const char *gold, FILE *out);

/* Prints all shares as CSV with a head: the keys of the rows, but pass_at for the k of samples. */
void score_print_csv(const struct json *score, FILE *out);

#endif
