/* Archives, written header by header, so that a test can make any error in them. Formats: ustar
 * (POSIX.1-1988), pax headers (POSIX.1-2001), and GNU's long names and sizes in base 256; zip
 * (PKWARE's APPNOTE.TXT, without data descriptors). */
#ifndef TESTS_SUPPORT_ARCHIVES_H
#define TESTS_SUPPORT_ARCHIVES_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- Tar ---- */

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

/* Appends a header with this `size`, whatever follows. `link` may be NULL. A path of more than 100
 * bytes is divided at a slash. */
void tarball_add_header(struct str *tar, char type, const char *path, const char *link,
                        uint64_t size);

/* Appends content, padded with zeros to whole blocks. */
void tarball_add_content(struct str *tar, const char *bytes, size_t length);

/* Appends the header and the content of a file, or the header of an entry without content. */
void tarball_add_file(struct str *tar, const char *path, const char *bytes, size_t length);
void tarball_add_text(struct str *tar, const char *path, const char *text);
void tarball_add_other(struct str *tar, char type, const char *path);
void tarball_add_link(struct str *tar, char type, const char *path, const char *link);

/* Appends a record about the next entry: a pax record, or a long path as GNU tar writes it. */
void tarball_add_pax(struct str *tar, const char *keyword, const char *value);
void tarball_add_long_path(struct str *tar, const char *path);

/* Appends the two blocks of zeros at the end. */
void tarball_end(struct str *tar);

/* Writes $SCRATCH/NAME; returns its path. */
const char *tarball_save(const struct str *tar, const char *name);

/* The compressors of archives. The first leaves a file as it is (`cat`). */
enum { N_COMPRESSORS = 5 };
struct compressor {
    const char *command, *extension;
};
extern const struct compressor compressors[N_COMPRESSORS];

/* Compresses the file at `path` and returns the path of the new file beside it. If this machine
 * does not have the compressor, returns NULL, and prints this once to standard output. `compressor`
 * is one of those above. */
const char *tarball_compress(const char *path, const struct compressor *compressor);

/* ---- Zip ---- */

/* Both all zero before the first member. */
struct zipball {
    struct str bytes, directory; /* of the members so far */
    size_t n_members;
};

/* How a member differs from a file that is sound. */
struct zip_member {
    bool is_deflated, is_encrypted;
    unsigned mode;          /* of the file, as in Unix; 0: a regular file */
    uint32_t more_size;     /* added to the sizes in the headers */
    uint32_t crc_error;     /* flips bits of the checksum */
    size_t n_around;        /* so many further members have it in their content, and those in it */
    bool is_zip64;          /* the directory has the size in 64 bits */
    const char *local_path; /* in the header of the member itself; NULL: the same */
};

/* Appends a member. `how` may be NULL. */
void zipball_add(struct zipball *zip, const char *path, const char *bytes, size_t length,
                 const struct zip_member *how);
void zipball_add_text(struct zipball *zip, const char *path, const char *text);

/* Appends the directory, and writes $SCRATCH/NAME. Returns its path. Releases `zip`. */
const char *zipball_save(struct zipball *zip, const char *name);

void zipball_release(struct zipball *zip);
SCOPED_VALUE(zipball, zipball_release)

#endif
