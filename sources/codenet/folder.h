/* A folder of the dataset, on disk or in an archive. */
#ifndef CODENET_FOLDER_H
#define CODENET_FOLDER_H

#include "base/beneath.h"
#include "base/mem.h"
#include "sources/codenet/spool.h"

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

#endif
