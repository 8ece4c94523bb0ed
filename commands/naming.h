/* The options for the names and licence of a published data set. */
#ifndef COMMANDS_NAMING_H
#define COMMANDS_NAMING_H

#include "base/mem.h"
#include "commands/cli/option.h"
#include "export/publish/edition.h"

/* They set a struct naming. */
extern const struct command_option naming_options[];

struct naming {
    struct edition_names names;
};

/* Sets the values that the command line did not give: the name of the data set is that of the
 * folder, with '-' for what hubs do not allow. The licence stays NULL if none was given and the
 * submissions are not Project CodeNet's. */
void naming_complete(struct naming *naming, const char *folder, bool is_codenet);

#endif
