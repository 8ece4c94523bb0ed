/* The search for the programs of held-out fixes in training data: rows of JSON of any form. A row
 * has a whole program, or a part that has the edit of a fix or is all of the code.
 *
 * All texts of a row are searched, at any depth, whatever their keys: as they are, cut at special
 * tokens and fences, filled in the middle, with their escapes read (a program as one line), as both
 * sides of a diff, and joined with the other texts of their list. */
#ifndef GUARD_TRAINING_H
#define GUARD_TRAINING_H

#include "base/meter.h"
#include "db/db.h"
#include "db/fix_names.h"
#include "guard/search.h"

/* A program of a held-out fix. The same program may be in several fixes. */
struct held_out_use {
    const char *id, *split; /* of the fix */
    enum fix_origin origin;
    bool is_fixed; /* the program is the fixed one */
    uint32_t edit; /* the place of the edit, in the sequence of the program */
};

struct held_out_program {
    const struct language *language;
    uint32_t first_use, n_uses;
};

struct held_out {
    ARRAY(struct held_out_program) programs;
    ARRAY(struct held_out_use) uses; /* by program */
    unsigned language_set;           /* of the programs */
    struct arena arena;
    struct search_index *index; /* its needles are the programs */
};

struct training_options {
    struct text_list files; /* "-": standard input */
    struct db *const *dbs;  /* with the held-out fixes */
    size_t n_dbs;
    unsigned splits; /* that are held out: 1 << number */
    bool is_renamed; /* programs are found also after names are numbered by first use */
    int n_jobs;
    struct meter meter;
};

/* A program that was found in a row. */
struct training_finding {
    uint64_t row;  /* its number in all files, from 0 */
    uint32_t file; /* number */
    uint64_t line;
    struct search_match match; /* its needle is a program of `held_out` */
    uint32_t part;             /* a number for each different part, from 1; 0: a whole program */
};

/* A row that could not be read, or not be searched to its end. */
struct training_fault {
    uint32_t file;
    uint64_t line;
    const char *reason;
};

enum { TRAINING_MAX_FAULTS = 1000 }; /* that are kept */

struct training {
    struct held_out held_out;
    /* By row; of a row, whole programs, or the longest parts if there are none. */
    ARRAY(struct training_finding) findings;
    ARRAY(struct training_fault) faults; /* the first ones */
    uint64_t n_rows, n_texts, n_faults;
    uint64_t n_common; /* parts that were left out, because other splits have them */
    struct arena arena;
};

/* Searches the files. Fails if there is nothing to search for, or a file has no rows. Release with
 * training_release(), also after a failure. */
int training_search(struct training *out, const struct training_options *options, struct err *err);
void training_release(struct training *training);
SCOPED_VALUE(training, training_release)

#endif
