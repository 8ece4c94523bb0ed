/* A Project CodeNet data set: where it is and which problems it has.
 *
 * Layout (Project CodeNet README): `metadata/problem_list.csv`, `metadata/pNNNNN.csv`,
 * `data/pNNNNN/<Language>/sNNNNNNNNN.<extension>`, and beside them what identities.h reads; in a
 * folder, or in a tar archive. */
#ifndef CODENET_DATASET_H
#define CODENET_DATASET_H

#include "base/scoped.h"
#include "codenet/problem_list.h"
#include "codenet/unpack.h"

struct dataset_options {
    const char *path;     /* the folder that holds data/ and metadata/, a folder or an archive with
                             such a folder in it, or an archive of its contents */
    const char *metadata; /* another folder or archive with the metadata; NULL: in `path` */
    const struct language *language; /* of the sources that will be read */
    size_t max_source_bytes;
    const char *temporary_folder; /* where an archive is spooled */

    /* Whether sources of the problem will be read; NULL: all are. Called by any thread. */
    bool (*is_wanted)(void *context, const char *problem_id);
    void *wanted_context;

    struct meter meter; /* while an archive is read: its bytes, of how many; files found so far */
};

struct dataset {
    const char *name; /* last part of the data set's resolved path, or the archive's top folder; of
                         an archive whose metadata stand elsewhere, only after dataset_finish() */
    struct folder data, metadata;
    struct problem_list list;
    struct arena arena;         /* of the texts */
    struct input_errors errors; /* complete after dataset_finish(), but for what is read after it */
    struct dataset_options options;
    struct folder root; /* holds data/; of an archive only after dataset_finish(), and only for
                           what stands beside data/ and metadata/ */
    struct unpack *unpack, *metadata_unpack; /* of archives */
    struct breakage breakage;                /* of reading folders */
};

/* A closed data set. */
#define DATASET_CLOSED \
    ((struct dataset){.root = FOLDER_CLOSED, .data = FOLDER_CLOSED, .metadata = FOLDER_CLOSED})

/* Opens a data set and lists its problems. An archive is read to its end first when the metadata
 * stand in it. Fails when there is no such data set or it has no metadata, and says what to do.
 * Release with dataset_close(), also after a failure. */
int dataset_open(struct dataset *dataset, const struct dataset_options *options, struct err *err);

/* While an archive is still being read, shows that and returns true. */
bool dataset_show_reading(const struct dataset *dataset);

/* Fails when an archive has turned out to be damaged by now, or the machine has failed to read a
 * file: what was read may then lack files. */
int dataset_check(struct dataset *dataset, struct err *err);

/* To be called when all problems are mined: completes the errors, and fails for an archive that
 * turned out to be damaged. */
int dataset_finish(struct dataset *dataset, struct err *err);

/* Makes everyone who waits for a file of an archive go on without it, because the run has failed
 * or is to stop. */
void dataset_stop(struct dataset *dataset);

void dataset_close(struct dataset *dataset);
SCOPED_VALUE(dataset, dataset_close)

#endif
