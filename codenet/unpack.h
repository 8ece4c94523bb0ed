/* Reads an archive in a thread of its own, and puts what mining needs of it into a spool: the
 * metadata, the sources of one language, and what the data set tells about its problems. */
#ifndef CODENET_UNPACK_H
#define CODENET_UNPACK_H

#include "base/meter.h"
#include "base/scoped.h"
#include "codenet/spool.h"
#include "languages/language.h"
#include "miner/pair_source.h"

struct unpack; /* opaque */

/* Which entries are kept, and under which paths. */
enum unpack_content {
    UNPACK_DATASET, /* [TOP/]metadata/NAME.csv, and [TOP/]data/PROBLEM/LANGUAGE/NAME.EXTENSION, both
                        without TOP; and with TOP, for whether it is the one that holds data/ may
                        only show later, [TOP/]derived/duplicates/identical_problem_clusters and
                        [TOP/]problem_descriptions/PROBLEM.html */
    UNPACK_METADATA, /* [TOP/]metadata/NAME.csv and [TOP/]NAME.csv, as metadata/NAME.csv */
};

struct unpack_options {
    enum unpack_content content;
    const struct language *language; /* of the sources; for UNPACK_DATASET only */
    size_t max_source_bytes;         /* larger ones are not kept, only known */
    /* Whether sources of the problem are kept; NULL: all are. Called by the thread. */
    bool (*is_wanted)(void *context, const char *problem_id);
    void *context;
    size_t max_metadata_bytes;
    size_t max_clusters_bytes, max_description_bytes; /* for UNPACK_DATASET only */
    const char *temporary_folder;                     /* of the spool */
    struct meter meter; /* bytes of the archive that are done, of how many; files kept */
};

/* Starts. Release with unpack_close(). */
int unpack_start(struct unpack **out, const char *path, const struct unpack_options *options,
                 struct err *err);

/* Where the files are; borrowed. */
struct spool *unpack_spool(struct unpack *unpack);

/* Waits until the archive has been read to its end; shows now and then how far it is. */
int unpack_finish(struct unpack *unpack, struct err *err);

/* Shows that once if the archive has not been read to its end; returns whether it did. */
bool unpack_show(struct unpack *unpack);

/* After unpack_finish(): entries that were refused, and the folder in the archive that holds
 * data/ and metadata/ ("" when they stand at the top). */
const struct input_errors *unpack_errors(const struct unpack *unpack);
const char *unpack_top(const struct unpack *unpack);

/* Nobody waits for the rest any more, neither for files of the archive nor for the writer of a
 * pipe. */
void unpack_stop(struct unpack *unpack);

/* Stops early, and releases everything. May be NULL. */
void unpack_close(struct unpack *unpack);
SCOPED_POINTER(unpack, unpack_close)

#endif
