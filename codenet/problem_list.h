/* The problems of a dataset: from problem_list.csv, the files in metadata/ and the folders in
 * data/.
 *
 * They are sorted by id and merged, so that the order in which a folder is read has no influence
 * on anything. */
#ifndef CODENET_PROBLEM_LIST_H
#define CODENET_PROBLEM_LIST_H

#include "codenet/folder.h"
#include "miner/pair_source.h"

struct problem_list {
    ARRAY(struct unit) problems;          /* with metadata; by id; as large as the metadata file */
    char sha256[SHA256_HEX_SIZE];         /* of problem_list.csv; "" when there is none */
    char listing_sha256[SHA256_HEX_SIZE]; /* of names and sizes of the problems' metadata files */
};

/* Lists the problems that have metadata. What cannot be used is added to `errors`; texts live in
 * `arena`. Release with problem_list_release(). */
int problem_list_read(struct problem_list *list, const struct folder *metadata, struct arena *arena,
                      struct input_errors *errors, struct err *err);

/* Adds an error for each folder in data/ whose problem has no metadata. */
int problem_list_check_data(const struct problem_list *list, const struct folder *data,
                            struct input_errors *errors, struct err *err);

void problem_list_release(struct problem_list *list);

enum { MAX_METADATA_BYTES = 1 << 30 };

#endif
