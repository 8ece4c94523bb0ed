/* Reads a file without waiting for ever.
 *
 * A pipe gives nothing while its writer does nothing, which may be for ever. Reading such a file
 * ends at once when any thread calls input_stop(), and when the process is asked to stop
 * (base/interrupt.h). */
#ifndef BASE_INPUT_H
#define BASE_INPUT_H

#include "base/err.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>

struct input {
    int fd;         /* of the file, owned unless it is standard input; -1: closed */
    int stop;       /* an eventfd that becomes readable when reading is to end; -1: reading the
                       file never waits */
    bool may_block; /* a pipe, a socket, a terminal */
};

#define INPUT_CLOSED ((struct input){.fd = -1, .stop = -1})

/* Opens a file; "-" is standard input, which input_close() leaves open. Opening a named pipe waits
 * INPUT_WAIT_S seconds for a writer, and then fails. */
enum { INPUT_WAIT_S = 10 };
int input_open(struct input *input, const char *path, struct err *err);

/* Reads the next bytes, at most `capacity` > 0. Returns their number, 0 at the end, or ERR with the
 * reason in errno: ECANCELED if reading was stopped. */
ptrdiff_t input_read(const struct input *input, char *bytes, size_t capacity);

/* Copies the first bytes of standard input, at most `capacity`, which stay there to be read. Waits
 * for so many bytes while a pipe may still get them, but not for longer than INPUT_PEEK_S seconds
 * after the first. Returns their number; 0 at the end, if reading was stopped, and if the bytes
 * would not stay: only pipes and regular files can be looked at. */
enum { INPUT_PEEK_S = 2 };
size_t input_peek_standard(char *bytes, size_t capacity);

/* Makes input_read() fail with ECANCELED from now on when it would have to wait. A thread that is
 * waiting stops as well. */
void input_stop(const struct input *input);

/* No thread may read any more. */
void input_close(struct input *input);
SCOPED_VALUE(input, input_close)

#endif
