/* The problems of a dataset, from problem_list.csv, the files in metadata/ and the folders in
 * data/; and the submissions of a problem.
 *
 * The problems are merged and sorted by id, so the order in which the system lists a folder has no
 * influence on the result. */
#ifndef MINER_CODENET_PROBLEM_LIST_H
#define MINER_CODENET_PROBLEM_LIST_H

#include "miner/pair_source.h"
#include "miner/codenet/folder.h"
#include "tokenize/languages/language.h"

struct problem_list {
    /* Those with metadata, by id; the size of each is that of its metadata file */
    ARRAY(struct unit) problems;
    char sha256[SHA256_HEX_SIZE];         /* of problem_list.csv; "" when there is none */
    char listing_sha256[SHA256_HEX_SIZE]; /* of the names and sizes of the problems' metadata
                                             files */
};

/* Lists the problems that have metadata. Adds to `errors` each entry that cannot be used. `arena`
 * owns the texts. Release with problem_list_release(). */
int problem_list_read(struct problem_list *list, const struct folder *metadata, struct arena *arena,
                      struct input_errors *errors, struct err *err);

/* Adds an error for each folder in data/ whose problem has no metadata. */
int problem_list_check_data(const struct problem_list *list, const struct folder *data,
                            struct input_errors *errors, struct err *err);

void problem_list_release(struct problem_list *list);

enum { MAX_METADATA_BYTES = 1 << 30 };

/* ---- The submissions of a problem ---- */

/* Reads the problem's metadata file into an empty content: each submission in a language of the set
 * once, sorted by history. Of several rows with one id, the first in these languages counts. Adds
 * an error for each row that cannot be used, or for the file if it cannot be read. */
void submissions_read(struct unit_content *out, const struct folder *metadata,
                      const struct unit *problem, unsigned language_set);

/* Which problems occur under several ids. The dataset itself says so in two places (Project CodeNet
 * README): a list of clusters, and problem descriptions with the same text. Most copies of the
 * dataset lack both.
 *
 * `derived/duplicates/identical_problem_clusters` has one cluster on each line: problem ids,
 * separated by commas (base/csv.h). Blank lines and blanks around an id are ignored.
 *
 * `problem_descriptions/<problem_id>.html` is missing for some problems of CodeNet. */

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
