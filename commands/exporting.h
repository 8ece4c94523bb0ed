/* The options that say what is written and how: of the commands export and publish. */
#ifndef COMMANDS_EXPORTING_H
#define COMMANDS_EXPORTING_H

#include "export/export.h"
#include "cli/option.h"
#include "commands/progress.h"

/* What the options say. */
struct exporting {
    struct fix_choice choice;
    struct export_options options; /* template: `template`, once it is read */
    const char *template_path;     /* NULL: ours */
    struct template template;
    struct progress progress;
};

/* What rows look like; of a struct exporting. */
extern const struct command_option exporting_row_options[];
enum { EXPORTING_MAX_CONTEXT = 1000 };

/* The row of --files ends with this. */
#define TO_FILES(owner, member) \
    TO_NUMBER(owner, member, 1, EXPORT_MAX_SHARDS), .takes = "a number from {min} to {max}"

/* Completes what the command line left open, and reads the template: EXIT_OK, EXIT_USAGE with a
 * message, or ERR. The choice is FIX_CHOICE_DEFAULT before the options set it. */
int exporting_complete(const struct command *command, struct exporting *exporting, struct err *err);

/* Refuses a name without an extension, which could be that of a file or of a folder: EXIT_OK, or
 * EXIT_USAGE with a message that has both spellings. A folder, standard output, and the stem of
 * parallel files are no such names. */
int exporting_check_name(const struct command *command, const char *path,
                         const struct export_format *format);

/* Whether rows go to files in a folder: it is one, or its name ends with a slash. */
bool exporting_names_folder(const char *path);

/* Prints "15 rows in DIR/train.jsonl" for each file. */
void exporting_tell_files(const struct command *command, const struct output_files *files);

/* Makes the options show progress on a terminal, and use so many threads. */
void exporting_show_progress(struct exporting *exporting, const char *label, int n_jobs);

/* How many rows there are of fixes and of correct programs: "93 rows", or "139 rows: 93 fixes, 46
 * correct programs"; and as members of an object. */
void exporting_add_rows(struct str *out, int64_t n_rows, int64_t n_clean);
void exporting_set_rows(struct json *object, int64_t n_rows, int64_t n_clean);

/* Tells on standard error which fixes were left out, and why; exporting_tell() also which rows. */
void exporting_tell_account(const struct command *command, const struct fix_account *account);
void exporting_tell(const struct command *command, const struct fix_account *account,
                    const struct export_counts *counts);

#endif
