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

/* Returns the kind of source that the arguments name. */
const struct mined_source *mined_source_choose(const struct mine_arguments *arguments);

/* Returns the kind of source with this name (the column `source` of the table run); NULL if there
 * is none. */
const struct source_kind *source_kind_find(const char *name);

#endif
