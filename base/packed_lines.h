/* The lines of a file that may be packed (base/packed.h), one after the other. */
#ifndef BASE_PACKED_LINES_H
#define BASE_PACKED_LINES_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The usual bound on a line, for `max_bytes`: 256 MiB. */
#define PACKED_LINES_MAX_BYTES ((size_t)256 << 20)

struct packed_lines {
    uint64_t number; /* of the line that was given last, from 1; 0 before the first */
    bool ended;      /* whether that line had a line end; false only for the last of a file */
    /* its own */
    struct packed *file;
    char *path;       /* for messages */
    size_t max_bytes; /* of a line without its end */
    char *bytes;      /* a part of the content */
    size_t capacity;
    size_t start, end; /* what of it has not been given */
};

/* Opens a file; "-" is standard input. A line may have `max_bytes` bytes without its end. On
 * failure there is nothing to close. */
int packed_lines_open(struct packed_lines *lines, const char *path, size_t max_bytes,
                      struct err *err);

/* The next line, without its line end (LF or CRLF). It may hold anything, zero bytes, too, and a
 * zero stands behind it; it may be changed, and is valid until the next call. What stands behind
 * the last line end is a line if it is not empty. Returns 1, 0 at the end, or ERR, also for a line
 * that is too long. */
int packed_lines_next(struct packed_lines *lines, char **line, size_t *length, struct err *err);

/* A zeroed or closed one may be closed again. */
void packed_lines_close(struct packed_lines *lines);

#endif
