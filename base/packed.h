/* Files that are read and may be compressed: with gzip (RFC 1952), Zstandard (RFC 8878), xz or
 * bzip2. The name decides, in any case (`.CSV.GZ`), or if it does not, the first bytes. Of an
 * archive, only the first bytes decide. */
#ifndef BASE_PACKED_H
#define BASE_PACKED_H

#include "base/err.h"
#include "base/file.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

struct packed; /* opaque: a file that is read */

/* Opens a file; "-" is standard input, which packed_close() leaves open. Reading fails if the file
 * becomes shorter meanwhile. */
int packed_open(struct packed **out, const char *path, struct err *err);

/* Opens what `read` gives, as a file with this name: the content of an entry of an archive, for
 * example. It is called as packed_read(), with its context, as long as the file is open. */
int packed_open_stream(struct packed **out, const char *name,
                       ptrdiff_t (*read)(void *context, char *bytes, size_t capacity,
                                         struct err *err),
                       void *context, struct err *err);

/* Opens an archive. As with gunzip, what comes after the last member of gzip is ignored. */
int packed_open_archive(struct packed **out, const char *path, struct err *err);

/* Reads the next bytes of the content, at most `capacity` > 0. Returns their number, 0 at the
 * end, or ERR. It is an error if the file is damaged, ends too early, or has other bytes after
 * its end. The error is "stopped" if reading was stopped (input_stop() in base/file.h). */
ptrdiff_t packed_read(struct packed *packed, char *bytes, size_t capacity, struct err *err);

/* Return the number of bytes that were read from the file itself, and its size; 0: unknown. */
uint64_t packed_position(const struct packed *packed);
uint64_t packed_size(const struct packed *packed);

/* Makes packed_read() fail from now on when it would have to wait. Any thread may call it. */
void packed_stop(const struct packed *packed);

/* `packed` may be NULL. */
void packed_close(struct packed *packed);
SCOPED_POINTER(packed, packed_close)

/* Appends the names and versions of the libraries. */
void packed_add_library(struct str *out);

#endif
