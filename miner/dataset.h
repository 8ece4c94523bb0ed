/* A Project CodeNet tree: where it is and which problems it has.
 *
 * Layout (Project CodeNet README): `metadata/problem_list.csv`, `metadata/pNNNNN.csv`,
 * `data/pNNNNN/<Language>/sNNNNNNNNN.<extension>`. */
#ifndef MINER_DATASET_H
#define MINER_DATASET_H

#include "base/beneath.h"
#include "base/sha256.h"
#include "miner/input_error.h"

#include <stdbool.h>
#include <stdint.h>

struct problem {
    const char *problem_id;
    const char *name, *contest; /* from problem_list.csv; NULL when it tells none */
    bool is_listed;             /* in problem_list.csv */
    size_t list_line;           /* its line there */
    bool is_unsafe;             /* found under a name that no id may have */
    bool has_metadata;
    bool has_data;           /* a folder under data/ */
    uint64_t metadata_bytes; /* size of the metadata file: what mining the problem may cost */
};

struct dataset {
    const char *name; /* last part of the dataset's resolved path */
    const char *path; /* as the user names it, for messages */
    struct beneath_folder root, data;
    struct beneath_folder metadata;
    char problem_list_sha256[SHA256_HEX_SIZE]; /* "" when there is none */
    ARRAY(struct problem) problems;            /* ordered by id, whatever the order on disk */
    struct arena arena;                        /* of the texts */
    struct input_errors errors;                /* found while listing */
};

enum { MAX_METADATA_BYTES = 1 << 30 };

/* Opens `path`: the folder that holds data/ and metadata/, or a folder that holds such a
 * Project_CodeNet/. `metadata` (may be NULL) names another metadata folder. Fails when the path is
 * no such tree or has no metadata, and says what to do. Release with dataset_close(), also after
 * a failure. */
int dataset_open(struct dataset *dataset, const char *path, const char *metadata, struct err *err);
void dataset_close(struct dataset *dataset);

#endif
