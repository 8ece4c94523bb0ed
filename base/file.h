/* Files that the user names: reading, writing, and kinds of files. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Creates an unnamed file for reading and writing. It disappears when it is closed. `folder`
 * decides on which file system it is. Returns its descriptor, or ERR. */
int file_open_unnamed(const char *folder, struct err *err);

/* Writes all bytes to a descriptor. Returns 0, or ERR with the reason in errno. */
int file_write_all(int fd, const char *bytes, size_t length);

/* Reads exactly `length` bytes from a place of a file. Returns NULL, or why it cannot. */
const char *file_read_at(int fd, void *bytes, size_t length, uint64_t place);

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

/* Appends the names in a folder except `.` and `..`, sorted. They are in the arena. */
int file_list(struct text_list *out, struct arena *arena, const char *path, struct err *err);

/* Whether a name ends with a dot and the extension, and has something before them. */
bool file_has_extension(const char *name, const char *extension);

/* Returns the part of a path after its last slash. It points into the path. */
const char *file_name(const char *path);

/* Returns the folder of a file: its path up to the last slash, or ".". The caller frees it. */
char *file_folder(const char *path);

/* Appends the last part of a path, without the slashes after it. */
void file_add_name(struct str *out, const char *path);

/* Recognizes the kind of a file from its first bytes, so that a message can say which command
 * accepts the file. */

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
