/* What a file is that somebody named, by its first bytes: so that a message can say which command
 * takes it. */
#ifndef BASE_FILE_KIND_H
#define BASE_FILE_KIND_H

#include <stddef.h>

enum file_kind {
    FILE_KIND_OTHER,
    FILE_KIND_FOLDER,
    FILE_KIND_DATABASE, /* of SQLite */
    FILE_KIND_ARCHIVE,  /* a tar archive, or anything compressed */
    FILE_KIND_EMPTY,
    FILE_KIND_JSON, /* a text that begins with an object with keys */
    FILE_KIND_TEXT, /* a program, for example */
};

enum { FILE_KIND_BYTES = 512 }; /* how many of its first bytes tell it */

/* The kind of what begins with these bytes, at least FILE_KIND_BYTES or all that there are. */
enum file_kind file_kind_of(const char *bytes, size_t length);

/* The kind of what is at a path; FILE_KIND_OTHER also when it cannot be read. */
enum file_kind file_kind_at(const char *path);

#endif
