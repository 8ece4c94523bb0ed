/* A file that is read, and for which nobody has to wait longer than he wants to.
 *
 * A pipe gives nothing as long as its writer does nothing, which may be for ever. Reading such a
 * file ends at once when input_stop() is called, from any thread, and when the process is asked to
 * stop (base/interrupt.h). */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

#include "base/scoped.h"
#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>

struct input {
    int fd;         /* of the file, owned unless it is standard input; -1: closed */
    int stop;       /* eventfd: readable once reading is to end; -1: the file lets nobody wait */
    bool may_block; /* a pipe, a socket, a terminal */
};

#define INPUT_CLOSED ((struct input){.fd = -1, .stop = -1})

/* Opens a file; "-" is standard input, which is left open in the end. A pipe with a name waits for
 * somebody who writes to it, but not for ever: INPUT_WAIT_S seconds, then it is an error. */
enum { INPUT_WAIT_S = 10 };
int input_open(struct input *input, const char *path, struct err *err);

/* The next bytes, at most `capacity` > 0. Returns their number, 0 at the end, or ERR with the
 * reason in errno; that is ECANCELED when reading was ended. */
ptrdiff_t input_read(const struct input *input, char *bytes, size_t capacity);

/* From now on input_read() fails with ECANCELED where it would have to wait, also in a thread that
 * is waiting. */
void input_stop(const struct input *input);

/* No thread may read any more. */
void input_close(struct input *input);
SCOPED_VALUE(input, input_close)

#endif
