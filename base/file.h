/* Files that the user names. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>

/* Makes a file without a name, to be read and written, which is gone when it is closed. `folder`
 * says on which file system it has its room. Returns its descriptor, or ERR. */
int file_open_unnamed(const char *folder, struct err *err);

/* Appends what a file holds to `content`; "-" is standard input. At most 1 GiB.
 * It is read as base/input.h says. */
int file_read(struct str *content, const char *path, struct err *err);

/* Hands on what was written to a stream so far. Fails when any of it was lost, also when that was
 * earlier and was not looked at. `path` is for the message; "-" is standard output. */
int file_flush(FILE *file, const char *path, struct err *err);

/* The same, and closes the stream in any case. */
int file_close(FILE *file, const char *path, struct err *err);

/* Makes or replaces the file at `path`. */
int file_write(const char *path, const char *bytes, size_t length, struct err *err);

/* Says that `path` cannot be written, for the reason in errno. Returns ERR. */
int file_write_failed(const char *path, struct err *err);

/* Whether the path leads to a folder. */
bool file_is_folder(const char *path);

/* Whether a name ends with a dot and the extension, and has something before it. */
bool file_has_extension(const char *name, const char *extension);

/* The part of a path after its last slash, within the path. */
const char *file_name(const char *path);

/* The last part of a path, without slashes after it. Appended to `out`. */
void file_add_name(struct str *out, const char *path);

#endif
