/* Reads an archive in its own thread and puts what mining needs of it into a spool: the metadata,
 * the sources of the chosen languages, and the dataset's statements about which problems are the
 * same. */
#ifndef CODENET_UNPACK_H
#define CODENET_UNPACK_H

#include "base/mem.h"
#include "sources/codenet/spool.h"
#include "miner/pair_source.h"

struct unpack; /* opaque */

/* Which entries are kept, and under which paths. */
enum unpack_content {
    UNPACK_DATASET,  /* [TOP/]metadata/NAME.csv and [TOP/]data/PROBLEM/LANGUAGE/NAME.EXTENSION,
                       both without TOP; [TOP/]derived/duplicates/identical_problem_clusters and
                       [TOP/]problem_descriptions/PROBLEM.html, both with TOP, because a later
                       entry may show that another folder contains data/ */
    UNPACK_METADATA, /* [TOP/]metadata/NAME.csv and [TOP/]NAME.csv, as metadata/NAME.csv */
};

struct unpack_options {
    enum unpack_content content;
    /* The sources that are kept, and of larger ones only the path; the folder of the spool; and the
     * meter, which shows bytes of the archive read, bytes in total, and files kept. is_wanted() is
     * called in the thread of the archive. Borrowed. */
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
