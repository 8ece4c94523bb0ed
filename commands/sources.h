/* The kinds of sources that `tokfix mine` reads, a row each. Nothing else knows one of them. */
#ifndef MINER_SOURCES_H
#define MINER_SOURCES_H

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

/* Sets the options to those that a source of the kind has described (struct pair_source). Texts are
 * in the arena. */
void source_recall(struct source_options *options, const struct source_kind *kind,
                   const char *described, struct arena *arena);

#endif
