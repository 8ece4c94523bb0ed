/* The options for the names, licence and date of a published data set. */
#ifndef COMMANDS_NAMING_H
#define COMMANDS_NAMING_H

#include "base/mem.h"
#include "cli/option.h"
#include "export/publish/edition.h"

/* They set a struct naming. */
extern const struct command_option naming_options[];

struct naming {
    struct edition_names names;
    struct text_list creators;
};

/* Sets the values that the command line did not give, for a data set of these languages (tokfix's
 * names; sorts them). The licence stays NULL if none was given and the submissions are not Project
 * CodeNet's. */
void naming_complete(struct naming *naming, struct text_list *of, bool is_codenet);

#endif
