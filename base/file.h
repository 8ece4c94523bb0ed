/* Files that the user names. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stdio.h>

/* Creates an unnamed file for reading and writing. It disappears when it is closed. `folder`
 * decides on which file system it is. Returns its descriptor, or ERR. */
int file_open_unnamed(const char *folder, struct err *err);

/* Appends the content of a file to `content`; "-" is standard input. Fails if it is larger than 1
 * GiB. Reads as base/input.h does. */
int file_read(struct str *content, const char *path, struct err *err);

/* Flushes standard output, so that what was printed comes before the next line on standard error. A
 * failure is reported by the next file_flush() or file_close(). */
void file_flush_stdout(void);

/* Flushes a stream. Fails when anything written to it was lost, even if that happened earlier and
 * was not checked. `path` is for the message; "-" is standard output. */
int file_flush(FILE *file, const char *path, struct err *err);

/* The same, and closes the stream in any case. */
int file_close(FILE *file, const char *path, struct err *err);

/* Creates or replaces the file at `path`. */
int file_write(const char *path, const char *bytes, size_t length, struct err *err);

/* Sets the error that `path` cannot be written, with the reason from errno. Returns ERR. */
int file_write_failed(const char *path, struct err *err);

/* Whether the path names a folder, or a link to one. */
bool file_is_folder(const char *path);

/* Whether a name ends with a dot and the extension, and has something before them. */
bool file_has_extension(const char *name, const char *extension);

/* Returns the part of a path after its last slash. It points into the path. */
const char *file_name(const char *path);

/* Appends the last part of a path, without the slashes after it. */
void file_add_name(struct str *out, const char *path);

#endif
