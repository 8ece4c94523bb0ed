/* Files below a folder, and failures of the machine while they are read. */
#ifndef BASE_BENEATH_H
#define BASE_BENEATH_H

#include "base/err.h"
#include "base/mem.h"
#include "base/str.h"
#include "base/thread.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Files below a folder, and never outside it.
 *
 * A dataset is hostile until checked. An id that becomes a path, or a symbolic link in an unpacked
 * archive, must not lead to a file that the user did not name. Links are followed only while they
 * stay below the root. */

enum beneath_result {
    BENEATH_OK,
    BENEATH_MISSING,    /* no such file or folder */
    BENEATH_OUTSIDE,    /* a symbolic link leads out of the root */
    BENEATH_TOO_LARGE,  /* more than `max_bytes` */
    BENEATH_UNREADABLE, /* any other failure of the file; the message says which */
    BENEATH_BROKEN,     /* the machine failed, or the file was cut short while it was read: its
                           content is unknown */
};

/* An open folder. Its resolved path is the root or below it. */
struct beneath_folder {
    int fd;           /* -1 when closed */
    char *path;       /* resolved, owned */
    const char *root; /* resolved, borrowed: must outlive the folder; NULL for a root itself */
};

/* Whether a text from the input is a safe component of a path. A safe name has 1 to 128 bytes of
 * UTF-8, contains neither '/' nor control characters, and is neither "." nor "..". */
bool beneath_is_safe_name(const char *name, size_t length);

/* Whether a path is safe names with slashes between them. */
bool beneath_is_safe_path(const char *path);

/* Opens a root folder that the user named. */
enum beneath_result beneath_open_root(struct beneath_folder *out, const char *path,
                                      struct err *err);

/* Opens the folder `path` below `parent`: one or more safe names joined by '/'. If the result is
 * not BENEATH_OK, `out` is closed and `err` says why, without the path. */
enum beneath_result beneath_open(struct beneath_folder *out, const struct beneath_folder *parent,
                                 const char *path, struct err *err);

/* The same for names that are not links: with a link the result is BENEATH_UNREADABLE or
 * BENEATH_MISSING. It is faster, because nothing has to be resolved. */
enum beneath_result beneath_enter(struct beneath_folder *out, const struct beneath_folder *parent,
                                  const char *path, struct err *err);

/* Reads the regular file `name` in `folder` into `content` (cleared first). If the result is not
 * BENEATH_OK, `err` says why, without the path. */
enum beneath_result beneath_read(struct str *content, const struct beneath_folder *folder,
                                 const char *name, size_t max_bytes, struct err *err);

/* Sets the error of a file with more bytes. Returns BENEATH_TOO_LARGE. */
enum beneath_result beneath_too_large(size_t max_bytes, struct err *err);

/* Calls `take` for each name in the folder, including `.` and `..`, in no particular order.
 * `is_folder` says whether it is a folder or a link, `size` is in bytes. */
int beneath_each_name(const struct beneath_folder *folder,
                      void (*take)(void *context, const char *name, bool is_folder, uint64_t size),
                      void *context, struct err *err);

/* The names in a folder that do not begin with a dot, in the order of strcmp(). A file is a regular
 * one. All zero before they are listed. */
enum beneath_kind { BENEATH_FILE, BENEATH_FOLDER, BENEATH_LINK, BENEATH_OTHER };
struct beneath_name {
    const char *text;
    enum beneath_kind kind;
};
struct beneath_names {
    ARRAY(struct beneath_name) list;
    struct arena arena; /* owns the texts */
};
int beneath_list(struct beneath_names *out, const struct beneath_folder *folder, struct err *err);
void beneath_names_release(struct beneath_names *names);
SCOPED_VALUE(beneath_names, beneath_names_release)

/* Closes the folder. It may already be closed, or zeroed. */
void beneath_close(struct beneath_folder *folder);
SCOPED_VALUE(beneath_folder, beneath_close)

/* Keeps the first failure of the machine, for readers that continue without the file they could not
 * read.
 *
 * A missing or damaged file of the input is data and is counted. A disk that cannot be read, or too
 * many open files, says nothing about the input. What was read is then incomplete, and the run has
 * to fail. */

struct breakage {
    struct monitor monitor;
    bool is_ready; /* true between init and release; a zeroed one may be released */
    bool is_broken;
    struct err err; /* the first failure */
};

void breakage_init(struct breakage *breakage);
void breakage_release(struct breakage *breakage);
SCOPED_VALUE(breakage, breakage_release)

/* Notes that `folder`/`name` cannot be read, and why. May be called by any thread. */
void breakage_note(struct breakage *breakage, const char *folder, const char *name,
                   const char *reason);

/* Fails with the first noted failure, if there is one. */
int breakage_check(struct breakage *breakage, struct err *err);

#endif
