/* Trees of CodeNet, and what a data set that was opened holds. */
#ifndef TESTS_SUPPORT_CODENET_H
#define TESTS_SUPPORT_CODENET_H

#include "codenet/codenet_source.h"
#include "codenet/dataset.h"

/* Small Project CodeNet trees below $SCRATCH. */

/* The header row of a problem's metadata file, with its line end. */
#define CODENET_HEADER                                                                      \
    "submission_id,problem_id,user_id,date,language,original_language,filename_ext,status," \
    "cpu_time,memory,code_size,accuracy\n"

struct codenet_submission {
    const char *submission_id, *user_id;
    int date;
    const char *status;
    const char *code; /* NULL: there is no file */
};

/* Makes the tree $SCRATCH/NAME with empty folders data/ and metadata/. Returns its path, which
 * lives until the test program ends. */
const char *codenet_make(const char *name);

/* Writes the file `path` of a tree, and makes the folders that it stands in. */
void codenet_add_file(const char *tree, const char *path, const char *bytes, size_t length);
void codenet_add_text(const char *tree, const char *path, const char *text);

/* Adds a problem with its Python submissions: the metadata file and the sources. */
void codenet_add_problem(const char *tree, const char *problem_id,
                         const struct codenet_submission *submissions, size_t n);

/* Opens a tree that must open. */
void codenet_open(struct dataset *dataset, const char *tree);

/* The problem of that id; fails the test when there is none. */
const struct unit *codenet_problem(const struct dataset *dataset, const char *problem_id);

/* Errors in their order, "kind file" or "kind file:line" each and joined by "; ". In a static
 * buffer. */
const char *codenet_errors(const struct input_errors *errors);

/* What a data set that was opened holds. */

/* Options for Python with an archive's spool below $SCRATCH; `metadata` may be NULL. */
struct dataset_options dataset_options_for(const char *path, const char *metadata);

/* The problems' ids in their order, joined by spaces; in a static buffer. */
const char *dataset_ids(const struct dataset *dataset);

/* All errors of an open data set, as codenet_errors() gives them. */
const char *dataset_all_errors(struct dataset *dataset);

#endif
