/* The messages of `tokfix publish`. */
#ifndef COMMANDS_PUBLISH_REPORT_H
#define COMMANDS_PUBLISH_REPORT_H

#include "cli/command.h"
#include "export/publish/edition.h"

/* Prints to standard error which tests failed in `report` (of report/checking.h), and how to
 * proceed. `db` is the path of the database. */
void publish_report_failures(const struct command *command, const char *db,
                             const struct json *report);

/* Prints to standard error the files of the folder `path` with their rows and bytes, and the
 * next command. */
void publish_report_tree(const struct command *command, const char *path,
                         const struct edition *edition);

/* Prints the same as one JSON object to standard output. */
void publish_report_json(const char *path, const struct edition *edition);

#endif
