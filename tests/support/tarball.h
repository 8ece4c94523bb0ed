/* Archives: written here, and unpacked with small limits. */
#ifndef TESTS_SUPPORT_TARBALL_H
#define TESTS_SUPPORT_TARBALL_H

#include "base/str.h"
#include "codenet/unpack.h"

#include <stdint.h>

/* Tar archives made header by header, so that they may be as wrong as a test wants them.
 *
 * Format: ustar (POSIX.1-1988), pax headers (POSIX.1-2001), and GNU's long names and sizes in base
 * 256. */

enum { TAR_BLOCK = 512 };

enum tar_type {
    TAR_FILE = '0',
    TAR_HARD_LINK = '1',
    TAR_SYMBOLIC_LINK = '2',
    TAR_CHARACTER_DEVICE = '3',
    TAR_BLOCK_DEVICE = '4',
    TAR_FOLDER = '5',
    TAR_FIFO = '6',
};

/* Appends a header that says `size`, whatever follows; `link` may be NULL. A path of more than 100
 * bytes is divided at a slash. */
void tarball_add_header(struct str *tar, char type, const char *path, const char *link,
                        uint64_t size);

/* Appends content, filled up with zeros to whole blocks. */
void tarball_add_content(struct str *tar, const char *bytes, size_t length);

/* Appends header and content of a file, or the header of something without content. */
void tarball_add_file(struct str *tar, const char *path, const char *bytes, size_t length);
void tarball_add_text(struct str *tar, const char *path, const char *text);
void tarball_add_other(struct str *tar, char type, const char *path);
void tarball_add_link(struct str *tar, char type, const char *path, const char *link);

/* Says something of the next entry that its own header does not hold: a pax record, or a path as
 * GNU tar writes it. */
void tarball_add_pax(struct str *tar, const char *keyword, const char *value);
void tarball_add_long_path(struct str *tar, const char *path);

/* The two blocks of zeros at the end. */
void tarball_end(struct str *tar);

/* Writes $SCRATCH/NAME; returns its path. */
const char *tarball_save(const struct str *tar, const char *name);

/* The compressors that archives may have, with the one that leaves a file as it is (`cat`) first.
 */
enum { N_COMPRESSORS = 5 };
struct compressor {
    const char *command, *extension;
};
extern const struct compressor compressors[N_COMPRESSORS];

/* The file at `path`, compressed, beside it; NULL when the machine has no such compressor, which is
 * said once on stdout. `compressor` is one of those above. */
const char *tarball_compress(const char *path, const struct compressor *compressor);

/* Archives, unpacked with small limits. */

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
