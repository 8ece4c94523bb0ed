/* A folder of the dataset, on disk or in an archive; and the kinds of errors in a dataset. */
#ifndef CODENET_FOLDER_H
#define CODENET_FOLDER_H

#include "base/beneath.h"
#include "base/breakage.h"
#include "base/scoped.h"
#include "sources/codenet/spool.h"

/* The kinds of input errors of codenet_kind. */
enum codenet_error {
    /* metadata */
    INPUT_METADATA_MISSING,      /* a listed problem has no metadata file */
    INPUT_METADATA_UNUSABLE,     /* unreadable, empty, or without a required column */
    INPUT_DATA_WITHOUT_METADATA, /* a folder of sources whose problem has no metadata file */
    INPUT_ROW_MALFORMED,         /* wrong number of fields, or not UTF-8 */
    INPUT_ROW_ID_UNSAFE,         /* an id that cannot be a file name */
    INPUT_ROW_VALUE,             /* a date that is not a timestamp, an empty user, another
                                    problem's id */
    INPUT_ROW_DUPLICATE,         /* the submission id of an earlier row */
    /* sources */
    INPUT_SOURCE_MISSING,
    INPUT_SOURCE_OUTSIDE, /* a symbolic link that leaves the dataset */
    INPUT_SOURCE_UNREADABLE,
    INPUT_SOURCE_TOO_LARGE,
    INPUT_SOURCE_ENCODING,
    /* the dataset's own statements about which problems are the same */
    INPUT_PROBLEM_CLUSTERS_UNUSABLE, /* the file is unreadable or too large, or its rest is left
                                        out because too many lines are malformed */
    INPUT_PROBLEM_CLUSTER_MALFORMED, /* a line that is not text, or an id that is unsafe or
                                        occurs twice */
    INPUT_DESCRIPTION_UNUSABLE,      /* unreadable, too large, or a link that leaves the dataset */
    /* archives */
    INPUT_ENTRY_REFUSED, /* a path that leads out of the archive, a link, a second entry with the
                            same path, an absurd size */
    N_CODENET_ERRORS
};

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
