/* What check and leak found is kept in the store (table checks), so that the card and the report
 * can say it. */
#ifndef COMMANDS_REMEMBERING_H
#define COMMANDS_REMEMBERING_H

#include "base/json.h"
#include "cli/command.h"
#include "db/db.h"

/* Appends the results of a report to those of the store `db`, which is open for changes and has its
 * fingerprint from what `report` holds: of `tokfix check` (keys splits, benchmarks), or of
 * `tokfix leak` (benchmark, ancestry, marked). */
int remembering_add(struct db *db, const struct json *report, struct err *err);

/* The same for a store that was only read: its fingerprint is that of `read`, the connection that
 * the report was made with, which is closed then. Changes nothing where just that is known. When
 * the store at `path` cannot be changed, says on standard error that the result was not stored. */
void remembering_store(const struct command *command, const char *path, struct db *read,
                       const struct json *report);

#endif
