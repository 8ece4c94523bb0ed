/* What leak and check share about the tasks of benchmarks of repositories. */
#ifndef COMMANDS_TASK_LEAKS_H
#define COMMANDS_TASK_LEAKS_H

#include "cli/option.h"
#include "tasks/task_scan.h"

struct task_arguments {
    const char *repositories, *tasks, *base, *files;
    int sight; /* enum sight */
    bool any_owner;
    bool has_hunks;     /* also read the hunks of the findings */
    bool is_calibrated; /* plant leaks, and count which are found */
    const char *seed;   /* of these */
};

/* The options that say which tasks and repositories. They set a struct task_arguments. */
extern const struct command_option task_options[];

/* Reads the tasks, and scans the repositories with progress on a terminal. `limit`: findings that
 * are kept of each task. The list must live as long as the scan. */
int task_leaks_scan(struct task_scan *out, struct task_list *tasks,
                    const struct task_arguments *arguments, bool is_sealed_only, size_t limit,
                    struct err *err);

/* Prints the notes of a scan. */
void task_leaks_tell(const struct command *command, const struct task_scan *scan);

/* Returns EXIT_USAGE and prints why if the options about tasks do not fit together; otherwise 0.
 * `has_db`: a database is given. */
int task_leaks_check_usage(const struct command *command, const struct task_arguments *arguments,
                           bool has_db);

#endif
