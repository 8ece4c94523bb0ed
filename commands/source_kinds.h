/* Opens datasets: to mine them, or later as those that a store was mined from. The kinds of sources
 * that `tokfix mine` reads have a row each in source_kinds.c. Nothing else knows one of them. */
#ifndef COMMANDS_SOURCE_KINDS_H
#define COMMANDS_SOURCE_KINDS_H

#include "db/fixes/correct_programs.h"
#include "miner/git/git_source.h"
#include "miner/rows/rows_source.h"

/* What the user said of a dataset beside its path. */
struct source_options {
    const char *format; /* a name of source_format_name(); NULL: the dataset decides */
    struct rows_options rows;
    struct git_options git;
};

/* Returns the name with this number of what --format takes; NULL after the last. */
const char *source_format_name(int number);

/* Returns the kind of source with this name; NULL if there is none. */
const struct source_kind *source_kind_find(const char *name);

/* Sets `out` to the kind of source that is to read the dataset of the request: by the options, by
 * the name of the dataset (.jsonl, .csv), or by the first bytes of standard input. Completes the
 * request, which then borrows the options. Fails if the kind does not have an option that was
 * given. */
int source_choose(const struct source_kind **out, struct source_request *request,
                  const struct source_options *options, struct err *err);

/* Opens a source of the chosen kind. If it is of another one, the message says which options choose
 * one. The caller closes the source with source_close(). */
int source_open(struct pair_source *out, const struct source_kind *kind,
                const struct source_request *request, struct err *err);

/* ---- Accepted programs: mutants are made from them; no mutant may be equal to one of them, and
 * no buggy program should be ---- */

/* A dataset that a store was mined from, as a user names it. */
struct mined_dataset {
    const char *path, *metadata; /* `metadata` is NULL if the dataset contains them */
    struct db *db;               /* the store */
    const char *db_path;         /* temporary files go to its folder */
};

/* Opens the source of its Accepted programs in one language, problem by problem. The dataset is a
 * tree, an archive or rows, and must be one that the store was mined from; fails for any other. If
 * it has no path, they are the fixed programs of the store's fixes. */
int accepted_programs_open(struct correct_source *out, const struct mined_dataset *dataset,
                           const struct language *language, struct err *err);

#endif
