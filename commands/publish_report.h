/* What `tokfix publish` tells on standard error. */
#ifndef COMMANDS_PUBLISH_REPORT_H
#define COMMANDS_PUBLISH_REPORT_H

#include "cli/command.h"
#include "publish/publication.h"

/* Which tests failed (a report of report/checking.h), and what to do about it. */
void publish_report_failures(const struct command *command, const char *db,
                             const struct json *report);

/* The files of the folder `path` with their rows and bytes, and what comes next. */
void publish_report_tree(const struct command *command, const char *path,
                         const struct publication *publication);

/* The same as one JSON object on standard output. */
void publish_report_json(const char *path, const struct publication *publication);

#endif
