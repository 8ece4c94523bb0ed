/* Writes a trial to the journal of a run. */
#ifndef VERIFY_TRIAL_ROWS_H
#define VERIFY_TRIAL_ROWS_H

#include "db/db.h"
#include "verify/trial.h"

/* Adds the rows of a problem: its tests, those that were found, the runs of its programs on them,
 * and the verdicts (db/verdict_rows.h). */
int trial_write(struct db *journal, const struct problem_trial *trial, struct err *err);

#endif
