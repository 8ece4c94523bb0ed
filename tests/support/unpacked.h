/* Archives, unpacked with small limits. */
#ifndef TESTS_SUPPORT_UNPACKED_H
#define TESTS_SUPPORT_UNPACKED_H

#include "base/str.h"
#include "codenet/unpack.h"

/* The limits, in bytes. */
enum { MAX_SOURCE_BYTES = 10, MAX_TABLE_BYTES = 100, MAX_CLUSTERS_BYTES = 20, MAX_TEXT_BYTES = 15 };

/* Options with these limits, for Python, with a spool below $SCRATCH. */
struct unpack_options unpacked_options(enum unpack_content content);

/* What came out of an archive. */
struct kept {
    struct str files;  /* "PATH[CONTENT]; " or "PATH(reason); ", as asked for */
    struct str errors; /* "PATH: why; ", only entries that were refused */
    struct str top;
    int status;
    struct err err;
};

/* Unpacks an archive. Release with kept_release(). */
void unpack_file(struct kept *kept, const char *path, enum unpack_content content);

/* The same with a tar archive that lacks only its end; `tar` is released. */
void unpack_tar(struct kept *kept, struct str *tar, enum unpack_content content);
void kept_release(struct kept *kept);
SCOPED_VALUE(kept, kept_release)

#endif
