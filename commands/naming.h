/* The options that say how a published data set is called. */
#ifndef COMMANDS_NAMING_H
#define COMMANDS_NAMING_H

#include "base/array.h"
#include "base/str.h"
#include "cli/command.h"
#include "publish/publication.h"

enum {
    NAMING_NAME = 1024,
    NAMING_TITLE,
    NAMING_VERSION,
    NAMING_LICENSE,
    NAMING_CREATOR,
    NAMING_URL,
    NAMING_DATE,
};

/* For the manual. */
extern const struct command_option naming_options[];

struct naming {
    struct publication_names names;
    ARRAY(const char *) creators;
    struct str name, title; /* made of the language */
};

/* What the options are when none is given. Release with naming_release(). */
struct naming naming_default(void);
void naming_release(struct naming *naming);

/* Takes one of the options, whose value is `optarg`: EXIT_OK, or EXIT_USAGE with a message as
 * command_usage gives it; NAMING_NOT for any other code. */
enum { NAMING_NOT = -1 };
int naming_set(const struct command *command, struct naming *naming, int code);

/* Completes what the command line left open, for a store of a language (tokfix's name of it). The
 * licence stays NULL when none was given and the submissions are not Project CodeNet's. */
void naming_complete(struct naming *naming, const char *language, bool is_codenet);

#endif
