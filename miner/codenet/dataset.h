/* A Project CodeNet dataset: finds its folders and lists its problems.
 *
 * The dataset is a folder or a tar archive. Its layout (Project CodeNet README) is
 * `metadata/problem_list.csv`, `metadata/pNNNNN.csv` and
 * `data/pNNNNN/<Language>/sNNNNNNNNN.<extension>`. It may also contain the files of
 * problem_list.h. */
#ifndef MINER_CODENET_DATASET_H
#define MINER_CODENET_DATASET_H

#include "base/mem.h"
#include "miner/pair_source.h"
#include "miner/codenet/folder.h"
#include "miner/codenet/problem_list.h"

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

/* Reads an archive in its own thread and puts what mining needs of it into a spool: the metadata,
 * the programs in the chosen languages, and the dataset's statements about which problems are the
 * same. */

struct unpack; /* opaque */

/* Which entries are kept, and under which paths. */
enum unpack_content {
    /* [TOP/]metadata/NAME.csv and [TOP/]data/PROBLEM/LANGUAGE/NAME.EXTENSION, both without TOP;
     * [TOP/]derived/duplicates/identical_problem_clusters and
     * [TOP/]problem_descriptions/PROBLEM.html, both with TOP, because a later entry may show that
     * another folder contains data/ */
    UNPACK_DATASET,
    UNPACK_METADATA, /* [TOP/]metadata/NAME.csv and [TOP/]NAME.csv, as metadata/NAME.csv */
};

struct unpack_options {
    enum unpack_content content;
    /* The programs that are kept, and of larger ones only the path; the folder of the spool; and
     * the meter, which shows bytes of the archive read, bytes in total, and files kept. is_wanted()
     * is called in the thread of the archive. Borrowed. */
    const struct source_request *request;
    size_t max_metadata_bytes;
    size_t max_clusters_bytes, max_description_bytes; /* for UNPACK_DATASET only */
};

/* Starts reading the archive. Release with unpack_close(). */
int unpack_start(struct unpack **out, const char *path, const struct unpack_options *options,
                 struct err *err);

/* The spool with the files; borrowed. */
struct spool *unpack_spool(struct unpack *unpack);

/* Waits until the archive has been read to its end. Shows the progress from time to time. */
int unpack_finish(struct unpack *unpack, struct err *err);

/* If the archive has not been read to its end, shows the progress once and returns true. */
bool unpack_show(struct unpack *unpack);

/* After unpack_finish(): the entries that were refused, and the folder in the archive that contains
 * data/ and metadata/ ("" when they are at the top). */
const struct input_errors *unpack_errors(const struct unpack *unpack);
const char *unpack_top(const struct unpack *unpack);

/* Ends all waiting, both for files of the archive and for the writer of a pipe. */
void unpack_stop(struct unpack *unpack);

/* Stops early and releases everything. `unpack` may be NULL. */
void unpack_close(struct unpack *unpack);
SCOPED_POINTER(unpack, unpack_close)

#endif
