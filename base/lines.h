/* Reads a file line by line: any file, which may be packed (base/packed.h); a file of JSON lines;
 * or a list that the user wrote. */
#ifndef BASE_LINES_H
#define BASE_LINES_H

#include "base/json.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The usual value of `max_bytes`, the maximum length of a line: 256 MiB. */
#define LINES_MAX_BYTES ((size_t)256 << 20)

struct lines {
    uint64_t number; /* of the last line returned, from 1; 0 before the first */
    bool ended;      /* whether that line had a line end; only the last line of a file may lack
                        it */
    /* private */
    struct packed *file;
    char *path;       /* for messages */
    size_t max_bytes; /* of a line without its end */
    char *bytes;      /* a part of the content */
    size_t capacity;
    size_t start, end; /* the bytes of it that are not yet returned */
};

/* Opens a file; "-" is standard input. A line may have up to `max_bytes` bytes without its end.
 * After a failure there is nothing to close. */
int lines_open(struct lines *lines, const char *path, size_t max_bytes, struct err *err);

/* Sets `line` to the next line, without its line end (LF or CRLF). The line may contain any bytes,
 * including zero bytes, and is followed by a zero. It may be changed, and is valid until the next
 * call. Bytes after the last line end are a line. Returns 1, 0 at the end, or ERR. A line that is
 * too long is an error. */
int lines_next(struct lines *lines, char **line, size_t *length, struct err *err);

/* Closes the file. It may already be closed, or zeroed. */
void lines_close(struct lines *lines);
SCOPED_VALUE(lines, lines_close)

/* A line of a file of JSON lines. It is not blank. */
struct json_line {
    uint64_t number; /* from 1 */
    const struct json *value;
    const char *problem; /* why `value` is NULL */
};

/* Calls `take` for each such line of a file, which may be packed. Ends at the first error of
 * `take`. */
int lines_each_json(const char *path,
                    int (*take)(void *context, const struct json_line *line, struct err *err),
                    void *context, struct err *err);

/* Calls `take` for each non-blank line of a list, without the blanks at its ends. `take` may change
 * the line. Ends at the first error of `take`. Fails if the file is not UTF-8 text. */
int lines_each(const char *path,
               int (*take)(void *context, char *line, size_t number, struct err *err),
               void *context, struct err *err);

#endif
