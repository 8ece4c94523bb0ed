/* Recognizes the kind of a file from its first bytes, so that a message can say which command
 * accepts the file. */
#ifndef BASE_FILE_KIND_H
#define BASE_FILE_KIND_H

#include "base/err.h"

#include <stddef.h>

enum file_kind {
    FILE_KIND_OTHER,
    FILE_KIND_FOLDER,
    FILE_KIND_DATABASE, /* of SQLite, complete or truncated */
    FILE_KIND_ARCHIVE,  /* a tar archive, or any compressed file */
    FILE_KIND_EMPTY,
    FILE_KIND_JSON, /* a text that begins with an object with keys */
    FILE_KIND_TEXT, /* any other text, such as a program */
};

enum { FILE_KIND_BYTES = 512 }; /* number of first bytes that are examined */

/* Returns the kind of a file that begins with these bytes. `length` is at least FILE_KIND_BYTES, or
 * the size of the file. */
enum file_kind file_kind_of(const char *bytes, size_t length);

/* The start of a file. */
struct file_start {
    enum file_kind kind;
    size_t length; /* number of first bytes read; 0 if it is not a regular file */
    char bytes[FILE_KIND_BYTES];
};

/* Examines the file at a path. Fails when it cannot be read. If it is neither a regular file nor a
 * folder (a pipe, for example), nothing is read and the kind is FILE_KIND_OTHER. */
int file_start_read(struct file_start *out, const char *path, struct err *err);

/* Returns only the kind; FILE_KIND_OTHER also when the file cannot be read. */
enum file_kind file_kind_at(const char *path);

#endif
