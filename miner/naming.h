/* The options that say how a published data set is called. */
#ifndef MINER_NAMING_H
#define MINER_NAMING_H

#include "base/array.h"
#include "base/str.h"
#include "miner/command.h"
#include "publish/publication.h"

#include <getopt.h>

enum {
    NAMING_NAME = 1024,
    NAMING_TITLE,
    NAMING_VERSION,
    NAMING_LICENSE,
    NAMING_CREATOR,
    NAMING_URL,
    NAMING_DATE,
};

/* For the table of long options. */
#define NAMING_OPTIONS                                        \
    {"name", required_argument, NULL, NAMING_NAME},           \
        {"title", required_argument, NULL, NAMING_TITLE},     \
        {"version", required_argument, NULL, NAMING_VERSION}, \
        {"license", required_argument, NULL, NAMING_LICENSE}, \
        {"creator", required_argument, NULL, NAMING_CREATOR}, \
        {"url", required_argument, NULL, NAMING_URL},         \
    {                                                         \
        "date", required_argument, NULL, NAMING_DATE          \
    }

/* For the help. */
#define NAMING_HELP                                                                              \
    "      --name NAME           letters, digits, '-', '_' and '.', as hubs take them\n"         \
    "                            (default: single-token-fixes-LANGUAGE)\n"                       \
    "      --title TEXT          for people (default: Single-token bug fixes in LANGUAGE)\n"     \
    "      --version X.Y.Z       of the data set (default: 1.0.0)\n"                             \
    "      --license ID          cdla-permissive-2.0, cc-by-4.0, ..., or other (default:\n"      \
    "                            cdla-permissive-2.0, Project CodeNet's)\n"                      \
    "      --creator NAME        may be repeated (default: Anonymous)\n"                         \
    "      --url URL             where the data set is (default: Project CodeNet's)\n"           \
    "      --date YYYY-MM-DD     of publication (default: the day of the newest submission in\n" \
    "                            it, so that the same database gives the same bytes)\n"

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

/* Completes what the command line left open, for a store of a language (tokfix's name of it). */
void naming_complete(struct naming *naming, const char *language);

#endif
