/* The half of tokfix leak that searches repositories for the solutions of tasks. */
#ifndef COMMANDS_LEAK_TASKS_H
#define COMMANDS_LEAK_TASKS_H

#include "commands/task_leaks.h"
#include "tasks/clean_tasks.h"

struct leak_task_arguments {
    struct task_arguments tasks;
    bool is_sealed_only;
    const char *lists[N_TASK_DECISIONS]; /* files for the rows of the tasks; NULL: none */
    bool is_replacing;
    const char *clean; /* folder of clean repositories; NULL: none */
    struct clean_options cleaning;
    int64_t n_sample; /* 0: no sample */
    const char *judged;
};

/* The options beside task_options. They set a struct leak_task_arguments. */
extern const struct command_option leak_task_options[];

/* What both halves have. */
struct leak_output {
    const char *db; /* NULL: none */
    size_t limit;   /* rows of each list */
    int64_t n_jobs;
    bool is_json;
};

/* Returns EXIT_USAGE and prints why if the options do not fit together; otherwise 0. */
int leak_tasks_check_usage(const struct command *command,
                           const struct leak_task_arguments *arguments, bool has_db);

/* Runs this half, with --judged or --tasks. */
int leak_tasks_run(const struct command *command, const struct leak_task_arguments *arguments,
                   const struct leak_output *output, struct err *err);

#endif
