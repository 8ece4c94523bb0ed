/* What the parts of tokfix build share: a folder, and what is to be done in it. */
#ifndef COMMANDS_BUILD_H
#define COMMANDS_BUILD_H

#include "base/mem.h"
#include "cli/command_line.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    BUILD_MINE,
    BUILD_DEDUP,
    BUILD_SPLIT,
    BUILD_CHECK,
    BUILD_REPORT,
    BUILD_PUBLISH,
    BUILD_STEPS
};

#define BUILD_DATABASE "bugs.db"
#define BUILD_LOG      "log.txt"
#define BUILD_RECORD   "commands.txt"

/* The name of what a step makes; NULL: it changes the database. */
extern const char *const build_made[BUILD_STEPS];

struct build_arguments {
    const char *dataset;
    struct text_list others;
    const char *output;
    int64_t n_jobs;
    bool is_forced;
};

struct build {
    const struct command *command;
    struct build_arguments arguments;
    struct arena arena;
    ARRAY(struct command_line_option) given;
    const char *folder, *again;     /* the path; the command line that continues */
    const char *lines[BUILD_STEPS]; /* of the record, if all steps are done */
    const char *told[BUILD_STEPS];  /* the options as the database records them */
    size_t n_done;                  /* steps */
    sigset_t signals, before;       /* those that wait_for() hears; the mask without them */
    int lock;                       /* the folder, open */
    bool is_new;                    /* the folder was made here */
};

/* Returns the path of a file in the folder. The arena owns it. */
const char *build_path(struct build *build, const char *name);

/* Makes or opens the folder, and locks it while the process and its children live. Fails if another
 * run has it. */
int build_lock_folder(struct build *build, struct err *err);

/* The record has a line for each step that is done. Appends them, which the arena owns; a folder
 * without a record must be empty. The lines may say anything: they are only compared. */
int build_read_record(struct text_list *lines, struct build *build, struct err *err);

/* Writes the record: the first `n` steps are done. */
int build_write_record(struct build *build, size_t n, struct err *err);

/* Removes the files that the steps from `first` on have made. */
int build_discard(struct build *build, size_t first, struct err *err);

/* Removes the folder if it was made here and nothing was made in it. Returns whether it did. */
bool build_drop_folder(struct build *build);

/* Returns a number that the database has; 0 if it cannot be read. */
int64_t build_ask(struct build *build, const char *sql);

/* Whether the stored results of tokfix check have no violation and no leak. */
bool build_is_clean(struct build *build);

/* Prints what was found and made to standard output, in some ten lines. */
int build_print_summary(struct build *build, struct err *err);

#endif
