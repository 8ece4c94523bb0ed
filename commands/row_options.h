/* The options of the commands export and publish that select the contents and the form of rows. */
#ifndef COMMANDS_ROW_OPTIONS_H
#define COMMANDS_ROW_OPTIONS_H

#include "commands/progress.h"
#include "commands/cli/command.h"
#include "export/export.h"

/* The values of the options. */
struct row_options {
    struct fix_choice choice;
    struct export_options options;
    const char *user_ids; /* original, salted:FILE; NULL: as the source wants it */
    bool omits_ids;
    struct progress progress;
};

/* The table row of --format ends with TO_FORMAT(). */
#define TO_FORMAT(owner, member)                                                       \
    TO_VARIABLE(const struct export_format *, owner, member, row_options_take_format), \
        .names = row_options_format_name
command_take row_options_take_format;
name_at row_options_format_name;

/* The options for the contents of a row. They set a struct row_options. */
extern const struct command_option row_contents[];

/* Sets the values that the command line did not give. The choice must have been FIX_CHOICE_DEFAULT
 * before the options set it. Returns EXIT_OK, EXIT_USAGE after printing a message, or ERR with a
 * message in `err`. */
int row_options_complete(const struct command *command, struct row_options *rows, struct err *err);

/* Sets what depends on the database, and lets users appear in it as the options want. Returns 0 or
 * ERR. */
int row_options_take_store(const struct command *command, struct row_options *rows, struct db *db,
                           struct err *err);

/* Sets the export options to show progress on a terminal with this label, and to use `n_jobs`
 * threads. */
void row_options_show_progress(struct row_options *rows, const char *label, int64_t n_jobs);

/* Prints to standard error how many fixes and rows were left out, and why. */
void row_options_tell(const struct command *command, const struct fix_account *account,
                      enum fix_advice advice, const struct export_counts *counts);

#endif
