/* The commands that make a database again, from its own tables. They run in a folder that has the
 * input files, which are named without their folders. */
#ifndef DB_REMAKE_H
#define DB_REMAKE_H

#include "base/json.h"
#include "base/str.h"
#include "db/db.h"

/* In a command, the place of a secret that the database does not contain. */
#define REMAKE_SECRET "SALT"

struct remake {
    const struct json *runs;  /* a row for each dataset, with the columns of run: source_options as
                                 `options`, languages as `language` or `languages` */
    const struct json *steps; /* the rows of steps: command, options */
    bool is_joint; /* several runs have read one problem, so that merge is to be called with
                      --same-problems */
    const char *usual_languages; /* of mine without --language; NULL: not known */
    const char *store;           /* the name of the database */
};

/* Returns the command lines, an array of texts: mine, for each run; merge, of several; the steps
 * as the user gave them, in their order. Of several datasets with equal names, each is in a folder
 * of its own: dataset-1/NAME. Sets `last` to the name of the database that the last command makes.
 * Release with json_free(). */
struct json *remake_commands(const struct remake *remake, struct str *last);

/* Whether the commands name such folders. */
bool remake_has_folders(const struct json *runs);

/* Appends the command lines for a database of another version of the schema, joined by `&&`. They
 * name the languages, whatever mine takes without --language, and merge takes problems with one id
 * for the same. `store` is the name of the new database. Nothing of `db` needs to be checked.
 * Returns ERR if it does not say how it was made. */
int remake_add_others(struct str *out, struct db *db, const char *store, struct err *err);

#endif
