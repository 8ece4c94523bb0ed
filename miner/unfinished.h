/* The run that is not finished: DB.unfinished, a store in steps beside the database that it will be.
 *
 * What is committed there outlives everything. Only one run at a time can have it open. */
#ifndef MINER_UNFINISHED_H
#define MINER_UNFINISHED_H

#include "db/store.h"

struct unfinished {
    char *path;          /* owned */
    struct store *store; /* NULL when closed */
    bool has_run;        /* it was there when it was opened, and may hold problems */
};

/* The path for a database; to be freed. */
char *unfinished_path(const char *database);

/* Opens it, or begins one. Fails when another run has it open, and when something else stands there. */
int unfinished_open(struct unfinished *unfinished, const char *database, struct err *err);

/* Closes it. What was not committed is lost; the file stays when it holds a run, and goes when it does not. */
void unfinished_close(struct unfinished *unfinished);

/* Removes it. */
void unfinished_remove(struct unfinished *unfinished);

#endif
