/* Reads the entries of an archive one after the other, in the order of the archive.
 *
 * Formats: tar (ustar, pax, GNU), plain or compressed with gzip, bzip2, xz or zstd; and zip. They
 * are recognized by their contents. A tar archive is decompressed in a thread of its own. A zip
 * archive is read from the directory at its end, so it has to be a regular file. Entries of it that
 * share bytes are an error: with these, a small archive can have an enormous content. */
#ifndef BASE_ARCHIVE_READER_H
#define BASE_ARCHIVE_READER_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct archive_reader; /* opaque; used by one thread at a time */

enum entry_kind { ENTRY_FILE, ENTRY_FOLDER, ENTRY_LINK, ENTRY_SPECIAL };

struct entry {
    const char *path; /* as in the archive; valid until the next entry; NULL when it cannot be
                         read as text */
    enum entry_kind kind;
    uint64_t size; /* bytes, as the archive says: may be false */
    bool is_encrypted;
};

/* What archive_reader_next() returns if the file is not an archive. */
enum { ARCHIVE_IS_NONE = -2 };

int archive_reader_open(struct archive_reader **out, const char *path, struct err *err);

/* Reads the next entry. Returns 1, 0 at the end, ERR when the file is damaged, or ARCHIVE_IS_NONE
 * when it is not an archive. */
int archive_reader_next(struct archive_reader *reader, struct entry *entry, struct err *err);

/* Reads the next bytes of the entry's content. Returns their number, 0 at the end of the content,
 * or ERR. archive_reader_next() skips what is not read. */
ptrdiff_t archive_reader_read(struct archive_reader *reader, char *bytes, size_t capacity,
                              struct err *err);

/* Bytes of the archive's file read so far, and its size. May be called by any thread. */
uint64_t archive_reader_bytes_done(const struct archive_reader *reader);
uint64_t archive_reader_bytes_total(const struct archive_reader *reader);

/* Stops reading: calls that read now or later soon fail, and do not wait for the writer of a pipe.
 * May be called by any thread. */
void archive_reader_stop(struct archive_reader *reader);

void archive_reader_close(struct archive_reader *reader);
SCOPED_POINTER(archive_reader, archive_reader_close)

/* Sets `out` to the path of an entry without parts that are empty or ".". Returns NULL, or the
 * reason why the path is refused. */
const char *entry_path_cut(struct str *out, const char *path);

#endif
