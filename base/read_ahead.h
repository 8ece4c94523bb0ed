/* Produces bytes in a separate thread, ahead of their reader. */
#ifndef BASE_READ_AHEAD_H
#define BASE_READ_AHEAD_H

#include "base/err.h"
#include "base/mem.h"

#include <stddef.h>

struct read_ahead; /* opaque: a ring of blocks that limits the memory (4 MiB) */

/* Starts a thread that calls `fill` again and again. `fill` writes up to `capacity` bytes to
 * `block` and returns their number, 0 at the end, or ERR with its error. */
int read_ahead_start(struct read_ahead **out,
                     ptrdiff_t (*fill)(void *context, char *block, size_t capacity,
                                       struct err *err),
                     void *context, struct err *err);

/* Sets `bytes` to the next bytes, valid until the next call. Returns their number, 0 at the end, or
 * ERR. */
ptrdiff_t read_ahead_next(struct read_ahead *ahead, const char **bytes, struct err *err);

/* Ends the thread as soon as `fill` returns, and releases everything. `ahead` may be NULL. */
void read_ahead_stop(struct read_ahead *ahead);
SCOPED_POINTER(read_ahead, read_ahead_stop)

#endif
