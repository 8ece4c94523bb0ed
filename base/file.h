/* Files that the user names: reading, writing, names, packings and kinds. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/err.h"
#include "base/str.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* ---- Reading without waiting for ever ----
 *
 * A pipe gives nothing while its writer does nothing, which may be for ever. Reading such a file
 * ends at once when any thread calls input_stop(), and when the process is asked to stop
 * (base/interrupt.h). */

struct input {
    int fd;         /* of the file, owned unless it is standard input; -1: closed */
    int stop;       /* an eventfd that becomes readable when reading is to end; -1: reading the
                       file never waits */
    bool may_block; /* a pipe, a socket, a terminal */
};

#define INPUT_CLOSED ((struct input){.fd = -1, .stop = -1})

/* Opens a file; "-" is standard input, which input_close() leaves open. Opening a named pipe waits
 * INPUT_WAIT_S seconds for a writer, and then fails. */
enum { INPUT_WAIT_S = 10 };
int input_open(struct input *input, const char *path, struct err *err);

/* Reads the next bytes, at most `capacity` > 0. Returns their number, 0 at the end, or ERR with the
 * reason in errno: ECANCELED if reading was stopped. */
ptrdiff_t input_read(const struct input *input, char *bytes, size_t capacity);

/* Copies the first bytes of standard input, at most `capacity`, which stay there to be read. Waits
 * for so many bytes while a pipe may still get them, but not for longer than INPUT_PEEK_S seconds
 * after the first. Returns their number; 0 at the end, if reading was stopped, and if the bytes
 * would not stay: only pipes and regular files can be looked at. */
enum { INPUT_PEEK_S = 2 };
size_t input_peek_standard(char *bytes, size_t capacity);

/* Makes input_read() fail with ECANCELED from now on when it would have to wait. A thread that is
 * waiting stops as well. */
void input_stop(const struct input *input);

/* No thread may read any more. */
void input_close(struct input *input);
SCOPED_VALUE(input, input_close)

/* ---- Whole files, and writing ---- */

/* Creates an unnamed file for reading and writing. It disappears when it is closed. `folder`
 * decides on which file system it is. Returns its descriptor, or ERR. */
int file_open_unnamed(const char *folder, struct err *err);

/* Writes all bytes to a descriptor. Returns 0, or ERR with the reason in errno. */
int file_write_all(int fd, const char *bytes, size_t length);

/* Reads exactly `length` bytes from a place of a file. Returns NULL, or why it cannot. */
const char *file_read_at(int fd, void *bytes, size_t length, uint64_t place);

/* Appends the content of a file to `content`; "-" is standard input. Fails if it is larger than 1
 * GiB. Reads as input_read() does. */
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

/* ---- Names ---- */

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

/* ---- Packings: how the content of a file is compressed ---- */

enum packing {
    PACKING_NONE,
    PACKING_GZIP,
    PACKING_ZSTD,
    PACKING_XZ,
    PACKING_BZIP2,
    N_PACKINGS,
};

/* Returns the packing of a file with that name: `.gz`, `.zst`, `.xz`, `.bz2`, or none. */
enum packing packing_of(const char *path);

/* Returns the packing of a file that begins with these bytes. */
enum packing packing_of_bytes(const char *bytes, size_t length);

/* Returns the suffix of such names: "", ".gz", ".zst", ".xz" or ".bz2". */
const char *packing_suffix(enum packing packing);

/* ---- Kinds ----
 *
 * The kind of a file is recognized from its first bytes, so that a message can say which command
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
