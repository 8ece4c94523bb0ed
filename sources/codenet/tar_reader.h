/* Reads the entries of a tar archive one after the other, in the order of the archive.
 *
 * Formats: tar (ustar, pax, GNU), plain or compressed with gzip, bzip2, xz or zstd. They are
 * recognized by their contents. Decompression runs in its own thread. */
#ifndef CODENET_TAR_READER_H
#define CODENET_TAR_READER_H

#include "base/err.h"
#include "base/str.h"

#include <stddef.h>
#include <stdint.h>

struct tar_reader; /* opaque; used by one thread at a time */

enum entry_kind { ENTRY_FILE, ENTRY_FOLDER, ENTRY_LINK, ENTRY_SPECIAL };

struct entry {
    const char *path; /* as in the archive; valid until the next entry; NULL when it cannot be
                         read as text */
    enum entry_kind kind;
    uint64_t size; /* bytes, as the archive says: may be false */
};

int tar_reader_open(struct tar_reader **out, const char *path, struct err *err);

/* Reads the next entry. Returns 1, 0 at the end, ERR when the file is damaged, or SOURCE_IS_OTHER
 * when it is not an archive. */
int tar_reader_next(struct tar_reader *reader, struct entry *entry, struct err *err);

/* Reads the next bytes of the entry's content. Returns their number, 0 at the end of the content,
 * or ERR. tar_reader_next() skips what is not read. */
ptrdiff_t tar_reader_read(struct tar_reader *reader, char *bytes, size_t capacity, struct err *err);

/* Bytes of the archive's file read so far, and its size. May be called by any thread. */
uint64_t tar_reader_bytes_done(const struct tar_reader *reader);
uint64_t tar_reader_bytes_total(const struct tar_reader *reader);

/* Stops reading: calls that read now or later soon fail, and do not wait for the writer of a pipe.
 * May be called by any thread. */
void tar_reader_stop(struct tar_reader *reader);

void tar_reader_close(struct tar_reader *reader);
SCOPED_POINTER(tar_reader, tar_reader_close)

enum { MAX_PATH_PARTS = 6 };

/* A path split at its slashes, without parts that are empty or ".". */
struct entry_path {
    struct str text;                   /* the parts, each zero-terminated */
    const char *parts[MAX_PATH_PARTS]; /* the first of them */
    size_t n_parts;                    /* may be more than MAX_PATH_PARTS */
};

/* Splits a path, and reuses `path->text`. Returns NULL, or the reason why the path is refused. */
const char *entry_path_cut(struct entry_path *path, const char *text);

void entry_path_release(struct entry_path *path);
SCOPED_VALUE(entry_path, entry_path_release)

#endif
