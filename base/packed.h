/* Files that may be compressed: gzip (RFC 1952) and Zstandard (RFC 8878); files that are read, also
 * xz and bzip2.
 *
 * When writing, the name of the file decides the compression. When reading, the name decides, in
 * any case (`.CSV.GZ`), or if it does not, the first bytes. Of an archive, only the first bytes
 * decide. */
#ifndef BASE_PACKED_H
#define BASE_PACKED_H

#include "base/str.h"
#include "base/err.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum packing {
    PACKING_NONE,
    PACKING_GZIP,
    PACKING_ZSTD,
    N_PACKINGS, /* that are written; the others are only read */
    PACKING_XZ = N_PACKINGS,
    PACKING_BZIP2,
};

/* Returns the packing of a file with that name that is written: `.gz`, `.zst`, or none. */
enum packing packing_of(const char *path);

/* Returns the packing of a file with that name that is read: also `.xz` and `.bz2`, in any case. */
enum packing packing_of_input(const char *path);

/* Returns the packing of a file that begins with these bytes. */
enum packing packing_of_bytes(const char *bytes, size_t length);

/* Returns the suffix of such names: "", ".gz", ".zst", ".xz" or ".bz2". */
const char *packing_suffix(enum packing packing);

/* Returns a stream that packs what is written to it and writes the result to `below`, which the
 * caller keeps. PACKING_NONE passes the bytes on unchanged. The result depends only on the bytes
 * written, not on the size of the writes or the time (gzip: level 6; Zstandard: level 3, with a
 * checksum).
 *
 * fclose() finishes the packed data and flushes `below` without closing it. Failures to write are
 * reported as usual: by ferror(), by the result of fclose(), and in errno. fflush() passes nothing
 * on to `below`. Returns NULL with an error when this libarchive does not support the packing. */
FILE *packed_writer(FILE *below, enum packing packing, struct err *err);

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
 * its end. The error is "stopped" if reading was stopped (base/input.h). */
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
