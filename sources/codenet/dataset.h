/* A Project CodeNet dataset: finds its folders and lists its problems.
 *
 * The dataset is a folder or a tar archive. Its layout (Project CodeNet README) is
 * `metadata/problem_list.csv`, `metadata/pNNNNN.csv` and
 * `data/pNNNNN/<Language>/sNNNNNNNNN.<extension>`. It may also contain the files that identities.h
 * reads. */
#ifndef CODENET_DATASET_H
#define CODENET_DATASET_H

#include "base/mem.h"
#include "sources/codenet/problem_list.h"
#include "sources/codenet/unpack.h"

struct dataset {
    const char *name; /* last part of the dataset's resolved path, or the archive's top folder.
                         For an archive with metadata elsewhere it is set only by
                         dataset_finish() */
    struct folder data, metadata;
    struct problem_list list;
    struct arena arena;            /* owns the texts */
    struct input_errors errors;    /* complete after dataset_finish(), except for errors in what is
                                   read after it */
    struct source_request request; /* the path is that of the folder that contains data/ */
    struct folder root; /* contains data/. For an archive it is open only after dataset_finish(),
                           and only files that are neither in data/ nor in metadata/ are read
                           from it */
    struct unpack *unpack, *metadata_unpack; /* NULL for a folder */
    struct breakage breakage;                /* failures of the machine while it read a folder */
};

/* Datasets as a source of pairs. Its units are problems, its versions are submissions. */
extern const struct source_kind codenet_kind;

/* A closed dataset. */
#define DATASET_CLOSED \
    ((struct dataset){.root = FOLDER_CLOSED, .data = FOLDER_CLOSED, .metadata = FOLDER_CLOSED})

/* Opens a dataset and lists its problems. The path is that of the folder that contains data/ and
 * metadata/; of a folder or an archive with such a folder in it; or of an archive of the contents
 * of such a folder. The metadata may be in another folder or archive. The meter shows how an
 * archive is read: bytes read, bytes in total, and files found so far. When the metadata are in an
 * archive, reads that archive to its end first. Fails when there is no such dataset or it has no
 * metadata, and the message says what to do; returns SOURCE_IS_OTHER when the path names something
 * else. Release with dataset_close(), also after a failure. */
int dataset_open(struct dataset *dataset, const struct source_request *request, struct err *err);

/* These three are functions of a struct pair_source for a struct dataset. */

/* If an archive is still being read, shows its progress and returns true. */
bool dataset_show_reading(void *dataset);

/* Fails when the archive has so far turned out to be damaged, or when the machine has failed to
 * read a file. Files may then be missing from what was read. */
int dataset_check(void *dataset, struct err *err);

/* Call this when the run has failed or is to stop. Every thread that waits for a file of an archive
 * then continues without the file. */
void dataset_stop(void *dataset);

/* Call this when all problems are mined. Waits until the archives are read and completes the
 * errors. Fails if an archive is damaged or the machine has failed to read a file. */
int dataset_finish(struct dataset *dataset, struct err *err);

void dataset_close(struct dataset *dataset);
SCOPED_VALUE(dataset, dataset_close)

#endif
