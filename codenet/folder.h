/* A folder of the dataset, on disk or in an archive. */
#ifndef CODENET_FOLDER_H
#define CODENET_FOLDER_H

#include "base/beneath.h"
#include "base/breakage.h"
#include "base/scoped.h"
#include "codenet/spool.h"

struct folder {
    struct beneath_folder disk; /* when there is no spool */
    struct spool *spool;        /* borrowed; NULL on disk */
    char *prefix;               /* of its paths in the spool, with a final slash; owned */
    struct breakage *breakage;  /* of the disk, borrowed; folders in a folder have it, too */
};

/* A closed folder. */
#define FOLDER_CLOSED ((struct folder){.disk = {.fd = -1}})

/* The root folder `path` of the disk, as the user named it, where failures of the machine are
 * noted in `breakage`, which may be NULL; or of an archive, whose spool must outlive the folder. */
enum beneath_result folder_open_root(struct folder *out, const char *path,
                                     struct breakage *breakage, struct err *err);
void folder_open_spool(struct folder *out, struct spool *spool);

/* Opens, reads and closes as beneath.h says. In an archive any folder can be opened, its files are
 * then missing; and reading waits until the file has come by. */
enum beneath_result folder_open(struct folder *out, const struct folder *parent, const char *path,
                                struct err *err);
enum beneath_result folder_read(struct str *content, const struct folder *folder, const char *name,
                                size_t max_bytes, struct err *err);
void folder_close(struct folder *folder);
SCOPED_VALUE(folder, folder_close)

/* Calls `take` for each name in the folder, in no particular order: whether it is a folder (or a
 * link), and its size in bytes. An archive must have been read to its end. */
int folder_each_name(const struct folder *folder,
                     void (*take)(void *context, const char *name, bool is_folder, uint64_t size),
                     void *context, struct err *err);

#endif
