/* The commits at which the listing of a repository begins. */
#ifndef GIT_TIPS_H
#define GIT_TIPS_H

#include "sources/git/repository.h"

/* Finds the tips of the references, and the references that are broken. */
int tips_find(struct repository *repository, struct err *err);

/* Leaves out the tips from which git cannot list the commits, because one is missing or damaged, as
 * broken references with what git says of them. */
int tips_leave_out(struct repository *repository, struct err *err);

/* Some of the tips. */
struct tips {
    const struct reference *list;
    size_t n;
};

/* Writes the next of the tips, the context, to a git command (git_requests). */
bool tips_ask(void *context, struct str *out);

#endif
