/* The kind of a file that the user named, from its first bytes, so that a message can say which
 * command takes it. */
#ifndef BASE_FILE_KIND_H
#define BASE_FILE_KIND_H

#include "base/err.h"

#include <stddef.h>

enum file_kind {
    FILE_KIND_OTHER,
    FILE_KIND_FOLDER,
    FILE_KIND_DATABASE, /* of SQLite; also one that was cut */
    FILE_KIND_ARCHIVE,  /* a tar archive, or anything compressed */
    FILE_KIND_EMPTY,
    FILE_KIND_JSON, /* a text that begins with an object with keys */
    FILE_KIND_TEXT, /* a program, for example */
};

enum { FILE_KIND_BYTES = 512 }; /* how many of its first bytes are looked at */

/* The kind of what begins with these bytes, at least FILE_KIND_BYTES or all that there are. */
enum file_kind file_kind_of(const char *bytes, size_t length);

/* How a file begins. */
struct file_start {
    enum file_kind kind;
    size_t length; /* of the file's first bytes; 0 for what is not a regular file */
    char bytes[FILE_KIND_BYTES];
};

/* Looks at what is at a path; fails when it cannot be read. Of what is neither a regular file nor a
 * folder, such as a pipe, nothing is read, and the kind is FILE_KIND_OTHER. */
int file_start_read(struct file_start *out, const char *path, struct err *err);

/* Its kind alone; FILE_KIND_OTHER also when it cannot be read. */
enum file_kind file_kind_at(const char *path);

#endif
