/* A folder of the dataset, on disk or in an archive, and what may be wrong with a dataset. */
#ifndef CODENET_FOLDER_H
#define CODENET_FOLDER_H

#include "base/beneath.h"
#include "base/breakage.h"
#include "base/scoped.h"
#include "codenet/spool.h"

/* Kinds of input errors (codenet_kind). */
enum codenet_error {
    /* metadata */
    INPUT_METADATA_MISSING,      /* a listed problem has no metadata file */
    INPUT_METADATA_UNUSABLE,     /* unreadable, empty, or without a required column */
    INPUT_DATA_WITHOUT_METADATA, /* a folder of sources whose problem has no metadata file */
    INPUT_ROW_MALFORMED,         /* number of fields, not UTF-8 */
    INPUT_ROW_ID_UNSAFE,         /* an id that cannot be a file name */
    INPUT_ROW_VALUE,             /* date that is no number, empty user, another problem's id */
    INPUT_ROW_DUPLICATE,         /* a submission id that an earlier row has */
    /* sources */
    INPUT_SOURCE_MISSING,
    INPUT_SOURCE_OUTSIDE, /* a symbolic link that leaves the dataset */
    INPUT_SOURCE_UNREADABLE,
    INPUT_SOURCE_TOO_LARGE,
    INPUT_SOURCE_ENCODING,
    /* what the data set tells about problems that are one problem */
    INPUT_PROBLEM_CLUSTERS_UNUSABLE, /* the file: unreadable, too large, or its rest no such text */
    INPUT_PROBLEM_CLUSTER_MALFORMED, /* a line that is no text, or an id that is none */
    INPUT_DESCRIPTION_UNUSABLE,      /* unreadable, too large, or a link that leaves the dataset */
    /* archives */
    INPUT_ENTRY_REFUSED, /* a path that leads out, a link, a second entry of a path, absurd size */
    N_CODENET_ERRORS
};

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
