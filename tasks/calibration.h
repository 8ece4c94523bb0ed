/* How sure a search is in a repository: how many of the leaks that are planted there it finds, and
 * what it finds before the bases. */
#ifndef TASKS_CALIBRATION_H
#define TASKS_CALIBRATION_H

#include "tasks/planting.h"

struct planted_counts {
    int64_t n_planted, n_found;
    int64_t n_otherwise; /* of those found, by other evidence than `similar` */
    int64_t n_left_out;  /* tasks for which none could be made */
};

/* Of all repositories that were searched. */
struct calibration {
    const char *seed;
    int64_t n_tasks;     /* for which leaks were planted */
    int64_t n_unplanted; /* of which none could be */
    struct planted_counts kinds[N_PLANT_KINDS];
    int64_t n_earlier;             /* changes of files with the golds' names before the bases */
    int64_t n_searched, n_alarmed; /* tasks, and those with a finding before the base */
    int64_t n_alarms[N_EVIDENCES]; /* the same, by evidence */
};

/* Counts what was found in a repository, and removes the findings that are planted commits. */
void calibration_count(struct calibration *calibration, const struct planting *planting,
                       const struct planted_search *search);

#endif
