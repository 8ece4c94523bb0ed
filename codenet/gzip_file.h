/* The content of a gzip file (RFC 1952), checked against its CRC and length: the door to zlib.
 * libarchive reads gzip, too, but does not look at either. */
#ifndef CODENET_GZIP_FILE_H
#define CODENET_GZIP_FILE_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct gzip_file; /* opaque */

/* Whether a regular file begins as gzip does. */
bool gzip_file_is_one(const char *path);

int gzip_file_open(struct gzip_file **out, const char *path, struct err *err);

/* The next bytes. Returns their number, 0 at the end, or ERR. */
ptrdiff_t gzip_file_read(struct gzip_file *file, char *bytes, size_t capacity, struct err *err);

/* Bytes of the file that were read so far. */
uint64_t gzip_file_bytes_done(struct gzip_file *file);

/* May be NULL. */
void gzip_file_close(struct gzip_file *file);

#endif
