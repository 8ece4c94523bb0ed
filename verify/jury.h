/* The jury of a problem: Accepted programs that pass all its tests, perhaps with other white space,
 * and that are fast. No two have the same tokens.
 *
 * Most searches find no input on which two programs differ, and ask nobody. So the candidates are
 * chosen first, and run only when somebody is to be asked. */
#ifndef VERIFY_JURY_H
#define VERIFY_JURY_H

#include "base/thread.h"
#include "fixes/correct_programs.h"
#include "verify/problem_runner.h"

enum {
    JURY_FIRST_NUMBER = 2, /* of the jurors as loaded programs; those before it are for others */
    JURY_MAX = 10,         /* jurors of a fix */
    JURY_SPARE = 4, /* in place of those that are the programs of a fix, or their originals */
};

struct juror {
    const char *submission_id;
    struct executable program;
    struct digest digest;
    unsigned number;        /* of the loaded program */
    enum sameness sameness; /* the least of its outputs with those of the tests; SAME_LINES for a
                               candidate */
};

struct jury {
    size_t most;                    /* jurors of a fix */
    ARRAY(struct juror) candidates; /* in the order in which they are tried */
    struct monitor monitor;         /* guards what follows */
    bool is_seated;
    ARRAY(struct juror) jurors; /* the candidates that passed */
};
void jury_init(struct jury *jury);
void jury_release(struct jury *jury);

/* Chooses the candidates among the Accepted programs, which must outlive the jury. At most `most`
 * are jurors of a fix. `seed` decides the order. */
void jury_choose(struct jury *jury, struct problem_runner *runner,
                 const struct correct_programs *accepted, size_t most, const char *seed);

/* Returns how many of the candidates are likely to be jurors, with the spare ones. */
size_t jury_expected(const struct jury *jury);

/* Loads candidates and runs them on the tests, until enough have passed, or as many were slow. Does
 * nothing if that is done; waits if another thread does it. */
int jury_seat(struct jury *jury, struct problem_runner *runner, struct err *err);

/* Loads a juror, unless the runner has loaded it. */
int juror_load(const struct juror *juror, struct problem_runner *runner, struct err *err);

/* The jurors of a pair of programs: all of a jury but these programs, and those whose outputs are
 * less the same as those of the tests. */
struct panel {
    struct jury *jury; /* borrowed */
    enum sameness sameness;
    struct digest programs[4];
    size_t n_programs;
    bool is_seated; /* it has jurors; before, candidates, also if the jury was seated for others, so
                       that a search does not depend on others */
};

/* Returns juror `index`, a candidate before the panel is seated; NULL if there are fewer. */
const struct juror *panel_juror(const struct panel *panel, size_t index);

/* Returns the number of jurors, which is the most that there may be before the panel is seated. */
size_t panel_size(const struct panel *panel);

#endif
