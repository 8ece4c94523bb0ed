/* Small CodeNet trees, and the content of an open data set. */
#ifndef TESTS_SUPPORT_CODENET_H
#define TESTS_SUPPORT_CODENET_H

#include "miner/codenet/dataset.h"

/* Small Project CodeNet trees in $SCRATCH. */

/* The header row of a problem's metadata file, with its line end. */
#define CODENET_HEADER                                                                      \
    "submission_id,problem_id,user_id,date,language,original_language,filename_ext,status," \
    "cpu_time,memory,code_size,accuracy\n"

struct codenet_submission {
    const char *submission_id, *user_id;
    int date;
    const char *status;
    const char *code; /* NULL: the file is missing */
};

/* Creates the tree $SCRATCH/NAME with empty folders data/ and metadata/. Returns its path, which is
 * valid until the test program ends. */
const char *codenet_make(const char *name);

/* Writes the file `path` of a tree, and creates its folders. */
void codenet_add_file(const char *tree, const char *path, const char *bytes, size_t length);
void codenet_add_text(const char *tree, const char *path, const char *text);

/* Adds a problem with its Python submissions: the metadata file and the sources. */
void codenet_add_problem(const char *tree, const char *problem_id,
                         const struct codenet_submission *submissions, size_t n);

/* Adds a failing and an Accepted program of user `number` to a problem of the tree $SCRATCH/NAME.
 * The judge's name for the language is that of the language, or `judge_name`. */
void codenet_add_judged(const char *name, const char *problem, const char *language,
                        const char *judge_name, const char *extension, int number,
                        const char *const texts[2]);
void codenet_add_pair(const char *name, const char *problem, const char *language,
                      const char *extension, int number, const char *buggy, const char *fixed);

/* Opens a tree; fails the test if it cannot be opened. */
void codenet_open(struct dataset *dataset, const char *tree);

/* Returns the one of the problems with this id; fails the test if it does not exist. */
const struct unit *codenet_problem(const struct unit *units, size_t n, const char *problem_id);

/* Returns the errors in their order, "kind file" or "kind file:line", joined by "; ", in a static
 * buffer. */
const char *codenet_errors(const struct input_errors *errors);

/* The content of an open data set. */

/* Returns a request for Python; the spool of an archive is in $SCRATCH. `metadata` may be NULL. */
struct source_request dataset_request(const char *path, const char *metadata);

/* Returns the ids of the problems in their order, joined by spaces, in a static buffer. */
const char *dataset_ids(const struct dataset *dataset);

/* Returns all errors of an open data set, as codenet_errors() does. */
const char *dataset_all_errors(struct dataset *dataset);

#endif
