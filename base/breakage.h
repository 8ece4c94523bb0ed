/* The first failure of the machine among reads that go on without what they were to give.
 *
 * What is missing or damaged in the input is data, to be counted. A disk that cannot be read, or
 * too many open files, say nothing about the input: what was read then lacks something, and the run
 * has to fail. */
#ifndef BASE_BREAKAGE_H
#define BASE_BREAKAGE_H

#include "base/scoped.h"
#include "base/thread.h"

#include <stdbool.h>

struct breakage {
    struct monitor monitor;
    bool is_ready; /* between init and release; a zeroed one may be released */
    bool is_broken;
    struct err err; /* of the first failure */
};

void breakage_init(struct breakage *breakage);
void breakage_release(struct breakage *breakage);
SCOPED_VALUE(breakage, breakage_release)

/* Notes a failure, from any thread: that `folder`/`name` cannot be read, and why. */
void breakage_note(struct breakage *breakage, const char *folder, const char *name,
                   const char *reason);

/* Fails with the first failure that was noted. */
int breakage_check(struct breakage *breakage, struct err *err);

/* Whether an errno is the machine's, and not what a file or its name is. */
bool breakage_is(int code);

#endif
