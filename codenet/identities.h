/* Problems that are one problem under several ids, as the data set itself tells (Project CodeNet
 * README): by a list of them, and by descriptions that say the same. Most trees lack both.
 *
 * `derived/duplicates/identical_problem_clusters`: text, a cluster on each line, problem ids with
 * commas between them. Lines end in LF or CRLF; blank lines, blanks around an id and a UTF-8 byte
 * order mark are no part of it.
 *
 * `problem_descriptions/<problem_id>.html`: CodeNet has none for some problems. */
#ifndef CODENET_IDENTITIES_H
#define CODENET_IDENTITIES_H

#include "codenet/problem_list.h"
#include "db/store.h"

#define PROBLEM_CLUSTERS_FOLDER "derived/duplicates"
#define PROBLEM_CLUSTERS_NAME   "identical_problem_clusters"

enum {
    MAX_PROBLEM_CLUSTERS_BYTES = 4 << 20,
    MAX_PROBLEM_CLUSTER_BYTES = 1 << 20,  /* of a line; all problems of CodeNet take 28 KB */
    MAX_MALFORMED_PROBLEM_CLUSTERS = 1000 /* lines; what stands behind them is left out */
};

/* Reads the file below `root`, the folder that holds data/, and stores the clusters that have at
 * least two different ids, each id once, in the order of the file. What cannot be used is added
 * to `errors`: an id that cannot be a file name or stands on its line twice, which leaves the
 * others of its line; a line that is no text or too long; the whole file. Fails only when the
 * store does. */
int problem_clusters_store(const struct folder *root, struct store *store,
                           struct input_errors *errors, struct err *err);

#define PROBLEM_DESCRIPTIONS_FOLDER   "problem_descriptions"
#define PROBLEM_DESCRIPTION_EXTENSION "html"

enum { MAX_PROBLEM_DESCRIPTION_BYTES = 1 << 20 };

/* Reads the descriptions of the listed problems (of those chosen; NULL: of all) below `root`,
 * the folder that holds data/, and stores the SHA-256 of each in the order of the list. Every
 * run of ASCII white space counts as one space, and none at the ends; what is then empty is not
 * stored. One that cannot be read is added to `errors`. Fails only when the store does. */
int problem_descriptions_store(const struct folder *root, const struct problem_list *list,
                               const bool *is_chosen, struct store *store,
                               struct input_errors *errors, struct err *err);

#endif
