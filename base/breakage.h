/* Keeps the first failure of the machine, for readers that continue without the file they could not
 * read.
 *
 * A missing or damaged file of the input is data and is counted. A disk that cannot be read, or too
 * many open files, says nothing about the input. What was read is then incomplete, and the run has
 * to fail. */
#ifndef BASE_BREAKAGE_H
#define BASE_BREAKAGE_H

#include "base/scoped.h"
#include "base/thread.h"

#include <stdbool.h>

struct breakage {
    struct monitor monitor;
    bool is_ready; /* true between init and release; a zeroed one may be released */
    bool is_broken;
    struct err err; /* the first failure */
};

void breakage_init(struct breakage *breakage);
void breakage_release(struct breakage *breakage);
SCOPED_VALUE(breakage, breakage_release)

/* Notes that `folder`/`name` cannot be read, and why. May be called by any thread. */
void breakage_note(struct breakage *breakage, const char *folder, const char *name,
                   const char *reason);

/* Fails with the first noted failure, if there is one. */
int breakage_check(struct breakage *breakage, struct err *err);

/* Whether an errno is a failure of the machine, and does not come from the file or its name. */
bool breakage_is(int code);

#endif
