/* Files set down in one temporary file, found by their paths, by those who may have to wait.
 *
 * One thread adds files, in the order in which they come; others ask for them by path, and wait
 * until they are there or no more will come. What they get depends on the files alone, not on
 * who is faster: of files with the same path the first counts. */
#ifndef CODENET_SPOOL_H
#define CODENET_SPOOL_H

#include "base/beneath.h"
#include "base/scoped.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct spool; /* opaque */

/* A spool whose content stands in a file without a name in `folder`. */
int spool_new(struct spool **out, const char *folder, struct err *err);

/* May be NULL. No thread may use it any more. */
void spool_free(struct spool *spool);
SCOPED_POINTER(spool, spool_free)

enum spool_kind {
    SPOOL_FILE,
    SPOOL_TOO_LARGE, /* a file without its content: what was written of it is dropped */
    SPOOL_FOLDER,
};

/* For the one who adds. Content goes after what was written before, and becomes a file when its
 * path is added: all that was written since something was added. Adding returns whether the path
 * is new; if it is not, what is there stays. */
char *spool_room(struct spool *spool, size_t *capacity, struct err *err); /* NULL: an error */
void spool_write(struct spool *spool, size_t length);                     /* into that room */
bool spool_add(struct spool *spool, const char *path, enum spool_kind kind);

/* Makes the added files readable if a reader waits, or if they are more than a few. A reader that
 * comes later cannot wait for the next flush: the writer of a piped archive may be silent. */
int spool_pass_on(struct spool *spool, struct err *err);

/* The end: makes all readable, and lets nobody wait any more. Whether it ended well is `status`
 * (0 or ERR with `err`); a failure to write makes it ERR. */
void spool_end(struct spool *spool, int status, const struct err *err);

/* For the others. Reads a file into `content` (cleared first) as beneath_read() does; waits for
 * it. */
enum beneath_result spool_read(struct spool *spool, struct str *content, const char *path,
                               size_t max_bytes, struct err *err);

/* Waits for the end, and calls `on_wait` (may be NULL) now and then with the number of files.
 * Returns the status of spool_end(), or ERR when nobody is to wait any more. */
int spool_wait(struct spool *spool, void (*on_wait)(void *context, uint64_t n_files), void *context,
               struct err *err);

/* Whether spool_end() was called, and the number of files so far; does not wait. */
bool spool_has_ended(struct spool *spool, uint64_t *n_files);

/* The status of spool_end(), 0 before it, or ERR when the spool itself could not be read; does not
 * wait. */
int spool_check(struct spool *spool, struct err *err);

/* Lets nobody wait any more; whether that was said. */
void spool_stop(struct spool *spool);
bool spool_is_stopped(struct spool *spool);

/* After the end: calls `take` for each name in a folder (`metadata/` or `data/`, with the final
 * slash), in the order in which they were added: whether it is a folder, and its size. */
void spool_each_name(const struct spool *spool, const char *folder,
                     void (*take)(void *context, const char *name, bool is_folder, uint64_t size),
                     void *context);

#endif
