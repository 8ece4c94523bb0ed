/* The lines of a file, one after the other: of any that may be packed (base/packed.h), of JSON
 * lines, and of lists that the user writes. */
#ifndef BASE_LINES_H
#define BASE_LINES_H

#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The usual bound on a line, for `max_bytes`: 256 MiB. */
#define LINES_MAX_BYTES ((size_t)256 << 20)

struct lines {
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
int lines_open(struct lines *lines, const char *path, size_t max_bytes, struct err *err);

/* The next line, without its line end (LF or CRLF). It may hold anything, zero bytes, too, and a
 * zero stands behind it; it may be changed, and is valid until the next call. What stands behind
 * the last line end is a line if it is not empty. Returns 1, 0 at the end, or ERR, also for a line
 * that is too long. */
int lines_next(struct lines *lines, char **line, size_t *length, struct err *err);

/* A zeroed or closed one may be closed again. */
void lines_close(struct lines *lines);
SCOPED_VALUE(lines, lines_close)

/* A line of a file of JSON lines that is not blank. */
struct json_line {
    uint64_t number;  /* from 1 */
    const char *text; /* a zero stands behind it */
    size_t length;
    const struct json *value;
    const char *problem; /* why `value` is NULL */
};

/* Calls `take` for each, which may be packed; ends at its first error. */
int lines_each_json(const char *path,
                    int (*take)(void *context, const struct json_line *line, struct err *err),
                    void *context, struct err *err);

/* Calls `take` for each line of a list that is not blank, without blanks at its ends; the line
 * may be changed. Ends at its first error. Fails for what is no UTF-8 text. */
int lines_each(const char *path,
               int (*take)(void *context, char *line, size_t number, struct err *err),
               void *context, struct err *err);

#endif
