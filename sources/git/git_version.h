/* Whether git can be run on this machine. */
#ifndef GIT_GIT_VERSION_H
#define GIT_GIT_VERSION_H

#include "base/err.h"

/* Runs git in a sandbox. Fails if it cannot be run, or is older than 2.25; the message says what to
 * do. */
int git_check_version(struct err *err);

/* Fails if it cannot read references in the format reftable. */
int git_check_reftable(struct err *err);

#endif
