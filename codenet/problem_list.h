/* The problems of a dataset: from problem_list.csv, the files in metadata/ and the folders in data/.
 *
 * They are sorted by id and merged, so that the order in which a folder is read has no influence on
 * anything. */
#ifndef CODENET_PROBLEM_LIST_H
#define CODENET_PROBLEM_LIST_H

#include "base/sha256.h"
#include "codenet/folder.h"
#include "codenet/input_error.h"

struct problem {
    const char *problem_id;
    const char *name, *contest; /* from problem_list.csv; NULL when it tells none */
    uint64_t metadata_bytes;    /* size of the metadata file: what mining the problem may cost */
};

struct problem_list {
    ARRAY(struct problem) problems; /* with metadata; by id */
    char sha256[SHA256_HEX_SIZE];   /* of problem_list.csv; "" when there is none */
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
