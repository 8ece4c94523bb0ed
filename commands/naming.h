/* The options that say how a published data set is called. */
#ifndef COMMANDS_NAMING_H
#define COMMANDS_NAMING_H

#include "base/array.h"
#include "cli/option.h"
#include "publish/publication.h"

/* Of a struct naming. */
extern const struct command_option naming_options[];

struct naming {
    struct publication_names names;
    struct text_list creators;
};

/* Completes what the command line left open, for a store of a language (tokfix's name of it). The
 * licence stays NULL when none was given and the submissions are not Project CodeNet's. */
void naming_complete(struct naming *naming, const char *language, bool is_codenet);

#endif
