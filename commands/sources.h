/* The kinds of sources that `tokfix mine` reads. */
#ifndef COMMANDS_SOURCES_H
#define COMMANDS_SOURCES_H

#include "commands/mining.h"

struct mined_source {
    const struct source_kind *kind;

    /* Opens the source that the arguments name. Its temporary files go to `folder`, and the meter
     * shows the reading. The caller closes it with source_close(). */
    int (*open)(struct pair_source *out, const struct mine_arguments *arguments, const char *folder,
                const struct meter *meter, struct err *err);
};

/* Sets `out` to the kind of source that the arguments name: by --format, by the name of the dataset
 * (.jsonl, .csv), or by the first bytes of standard input. Fails if it does not have an option that
 * was given. */
int mined_source_choose(const struct mined_source **out, const struct mine_arguments *arguments,
                        struct err *err);

/* Returns the names for --format: codenet, jsonl, csv; NULL after the last. */
const char *mined_format_name(int number);

/* Returns the names of the kinds of sources (the column `source` of the table run): codenet, rows,
 * git; NULL after the last. */
const char *mined_source_name(int number);

/* Sets the options of the arguments that the source of a run has described (source_options in the
 * table run). Texts are in the arena. */
void mined_source_recall(struct mine_arguments *arguments, const char *source_options,
                         struct arena *arena);

/* Returns the kind of source with this name (the column `source` of the table run); NULL if there
 * is none. */
const struct source_kind *source_kind_find(const char *name);

#endif
