/* The options of the commands export and publish that select the contents and the form of rows. */
#ifndef COMMANDS_EXPORTING_H
#define COMMANDS_EXPORTING_H

#include "commands/progress.h"
#include "commands/cli/option.h"
#include "export/export.h"

/* The values of the options. */
struct exporting {
    struct fix_choice choice;
    struct export_options options;
    const char *user_ids; /* original, salted:FILE; NULL: as the source wants it */
    bool omits_ids;
    struct progress progress;
};

/* The options for the contents of a row. They set a struct exporting. */
extern const struct command_option exporting_row_options[];

/* Sets the values that the command line did not give. The choice must have been FIX_CHOICE_DEFAULT
 * before the options set it. Returns EXIT_OK, EXIT_USAGE after printing a message, or ERR with a
 * message in `err`. */
int exporting_complete(const struct command *command, struct exporting *exporting, struct err *err);

/* Sets what depends on the database, and lets users appear in it as the options want. Returns 0 or
 * ERR. */
int exporting_take_store(const struct command *command, struct exporting *exporting, struct db *db,
                         struct err *err);

/* Refuses a path without an extension, because it could mean a file or a folder. Accepts a folder
 * and standard output. Returns EXIT_OK, or EXIT_USAGE after printing a message with both spellings.
 */
int exporting_check_name(const struct command *command, const char *path);

/* Prints "15 rows in DIR/train.jsonl" for each file. */
void exporting_tell_files(const struct command *command, const struct output_files *files);

/* Sets the export options to show progress on a terminal with this label, and to use `n_jobs`
 * threads. */
void exporting_show_progress(struct exporting *exporting, const char *label, int n_jobs);

/* Appends the counts of rows, fixes and correct programs (`n_clean`): "93 rows", or "139 rows:
 * 93 fixes, 46 correct programs". exporting_set_rows() sets them as members of an object. */
void exporting_add_rows(struct str *out, int64_t n_rows, int64_t n_clean);
void exporting_set_rows(struct json *object, int64_t n_rows, int64_t n_clean);

/* Prints to standard error how many fixes were left out, and why, and the rows that were left out
 * (`counts` may be NULL). */
void exporting_tell(const struct command *command, const struct fix_account *account,
                    enum fix_advice advice, const struct export_counts *counts);

#endif
