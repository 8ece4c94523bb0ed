/* Small Project CodeNet trees in $SCRATCH. */
#ifndef TESTS_SUPPORT_CODENET_H
#define TESTS_SUPPORT_CODENET_H

#include <stddef.h>

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

#endif
