/* A folder of the dataset, on disk or in an archive. */
#ifndef MINER_CODENET_FOLDER_H
#define MINER_CODENET_FOLDER_H

#include "base/beneath.h"
#include "base/mem.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct folder {
    struct beneath_folder disk; /* used when there is no spool */
    struct spool *spool;        /* borrowed; NULL on disk */
    char *prefix;               /* of its paths in the spool, with a final slash; owned */
    struct breakage *breakage;  /* where failures of the disk are noted; borrowed, and inherited
                                   by the folders in this folder */
};

/* A closed folder. */
#define FOLDER_CLOSED ((struct folder){.disk = {.fd = -1}})

/* Opens a root folder. folder_open_root() opens `path` on disk, as the user named it. Failures of
 * the machine are then noted in `breakage`, which may be NULL. folder_open_spool() opens the root
 * of an archive. The spool must outlive the folder. */
enum beneath_result folder_open_root(struct folder *out, const char *path,
                                     struct breakage *breakage, struct err *err);
void folder_open_spool(struct folder *out, struct spool *spool);

/* Open, read and close as the functions in beneath.h do. In an archive every folder can be opened;
 * if it does not exist, all its files are missing. Reading from an archive waits until the file has
 * been unpacked. */
enum beneath_result folder_open(struct folder *out, const struct folder *parent, const char *path,
                                struct err *err);
enum beneath_result folder_read(struct str *content, const struct folder *folder, const char *name,
                                size_t max_bytes, struct err *err);
void folder_close(struct folder *folder);
SCOPED_VALUE(folder, folder_close)

/* Calls `take` for each name in the folder, in no particular order. `is_folder` says whether it is
 * a folder (or, on disk, a link to one), `size` is in bytes. An archive must have been read to its
 * end. */
int folder_each_name(const struct folder *folder,
                     void (*take)(void *context, const char *name, bool is_folder, uint64_t size),
                     void *context, struct err *err);

/* Files collected in one temporary file and found by their paths. A reader may have to wait for a
 * file.
 *
 * One thread, the writer, adds files in the order in which they arrive. Other threads, the readers,
 * ask for a file by its path and wait until it is added or no more files will come. The result
 * depends on the files alone, not on timing: of files with the same path the first counts. */

struct spool; /* opaque */

/* Creates a spool. Its content is in an unnamed file in `folder`. */
int spool_new(struct spool **out, const char *folder, struct err *err);

/* No thread may use the spool any more. `spool` may be NULL. */
void spool_free(struct spool *spool);
SCOPED_POINTER(spool, spool_free)

enum spool_kind {
    SPOOL_FILE,
    SPOOL_TOO_LARGE, /* a file without its content; the bytes written for it are dropped */
    SPOOL_FOLDER,
};

/* For the writer. spool_room() returns free space in the buffer, and spool_write() appends `length`
 * bytes that were put there. spool_add() gives everything written since the last spool_add() the
 * path `path`. It returns whether the path is new; if not, the earlier file stays. */
char *spool_room(struct spool *spool, size_t *capacity, struct err *err); /* NULL on error */
void spool_write(struct spool *spool, size_t length);                     /* in that space */
bool spool_add(struct spool *spool, const char *path, enum spool_kind kind);

/* For the writer. Makes the added files readable if a reader waits, or if more than a few bytes are
 * buffered. A later reader cannot count on the next flush, because the writer of a piped archive
 * may pause for any time. */
int spool_pass_on(struct spool *spool, struct err *err);

/* For the writer, at the end. Makes all files readable and ends all waiting. `status` says whether
 * the archive was read without an error: 0, or ERR with `err`. A failure to write also makes it
 * ERR. */
void spool_end(struct spool *spool, int status, const struct err *err);

/* For a reader. Waits for the file, and reads it into `content` (cleared first) as beneath_read()
 * does. */
enum beneath_result spool_read(struct spool *spool, struct str *content, const char *path,
                               size_t max_bytes, struct err *err);

/* Waits for the end. Calls `on_wait`, which may be NULL, from time to time with the number of
 * files. Returns the status given to spool_end(), or ERR if spool_stop() was called before the
 * end. */
int spool_wait(struct spool *spool, void (*on_wait)(void *context, uint64_t n_files), void *context,
               struct err *err);

/* Returns whether spool_end() was called, and sets the number of files so far. Does not wait. */
bool spool_has_ended(struct spool *spool, uint64_t *n_files);

/* Returns the status given to spool_end(), 0 before it, or ERR when the spool could not be read
 * back. Does not wait. */
int spool_check(struct spool *spool, struct err *err);

/* spool_stop() ends all waiting; spool_is_stopped() returns whether it was called. */
void spool_stop(struct spool *spool);
bool spool_is_stopped(struct spool *spool);

#endif
