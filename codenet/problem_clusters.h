/* Problems that are one problem under several ids, as the data set itself lists them.
 *
 * `derived/duplicates/identical_problem_clusters` (Project CodeNet README): text, a cluster on each
 * line, problem ids with commas between them. Lines end in LF or CRLF; blank lines, blanks around an
 * id and a UTF-8 byte order mark are no part of it. Most trees lack the file. */
#ifndef CODENET_PROBLEM_CLUSTERS_H
#define CODENET_PROBLEM_CLUSTERS_H

#include "db/store.h"
#include "codenet/folder.h"
#include "codenet/codenet_source.h"

#define PROBLEM_CLUSTERS_FOLDER "derived/duplicates"
#define PROBLEM_CLUSTERS_NAME   "identical_problem_clusters"

enum {
    MAX_PROBLEM_CLUSTERS_BYTES = 4 << 20,
    MAX_PROBLEM_CLUSTER_BYTES = 1 << 20,  /* of a line; all problems of CodeNet take 28 KB */
    MAX_MALFORMED_PROBLEM_CLUSTERS = 1000 /* lines; what stands behind them is left out */
};

/* Reads the file below `root`, the folder that holds data/, and stores the clusters that have at least
 * two different ids, each id once, in the order of the file. What cannot be used is added to `errors`:
 * an id that cannot be a file name or stands on its line twice, which leaves the others of its line; a
 * line that is no text or too long; the whole file. Fails only when the store does. */
int problem_clusters_store(const struct folder *root, struct store *store,
                           struct input_errors *errors, struct err *err);

#endif
