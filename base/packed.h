/* Files that are compressed, or not: gzip (RFC 1952) and Zstandard (RFC 8878).
 *
 * What is written follows from the name of the file; what is read, from its name or, where that
 * does not tell, from its first bytes. */
#ifndef BASE_PACKED_H
#define BASE_PACKED_H

#include "base/str.h"
#include "base/err.h"

#include <stddef.h>
#include <stdio.h>

enum packing { PACKING_NONE, PACKING_GZIP, PACKING_ZSTD, N_PACKINGS };

/* How a file of that name is packed: `.gz`, `.zst`, or not. */
enum packing packing_of(const char *path);

/* What stands at the end of a name: "", ".gz", ".zst". */
const char *packing_suffix(enum packing packing);

/* A stream that packs what is written to it into `below`, which it does not own. With PACKING_NONE
 * it hands it on as it is. The bytes follow from what is written alone, not from the size of the
 * writes or the time (gzip: level 6; Zstandard: level 3, with a checksum).
 *
 * fclose() ends what is packed and flushes `below`, without closing it. What cannot be written
 * shows as usual: ferror(), a result of fclose() that is not 0, and errno. fflush() hands nothing
 * on to `below`. Returns NULL with an error when this libarchive cannot pack so. */
FILE *packed_writer(FILE *below, enum packing packing, struct err *err);

struct packed; /* opaque: a file that is read */

/* Opens a file; "-" is standard input, which is left open in the end. */
int packed_open(struct packed **out, const char *path, struct err *err);

/* The next bytes of the content, at most `capacity` > 0. Returns their number, 0 at the end, or
 * ERR, also for a file that is damaged, ends too early, or holds other bytes behind its end. */
ptrdiff_t packed_read(struct packed *packed, char *bytes, size_t capacity, struct err *err);

/* May be NULL. */
void packed_close(struct packed *packed);
SCOPED_POINTER(packed, packed_close)

/* Appends name and version of the library. */
void packed_add_library(struct str *out);

#endif
