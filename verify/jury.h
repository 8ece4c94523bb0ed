/* The jury of a problem: Accepted programs that pass all its tests, perhaps with other white space,
 * no two with the same tokens. */
#ifndef VERIFY_JURY_H
#define VERIFY_JURY_H

#include "augment/correct_programs.h"
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
    enum sameness sameness; /* the least of its outputs with those of the tests */
};

struct jury {
    struct juror jurors[JURY_MAX + JURY_SPARE];
    size_t n;
};

/* Chooses up to `most` jurors, and the spare ones, among the Accepted programs, which must outlive
 * the jury, and loads them. `seed` decides the order in which programs are tried. */
int jury_choose(struct jury *out, struct problem_runner *runner,
                const struct correct_programs *accepted, size_t most, const char *seed,
                struct err *err);

/* Sets `out` to the jurors, up to `most`, that are none of `n` programs, and whose outputs are at
 * least as much the same as `least`. */
void jury_without(struct jury *out, const struct jury *jury, size_t most, enum sameness least,
                  const struct digest *programs, size_t n);

#endif
