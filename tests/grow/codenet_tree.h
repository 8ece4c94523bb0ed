/* Writes a Project CodeNet tree: folders, sources and metadata; or its submissions as rows of JSON
 * lines. */
#ifndef GROW_CODENET_TREE_H
#define GROW_CODENET_TREE_H

#include "base/chance.h"
#include "base/err.h"
#include "base/str.h"
#include "base/target.h"
#include "tests/grow/grown_language.h"

#include <stdint.h>
#include <stdio.h>

enum verdict { VERDICT_FAILING, VERDICT_ACCEPTED, VERDICT_UNDECIDED };

struct codenet_tree {
    FILE *rows;                     /* for all submissions instead of files; or NULL */
    char *path;                     /* path of Project_CodeNet; owned */
    FILE *problem_list;             /* metadata/problem_list.csv */
    FILE *metadata;                 /* of the current problem */
    int problem;                    /* the folder of the current problem's sources, or -1 */
    int sources[N_GROWN_LANGUAGES]; /* its folders by language, or -1 */
    uint64_t n_bytes;               /* bytes of all sources so far */
};

struct codenet_row {
    size_t submission; /* numbers of submission and user */
    size_t user;
    const char *problem_id;
    int64_t date; /* Unix seconds */
    const struct grown_language *language;
    const char *original_language;
    const char *status;
    int cpu_time; /* ms */
    int memory;   /* KB */
    size_t code_size;
    const char *accuracy; /* like 4/4, or empty */
};

/* Creates FOLDER/Project_CodeNet with data/ and metadata/. Overwrites an existing one. With `rows`,
 * submissions are written there, and no file is made. */
int codenet_tree_open(struct codenet_tree *tree, const char *folder, FILE *rows, struct err *err);

int codenet_tree_start_problem(struct codenet_tree *tree, const char *problem_id,
                               const char *dataset, struct err *err);
int codenet_tree_add_source(struct codenet_tree *tree, const struct grown_language *language,
                            size_t submission, const struct str *source, struct err *err);
void codenet_tree_add_row(struct codenet_tree *tree, const struct codenet_row *row);

/* Adds a submission: its source and its row. */
int codenet_tree_add(struct codenet_tree *tree, const struct codenet_row *row,
                     const struct str *source, struct err *err);
int codenet_tree_end_problem(struct codenet_tree *tree, struct err *err);

/* Closes the tree, also after an error. */
int codenet_tree_close(struct codenet_tree *tree, struct err *err);

/* A file of the truth beside the tree. It appears when it is complete. */
struct truth_file {
    struct target target;
    FILE *file; /* open for writing */
};

/* Opens FOLDER/NAME and writes its header. */
int truth_file_open(struct truth_file *truth, const char *folder, const char *name,
                    const char *header, struct err *err);

/* Closes the file and gives it its final name, or removes it if `status` is not 0. Returns the
 * status, or ERR. The file may not have been opened. */
int truth_file_close(struct truth_file *truth, int status, struct err *err);

/* Reads the arguments SEED_TREE[,SEED_TREE...] OUT N [RANDOM_SEED [BLOCK]], where N is at most
 * `most`, and BLOCK is 0 if it is missing; NULL: there is none. If they are wrong, prints the usage
 * and returns false. */
bool grow_arguments(int argc, char **argv, uint64_t most, uint64_t *n, uint64_t *random_seed,
                    uint64_t *block);

/* Draws a status of CodeNet with this verdict, with the frequencies of CodeNet. */
const char *verdict_draw_status(struct dice *dice, enum verdict verdict);

#endif
