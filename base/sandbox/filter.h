/* The system calls that a program in the sandbox may make (seccomp). */
#ifndef BASE_SANDBOX_FILTER_H
#define BASE_SANDBOX_FILTER_H

#include "base/err.h"

#include <linux/filter.h>
#include <stdbool.h>

/* Makes the filter. `may_fork`: the program may start processes, as compilers do; otherwise it can
 * only start threads. The filter's memory belongs to the caller: filter_release(). */
int filter_make(struct sock_fprog *out, bool may_fork, struct err *err);
void filter_release(struct sock_fprog *filter);

#endif
