/* The problems of a dataset, from problem_list.csv, the files in metadata/ and the folders in
 * data/; and the submissions of a problem.
 *
 * The problems are merged and sorted by id, so the order in which the system lists a folder has no
 * influence on the result. */
#ifndef CODENET_PROBLEM_LIST_H
#define CODENET_PROBLEM_LIST_H

#include "sources/codenet/folder.h"
#include "miner/pair_source.h"
#include "languages/language.h"

struct problem_list {
    ARRAY(struct unit)
    problems;                             /* those with metadata, by id; the size of each is that
                                             of its metadata file */
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

#endif
