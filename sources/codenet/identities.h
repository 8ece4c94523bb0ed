/* Which problems occur under several ids. The dataset itself says so in two places (Project CodeNet
 * README): a list of clusters, and problem descriptions with the same text. Most copies of the
 * dataset lack both.
 *
 * `derived/duplicates/identical_problem_clusters` has one cluster on each line: problem ids,
 * separated by commas (base/delimited.h). Blank lines and blanks around an id are ignored.
 *
 * `problem_descriptions/<problem_id>.html` is missing for some problems of CodeNet. */
#ifndef CODENET_IDENTITIES_H
#define CODENET_IDENTITIES_H

#include "sources/codenet/problem_list.h"
#include "db/store.h"

#define PROBLEM_CLUSTERS_FOLDER "derived/duplicates"
#define PROBLEM_CLUSTERS_NAME   "identical_problem_clusters"
#define PROBLEM_CLUSTERS_PATH   PROBLEM_CLUSTERS_FOLDER "/" PROBLEM_CLUSTERS_NAME

enum { MAX_PROBLEM_CLUSTERS_BYTES = 4 << 20 /* all ids of CodeNet together take 28 KB */ };

/* Reads the list of clusters below `root`, the folder that contains data/. Stores each cluster that
 * has at least two different ids, in the order of the file, each id once.
 *
 * Adds an error to `errors` for an id that cannot be a file name or occurs twice on its line (the
 * other ids of the line are used), for a line that is not text or is too long, and for a file that
 * cannot be used. Fails only when the database cannot be written. */
int problem_clusters_store(const struct folder *root, const struct source_request *request,
                           struct db *store, struct input_errors *errors, struct err *err);

#define PROBLEM_DESCRIPTIONS_FOLDER   "problem_descriptions"
#define PROBLEM_DESCRIPTION_EXTENSION "html"

enum { MAX_PROBLEM_DESCRIPTION_BYTES = 1 << 20 };

/* Reads the descriptions of the listed problems below `root`, the folder that contains data/. If
 * `is_chosen` is not NULL, reads only those of the problems that it marks. Stores the SHA-256 of
 * each description, in the order of the list.
 *
 * Before hashing, replaces every run of ASCII white space by one space, and removes it at both
 * ends. A description that is then empty is not stored. A description that cannot be read is added
 * to `errors`. Fails only when the database cannot be written. */
int problem_descriptions_store(const struct folder *root, const struct problem_list *list,
                               const bool *is_chosen, struct db *store, struct input_errors *errors,
                               struct err *err);

#endif
