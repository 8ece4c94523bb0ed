/* Zip archives, written header by header, so that a test can make any error in them (PKWARE's
 * APPNOTE.TXT, without data descriptors). */
#ifndef TESTS_SUPPORT_ZIPBALL_H
#define TESTS_SUPPORT_ZIPBALL_H

#include "base/str.h"

#include <stdbool.h>
#include <stdint.h>

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
